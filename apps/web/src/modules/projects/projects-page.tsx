import { collaborationLimits, type ProjectRecord } from '@kamar/contracts'
import { Building2, House, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { folderPath } from '../../platform/folders/folder-paths.js'
import { hasMemberList, MembersLink } from '../../platform/folders/members-link.js'
import { NameDialog } from '../../platform/folders/name-dialog.js'
import { useProjectName, useFolderCalls, useProjects } from '../../platform/folders/use-folders.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'

/** Lists the projects of which the account sees anything. */
export function ProjectsPage() {
  const { t } = useTranslation()
  const query = useProjects()
  const [isCreating, setCreating] = useState(false)
  const openForm = (): void => setCreating(true)
  return (
    <SettingsShell
      wide
      title={t('projects.title')}
      subtitle={t('projects.subtitle')}
      aside={
        <Button tone="primary" icon={<Plus />} onClick={openForm}>
          {t('projects.new')}
        </Button>
      }
    >
      {query.data ? (
        <ProjectCards projects={query.data} onCreate={openForm} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[120, 120]} />
      )}
      {isCreating ? <ProjectForm onClose={() => setCreating(false)} /> : null}
    </SettingsShell>
  )
}

interface ProjectCardsProps {
  readonly projects: readonly ProjectRecord[]
  readonly onCreate: () => void
}

function ProjectCards({ projects, onCreate }: ProjectCardsProps) {
  const { t } = useTranslation()
  const hasShared = projects.some(({ personal }) => !personal)
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {projects.map((project) => (
          <li key={project.id} className="relative">
            <ProjectCard project={project} />
            {/* Beside the card, which is a link itself. */}
            {hasMemberList(project) ? <MembersLink project={project} className="absolute end-2 top-2" /> : null}
          </li>
        ))}
      </ul>
      {hasShared ? null : (
        <EmptyState
          icon={<Building2 size={20} />}
          title={t('projects.empty')}
          action={
            <Button icon={<Plus />} onClick={onCreate}>
              {t('projects.new')}
            </Button>
          }
        >
          {t('projects.emptyHint')}
        </EmptyState>
      )}
    </>
  )
}

function ProjectCard({ project }: { readonly project: ProjectRecord }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const getProjectName = useProjectName()
  const { files, id, members, owner, personal, role, usedBytes } = project
  return (
    <Link
      to={folderPath({ id, projectId: id })}
      className="flex h-full flex-col gap-2 rounded-card border border-line bg-surface p-4 transition-colors duration-140 hover:border-edge"
    >
      <span className="me-8 flex min-w-0 items-center gap-2.5 [&>svg]:shrink-0 [&>svg]:text-muted">
        {personal ? <House /> : <Building2 />}
        <span className="min-w-0 truncate text-16 font-semibold">{getProjectName(project)}</span>
      </span>
      <span className="text-13 text-muted">
        {personal
          ? t('projects.onlyYou')
          : `${t(`share.roles.${role}`)} · ${project.mine ? t('share.you') : owner.name}`}
      </span>
      <span className="mt-auto flex flex-wrap gap-x-3 text-13 text-muted tabular-nums">
        <span>{t('files.count', { count: files })}</span>
        {personal ? null : <span>{t('projects.people', { count: members })}</span>}
        {role === 'folder' ? null : <span>{formats.size(usedBytes)}</span>}
      </span>
    </Link>
  )
}

function ProjectForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const calls = useFolderCalls()
  const create = async (name: string): Promise<void> => {
    const { id } = await calls.createProject(name)
    await navigate(folderPath({ id, projectId: id }))
  }
  return (
    <NameDialog
      title={t('projects.new')}
      label={t('projects.name')}
      confirm={t('projects.create')}
      maxCharacters={collaborationLimits.projectNameCharacters}
      onConfirm={create}
      onClose={onClose}
    />
  )
}
