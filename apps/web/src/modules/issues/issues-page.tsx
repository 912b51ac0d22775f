import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'
import { useIsNarrow } from '../../platform/use-media.js'
import { BulkBar } from '../../platform/issues/bulk-bar.js'
import { IssueBoard } from './issue-board.js'
import { IssueCards } from './issue-cards.js'
import { IssueFilters } from './issue-filters.js'
import { IssueTable } from './issue-table.js'
import { ReportMenu } from '../../platform/issues/report-menu.js'
import { useBulkChange } from '../../platform/issues/use-bulk-change.js'
import { useAllTopics } from './use-issues.js'
import { defaultView, toQuery, useIssueView } from './use-issue-view.js'

/** Shows the issues of all files that the user may see, as a table or as a board. */
export function IssuesPage() {
  const { t } = useTranslation()
  const [view, setView] = useIssueView()
  const list = useAllTopics(toQuery(view))
  const first = list.data?.pages[0]
  const topics = list.data?.pages.flatMap((page) => page.topics) ?? []
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = topics.filter(({ id }) => selectedIds.has(id))
  const { busy, change } = useBulkChange()
  const isNarrow = useIsNarrow()
  const List = isNarrow ? IssueCards : IssueTable
  return (
    <SettingsShell
      wide
      title={t('issuesPage.title')}
      subtitle={t('issuesPage.subtitle')}
      aside={<ReportMenu query={toQuery(view)} selected={[]} isEmpty={topics.length === 0} />}
    >
      <IssueFilters view={view} page={first} onChange={setView} />
      {!first ? (
        list.isError ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <CardsSkeleton heightsPixels={[320]} />
        )
      ) : topics.length === 0 ? (
        <NoIssues hasAny={first.counts.all > 0} onAll={() => setView({ ...defaultView, state: 'any' })} />
      ) : view.layout === 'board' ? (
        <IssueBoard
          topics={topics}
          facets={first.facets}
          busy={busy}
          onMove={(topic, status) => change([topic], { status })}
        />
      ) : (
        <List
          topics={topics}
          view={view}
          selectedIds={selectedIds}
          onSelect={setSelectedIds}
          onSort={(sort, isAscending) => setView({ ...view, sort, isAscending })}
        />
      )}
      {list.hasNextPage ? (
        <div className="p-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('issuesPage.more')}
          </Button>
        </div>
      ) : null}
      {selected.length > 0 && first && view.layout !== 'board' ? (
        <div className="sticky bottom-3 z-20 mt-4 rounded-card border border-line shadow-float">
          <BulkBar {...{ selected, busy }} onChange={change} onClear={() => setSelectedIds(new Set())} />
        </div>
      ) : null}
    </SettingsShell>
  )
}

function NoIssues({ hasAny, onAll }: { readonly hasAny: boolean; readonly onAll: () => void }) {
  const { t } = useTranslation()
  const icon = <CircleCheckBig size={28} strokeWidth={1.25} />
  if (!hasAny) {
    return (
      <EmptyState icon={icon} title={t('issuesPage.none')}>
        {t('issuesPage.noneHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={t('issuesPage.empty')}
      action={<Button onClick={onAll}>{t('issuesPage.showAll')}</Button>}
    >
      {t('issuesPage.emptyHint')}
    </EmptyState>
  )
}
