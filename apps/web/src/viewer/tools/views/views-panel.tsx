import { collaborationLimits, type ProjectRole, type ViewpointSummary } from '@kamar/contracts'
import { Bookmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/auth/session.js'
import { Button } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import type { Members } from '../../session/models/use-members.js'
import { type FileAccess, useViewerSession } from '../../session/session.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { captureView, openViewpoint } from '../../kit/viewpoints/capture.js'
import { announceSaved } from '../../kit/viewpoints/shown-views.js'
import { FileViews, viewsOfFiles } from './file-views.js'
import { toVersion, useViewCalls, useViews } from '../../kit/viewpoints/use-views.js'
import { ViewRow } from './view-row.js'

/** File of the views, and the user's role. */
export type ViewsAccess = Pick<FileAccess, 'fileId' | 'role' | 'fileVersion' | 'isExample'>

interface ViewsPanelProps {
  readonly access: ViewsAccess
  readonly model: ActiveModel
  /** Open models, each with its own views. */
  readonly models: Pick<Members, 'isJoined' | 'members'>
}

const canWrite = (role: ProjectRole | null): boolean => role !== null && role !== 'viewer'
const canChangeAll = (role: ProjectRole | null): boolean => role === 'owner' || role === 'editor'

/** Renders the saved views, each with its complete view state, and the form for a new one. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { t } = useTranslation()
  const { fileId, isExample } = props.access
  if (fileId === null) {
    const text = props.model.urn === null ? t('views.noModel') : isExample ? t('views.example') : t('topics.loading')
    return (
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <EmptyState icon={<Bookmark size={28} strokeWidth={1.25} />} title={t('views.title')}>
          {text}
        </EmptyState>
        <FileViews viewer={props.model.viewer} files={viewsOfFiles(props.model, props.model.urn, props.models)} />
      </div>
    )
  }
  return <SavedViews {...props} fileId={fileId} />
}

function SavedViews({ access, model, models, fileId }: ViewsPanelProps & { readonly fileId: string }) {
  const { t } = useTranslation()
  const views = useViews(fileId)
  const session = useViewerSession()
  const ofFiles = session.drawing.isShown ? [] : viewsOfFiles(model, fileId, models)
  const [shownId, setShownId] = useState<string | null>(null)
  const open = (view: ViewpointSummary): void => {
    setShownId(view.id)
    openViewpoint(session, fileId, view.id).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <OwnViews {...{ access, model, views, shownId, fileId, open }} hint={ofFiles.length > 0} />
        <FileViews viewer={model.viewer} files={ofFiles} />
      </div>
      {canWrite(access.role) ? (
        <SaveView {...{ access, model, fileId }} count={views.data?.length ?? 0} />
      ) : (
        <p className="shrink-0 border-t border-line p-3 text-12 text-pretty text-muted">{t('views.readOnly')}</p>
      )}
    </>
  )
}

interface OwnViewsProps {
  readonly model: ActiveModel
  readonly access: ViewsAccess
  readonly fileId: string
  readonly views: ReturnType<typeof useViews>
  /** Id of the view that was opened last. */
  readonly shownId: string | null
  readonly open: (view: ViewpointSummary) => void
  /** Whether one line suffices when there are none, because views of the file follow. */
  readonly hint: boolean
}

/** Renders the views that users saved. */
function OwnViews({ access, model, fileId, views, shownId, open, hint }: OwnViewsProps) {
  const { t } = useTranslation()
  const { account } = useSession()
  const calls = useViewCalls(fileId)
  const session = useViewerSession()
  const { isShown: isDrawing } = session.drawing
  const update = async (view: ViewpointSummary): Promise<void> => {
    const captured = await captureView(session, fileId)
    if (!captured) return
    await calls.update(view, captured, toVersion(access))
    announceSaved(session)
    notify(t('views.updated', { name: view.name }))
  }
  if (views.data?.length === 0) {
    if (hint) return <p className="p-3 text-13 text-pretty text-muted">{t('views.noneOwn')}</p>
    return (
      <EmptyState icon={<Bookmark size={28} strokeWidth={1.25} />} title={t('views.none')}>
        {t(isDrawing ? 'views.noneHintSheet' : 'views.noneHint')}
      </EmptyState>
    )
  }
  if (views.data) {
    return (
      <ul className="divide-y divide-line/60">
        {views.data.map((view) => (
          <ViewRow
            key={view.id}
            {...{ fileId, view }}
            isShown={view.id === shownId}
            urn={model.urn}
            canCopy={canWrite(access.role)}
            mayChange={canChangeAll(access.role) || view.author.id === account?.id}
            onUpdate={isDrawing || model.hasFirstFrame ? () => update(view) : null}
            onOpen={() => open(view)}
          />
        ))}
      </ul>
    )
  }
  if (views.isError) {
    return (
      <div className="p-4 text-13">
        <p role="alert" className="mb-3 text-danger">
          {t('views.failed', { reason: errorMessage(views.error) })}
        </p>
        <Button size="small" onClick={() => void views.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-3 p-3">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}

function SaveView(props: Omit<ViewsPanelProps, 'models'> & { readonly fileId: string; readonly count: number }) {
  const { t } = useTranslation()
  const { access, model, fileId, count } = props
  const [name, setName] = useState('')
  const session = useViewerSession()
  const isEmpty = session.drawing.isShown ? session.sheet === null : !model.hasFirstFrame
  const { busy, begin } = useAsyncAction()
  const calls = useViewCalls(fileId)
  const save = async (): Promise<void> => {
    const view = await captureView(session, fileId)
    if (!view) return
    await calls.save(name.trim() || t('views.usualName', { number: count + 1 }), view, toVersion(access))
    announceSaved(session)
    setName('')
  }
  return (
    <form
      className="flex shrink-0 items-center gap-2 border-t border-line p-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        begin(save)
      }}
    >
      <input
        aria-label={t('views.name')}
        placeholder={t('views.usualName', { number: count + 1 })}
        maxLength={collaborationLimits.viewNameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className={`${inputClass} min-w-0`}
      />
      <Button type="submit" tone="primary" className="sm:h-10" busy={busy} disabled={busy || isEmpty} icon={<Plus />}>
        {t('views.save')}
      </Button>
    </form>
  )
}
