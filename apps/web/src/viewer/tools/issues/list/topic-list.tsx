import type { TopicPage } from '@kamar/contracts'
import { CircleCheckBig, ListChecks, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { classNames } from '../../../../platform/design/class-names.js'
import { EmptyState } from '../../../../platform/design/empty-state.js'
import { Checkbox } from '../../../../platform/design/fields/checkbox.js'
import { Skeleton } from '../../../../platform/design/skeleton.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { requirePageMessages } from '../../../../platform/i18n/index.js'
import { useIsTouched } from '../../../../platform/use-media.js'
import type { TopicsPanelProps } from '../collaboration.js'
import { BcfMenu } from '../bcf/bcf-menu.js'
import { TopicFilters } from './topic-filters.js'
import { TopicRow } from './topic-row.js'
import { WaitingList } from '../waiting-list.js'
import { type TopicFilter, useTopics } from '../use-topics.js'
import { type Picking, usePicking } from './use-picking.js'

const PickedBar = lazy(async () => {
  const [bar] = await Promise.all([import('./picked-bar.js'), requirePageMessages('issues')])
  return { default: bar.PickedBar }
})

/** Renders the matching topics of the file, with the filters and the button for a new topic. */
export function TopicList({ collaboration, fileId }: TopicsPanelProps & { readonly fileId: string }) {
  const [filter, setFilter] = useState<TopicFilter>({ state: 'open' })
  const list = useTopics(fileId, filter)
  const first = list.data?.pages[0]
  const topics = list.data?.pages.flatMap((page) => page.topics) ?? []
  const picking = usePicking(topics)
  // The fields for ticked topics would otherwise leave no list in sight.
  const hidesOnPhone = picking.ids.length > 0 && 'max-sm:hidden'
  return (
    <>
      <div className={classNames('contents', hidesOnPhone)}>
        <TopicFilters filter={filter} page={first} onFilter={setFilter} />
      </div>
      {picking.isActive ? <PickAll picking={picking} /> : null}
      <div className="min-h-0 grow overflow-y-auto overscroll-contain border-t border-line">
        <WaitingList fileId={fileId} topicId={null} />
        {list.isError && !first ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : !first ? (
          <Loading />
        ) : topics.length === 0 ? (
          <EmptyTopics page={first} onAll={() => setFilter({})} />
        ) : (
          <ul className="divide-y divide-line/60">
            {topics.map((topic) => (
              <TopicRow
                key={topic.id}
                fileId={fileId}
                topic={topic}
                onOpen={collaboration.openTopic}
                isPicked={picking.isActive ? picking.ids.includes(topic.id) : null}
                onPick={picking.toggle}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage ? <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
      </div>
      <PickedTopics fileId={fileId} picking={picking} />
      <div
        className={classNames('flex shrink-0 flex-wrap items-center gap-2 border-t border-line p-2.5', hidesOnPhone)}
      >
        {first?.mayCreate === false ? (
          <ReadersNote />
        ) : (
          <NewButton onNew={() => collaboration.setNewTopic({ anchor: null })} />
        )}
        <PickButton picking={picking} disabled={topics.length === 0} />
        <BcfMenu
          fileId={fileId}
          filter={filter}
          canImport={collaboration.role === 'editor' || collaboration.role === 'owner'}
        />
      </div>
    </>
  )
}

interface PickingProps {
  readonly picking: Picking
}

/** Renders what can be done with the selected topics. */
function PickedTopics({ fileId, picking }: PickingProps & { readonly fileId: string }) {
  if (picking.ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      <PickedBar fileId={fileId} topicIds={picking.ids} onClear={picking.end} />
    </Suspense>
  )
}

function PickButton({ picking, disabled }: PickingProps & { readonly disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('topics.pickSeveral')}
      isActive={picking.isActive}
      disabled={disabled}
      onClick={picking.isActive ? picking.end : picking.begin}
    >
      <ListChecks />
    </IconButton>
  )
}

function PickAll({ picking }: PickingProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      className="shrink-0 px-3"
      label={t('topics.pickAll')}
      checked={picking.isEvery}
      mixed={!picking.isEvery && picking.ids.length > 0}
      onChange={picking.toggleAll}
    />
  )
}

function NewButton({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation()
  return (
    <Button tone="primary" size="small" className="grow" icon={<Plus />} onClick={onNew}>
      {t('topics.new')}
    </Button>
  )
}

function ReadersNote() {
  const { t } = useTranslation()
  return <p className="min-w-0 grow text-12 text-pretty text-muted">{t('topics.readOnly')}</p>
}

function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="p-3 text-center">
      <Button size="small" busy={busy} onClick={onMore}>
        {t('topics.more')}
      </Button>
    </div>
  )
}

function EmptyTopics({ page, onAll }: { page: TopicPage; onAll: () => void }) {
  const { t } = useTranslation()
  const isTouched = useIsTouched()
  const icon = <CircleCheckBig size={28} strokeWidth={1.25} />
  if (page.counts.all === 0) {
    return (
      <EmptyState icon={icon} title={t('topics.none')}>
        {t(isTouched ? 'topics.noneHintTouch' : 'topics.noneHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t('topics.noMatch')}
      action={
        <Button size="small" onClick={onAll}>
          {t('topics.showAll')}
        </Button>
      }
    />
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="p-4 text-13">
      <p role="alert" className="mb-3 text-pretty text-danger">
        {t('topics.failed', { reason: errorMessage(error) })}
      </p>
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div className="space-y-3 p-3">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="h-12 w-16" />
          <div className="grow space-y-2 pt-1">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
