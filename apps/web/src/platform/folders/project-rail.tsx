import type { FolderRecord, ProjectRecord } from '@kamar/contracts'
import { ArchiveRestore, ChevronRight, Files, Folder, Building2, FolderLock, History, House, Star } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { classNames } from '../design/class-names.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'
import { folderPath, projectsPath } from './folder-paths.js'
import { groupByParent, useProjectName, useFolderTree, useProjects } from './use-folders.js'

interface ProjectRailProps {
  /** Folder of the page, with those above it; they are expanded. */
  readonly openIds: ReadonlySet<string>
}

/** Renders the links to all files, the projects with their folders, and the bin. */
export function ProjectRail({ openIds }: ProjectRailProps) {
  const { t } = useTranslation()
  const projects = useProjects()
  return (
    <nav aria-label={t('folders.navigation')} className="space-y-0.5 p-2 text-14">
      <RailLink to="/home" icon={<Files />}>
        {t('folders.allFiles')}
      </RailLink>
      <RailLink to="/recent" icon={<History />}>
        {t('folders.recent')}
      </RailLink>
      <RailLink to="/starred" icon={<Star />}>
        {t('folders.starred')}
      </RailLink>
      <RailLink to={projectsPath} icon={<Building2 />}>
        {t('folders.projects')}
      </RailLink>
      <div className="py-1">
        {projects.isPending ? <Skeleton className="mx-2 my-1.5 h-6" /> : null}
        {projects.isError ? (
          <p role="alert" className="px-2.5 py-1.5 text-13 text-danger">
            {errorMessage(projects.error)}
          </p>
        ) : null}
        <ul>
          {projects.data?.map((project) => (
            <ProjectItem key={project.id} project={project} openIds={openIds} />
          ))}
        </ul>
      </div>
      <RailLink to="/bin" icon={<ArchiveRestore />}>
        {t('folders.bin')}
      </RailLink>
    </nav>
  )
}

interface RailLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

const linkClass =
  'flex min-h-9 min-w-0 grow items-center gap-2 rounded-control px-2.5 pointer-coarse:min-h-11 hover:bg-sunken [&>svg]:shrink-0 [&>svg]:text-muted'

function RailLink({ to, icon, children }: RailLinkProps) {
  return (
    <NavLink
      end
      to={to}
      className={({ isActive }) => classNames(linkClass, isActive && 'bg-sunken font-medium text-accent')}
    >
      {icon}
      <span className="truncate">{children}</span>
    </NavLink>
  )
}

function ProjectItem({ project, openIds }: { readonly project: ProjectRecord } & ProjectRailProps) {
  const getProjectName = useProjectName()
  const [isExpanded, setExpanded] = useExpansion(openIds.has(project.id))
  const tree = useFolderTree(isExpanded ? project.id : null)
  const subfolders = useMemo(() => groupByParent(tree.data ?? []), [tree.data])
  return (
    <TreeItem
      {...{ isExpanded, setExpanded }}
      name={getProjectName(project)}
      to={folderPath({ id: project.id, projectId: project.id })}
      icon={project.personal ? <House /> : <Building2 />}
      hasChildren
    >
      <FolderItems {...{ subfolders, openIds }} parentId={project.id} />
    </TreeItem>
  )
}

interface FolderItemsProps extends ProjectRailProps {
  readonly subfolders: ReturnType<typeof groupByParent>
  readonly parentId: string
}

function FolderItems({ subfolders, parentId, openIds }: FolderItemsProps) {
  const children = subfolders.get(parentId)
  if (!children) return null
  return (
    <ul className="ps-4">
      {children.map((folder) => (
        <FolderItem key={folder.id} {...{ folder, subfolders, openIds }} />
      ))}
    </ul>
  )
}

type FolderItemProps = Omit<FolderItemsProps, 'parentId'> & { readonly folder: FolderRecord }

function FolderItem({ folder, subfolders, openIds }: FolderItemProps) {
  const [isExpanded, setExpanded] = useExpansion(openIds.has(folder.id))
  return (
    <TreeItem
      {...{ isExpanded, setExpanded }}
      name={folder.name}
      to={folderPath(folder)}
      icon={folder.hasOwnPermissions ? <FolderLock /> : <Folder />}
      hasChildren={subfolders.has(folder.id)}
    >
      <FolderItems {...{ subfolders, openIds }} parentId={folder.id} />
    </TreeItem>
  )
}

/** Expands what the page is in; the user may still collapse it. */
function useExpansion(isOpen: boolean): [boolean, (isExpanded: boolean) => void] {
  const [choice, setChoice] = useState<boolean | null>(null)
  return [choice ?? isOpen, setChoice]
}

interface TreeItemProps {
  readonly name: string
  readonly to: string
  readonly icon: ReactNode
  readonly hasChildren: boolean
  readonly isExpanded: boolean
  readonly setExpanded: (isExpanded: boolean) => void
  readonly children: ReactNode
}

function TreeItem({ name, to, icon, hasChildren, isExpanded, setExpanded, children }: TreeItemProps) {
  const { t } = useTranslation()
  return (
    <li>
      <div className="flex items-center">
        {hasChildren ? (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={t('folders.expand', { folder: name })}
            onClick={() => setExpanded(!isExpanded)}
            className="flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken pointer-coarse:size-11"
          >
            <ChevronRight className={classNames('transition-transform duration-140', isExpanded && 'rotate-90')} />
          </button>
        ) : (
          <span className="size-6 shrink-0 pointer-coarse:size-11" />
        )}
        <RailLink to={to} icon={icon}>
          {name}
        </RailLink>
      </div>
      {isExpanded ? children : null}
    </li>
  )
}
