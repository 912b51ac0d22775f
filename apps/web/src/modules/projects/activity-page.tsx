import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { api } from '../../platform/api/api.js'
import { ActivityRows } from '../../platform/audit/activity-rows.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { ProjectFailed } from '../../platform/folders/project-failed.js'
import { ProjectLink } from '../../platform/folders/project-link.js'
import { useProject, useProjectName } from '../../platform/folders/use-folders.js'
import { CardsSkeleton } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'

/** Lists what members changed in a project. */
export function ActivityPage() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useProject(projectId)
  const getProjectName = useProjectName()
  const list = useProjectActivity(projectId)
  const pages = list.data?.pages
  return (
    <SettingsShell
      title={t('projects.activity')}
      {...(project ? { subtitle: getProjectName(project) } : {})}
      aside={<ProjectLink projectId={projectId} />}
    >
      {pages && pages[0]?.events.length === 0 ? (
        <EmptyState icon={<History size={20} />} title={t('projects.noActivity')} />
      ) : pages ? (
        <ActivityRows pages={pages} list={list} />
      ) : list.isError ? (
        <ProjectFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[240]} />
      )}
    </SettingsShell>
  )
}

function useProjectActivity(projectId: string) {
  return useInfiniteQuery({
    queryKey: ['folders', 'activity', projectId],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'listProjectActivity',
        { parameters: { projectId }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
    // Another member may have changed something since the page was last shown.
    staleTime: 0,
  })
}
