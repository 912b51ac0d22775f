import type { FolderRecord, ProjectOverview, ProjectRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../platform/api/api.js'
import { issuesPath } from '../../../platform/collaboration/issues-link.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { activityPath, sheetsPath } from '../../../platform/folders/folder-paths.js'
import { useProject } from '../../../platform/folders/use-folders.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { useFormats } from '../../../platform/format/use-formats.js'

/** Renders the state of a project above the files at its top: files, issues, activity, storage. */
export function ProjectTiles({ folder }: { readonly folder: FolderRecord }) {
  const project = useProject(folder.id)
  return project ? <Tiles project={project} /> : null
}

function Tiles({ project }: { readonly project: ProjectRecord }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { id, quotaBytes, role, usedBytes } = project
  const overview = useQuery({
    queryKey: ['folders', 'overview', id],
    queryFn: ({ signal }) => api.call('projectOverview', { parameters: { projectId: id } }, { signal }),
  }).data
  if (!overview) return <Skeleton className="mx-3 mt-3 h-15 sm:mx-4" />
  const { files, lastChange, openTopics, sheets } = overview
  return (
    <ul
      aria-label={t('projects.overview')}
      className="grid shrink-0 grid-cols-2 gap-2 border-b border-line p-3 sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] sm:px-4"
    >
      <Tile title={t('projects.models')} value={formats.number(files)} details={<FileStates overview={overview} />} />
      <Tile
        to={sheetsPath(id)}
        title={t('folders.sheets')}
        value={formats.number(sheets)}
        details={t('projects.sheetRegister')}
      />
      <Tile
        to={`${issuesPath}?project=${id}`}
        title={t('projects.openIssues')}
        value={formats.number(openTopics)}
        details={<TopicStates overview={overview} />}
      />
      <Tile
        to={activityPath(id)}
        title={t('projects.activity')}
        value={lastChange === null ? '–' : <ShownTime value={lastChange} as="list" />}
        details={t('projects.lastChange')}
      />
      {role === 'folder' ? null : (
        <Tile
          isSecondary
          title={t('projects.storage')}
          value={formats.size(usedBytes)}
          details={quotaBytes === null ? '' : t('projects.ofQuota', { size: formats.size(quotaBytes) })}
        />
      )}
    </ul>
  )
}

interface StatesProps {
  readonly overview: ProjectOverview
}

function FileStates({ overview: { failed, processing } }: StatesProps) {
  const { t } = useTranslation()
  const parts = [
    processing > 0 ? t('projects.processing', { count: processing }) : '',
    failed > 0 ? t('projects.failed', { count: failed }) : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : t('projects.allReady')
}

function TopicStates({ overview: { assignedTopics, overdueTopics } }: StatesProps) {
  const { t } = useTranslation()
  const assigned = t('projects.assigned', { count: assignedTopics })
  return overdueTopics > 0 ? `${assigned} · ${t('projects.overdue', { count: overdueTopics })}` : assigned
}

interface TileProps {
  readonly title: string
  readonly value: ReactNode
  readonly details: ReactNode
  /** Omitted on a phone, whose page is for the files. */
  readonly isSecondary?: boolean
  /** Page that the tile opens. */
  readonly to?: string
}

const tileClass =
  'flex h-full min-h-11 flex-wrap items-center justify-between gap-x-2 rounded-card border border-line px-3 py-1 sm:min-h-15 sm:flex-col sm:items-start sm:justify-start sm:py-2'

function Tile({ details, isSecondary = false, title, to, value }: TileProps) {
  const content = (
    <>
      <span className="text-12 text-muted">{title}</span>
      <span className="text-14 font-semibold tabular-nums sm:text-16">{value}</span>
      <span className="text-12 text-muted tabular-nums max-sm:hidden">{details}</span>
    </>
  )
  return (
    <li className={isSecondary ? 'max-sm:hidden' : undefined}>
      {to === undefined ? (
        <div className={tileClass}>{content}</div>
      ) : (
        <Link to={to} className={`${tileClass} transition-colors duration-140 hover:border-edge hover:bg-page`}>
          {content}
        </Link>
      )}
    </li>
  )
}
