import type { FolderRecord, OpenedFolder, ProjectRecord } from '@kamar/contracts'
import { ChevronRight, Download, Ellipsis, FolderInput, FolderLock, Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button, IconButton } from '../../../platform/design/button.js'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { Menu, MenuItem, MenuSeparator } from '../../../platform/design/menu.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import { downloadArchive } from '../../../platform/files/download/download-archive.js'
import { folderPath, projectsPath } from '../../../platform/folders/folder-paths.js'
import { StarItem } from '../../../platform/folders/star-item.js'
import { hasMemberList, MembersLink } from '../../../platform/folders/members-link.js'
import { NameDialog } from '../../../platform/folders/name-dialog.js'
import { useProjectName, canChangeFolder, useFolderCalls, useProject } from '../../../platform/folders/use-folders.js'

const PermissionsDialog = lazy(async () => ({
  default: (await import('../../../platform/folders/permissions-dialog.js')).PermissionsDialog,
}))
const MoveDialog = lazy(async () => ({
  default: (await import('../../../platform/folders/move-dialog.js')).MoveDialog,
}))

type DialogName = 'create' | 'rename' | 'move' | 'permissions' | 'delete'

/** Renders the path of a folder, and what can be done with it. */
export function FolderHeader({ details }: { readonly details: OpenedFolder }) {
  const { t } = useTranslation()
  const { folder } = details
  const project = useProject(folder.projectId)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const mayChange = canChangeFolder(folder)
  return (
    <div className="flex min-h-13 items-center gap-x-2 border-b border-line px-3 sm:px-4">
      <Breadcrumb {...{ details, project }} />
      {project && hasMemberList(project) ? <MembersLink project={project} /> : null}
      {mayChange ? (
        <Button size="small" icon={<Plus />} onClick={() => setDialog('create')}>
          <span className="max-sm:sr-only">{t('folders.new')}</span>
        </Button>
      ) : null}
      <FolderMenu {...{ folder, project, onOpen: setDialog }} />
      <PartBoundary isFloating>
        <FolderDialog name={dialog} details={details} onClose={() => setDialog(null)} />
      </PartBoundary>
    </div>
  )
}

interface FolderMenuProps {
  readonly folder: FolderRecord
  readonly project: ProjectRecord | undefined
  readonly onOpen: (dialog: DialogName) => void
}

function FolderMenu({ folder, project, onOpen }: FolderMenuProps) {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  const isTop = folder.parentId === null
  const name = isTop && project ? getProjectName(project) : folder.name
  const canDelete = !isTop && folder.role === 'owner'
  return (
    <Menu
      trigger={
        <IconButton label={t('folders.actions', { folder: name })}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Download />} onSelect={() => void downloadArchive({ folderIds: [folder.id] })}>
        {t('files.download')}
      </MenuItem>
      <StarItem id={folder.id} />
      {canChangeFolder(folder) && !isTop ? (
        <>
          <MenuItem icon={<Pencil />} onSelect={() => onOpen('rename')}>
            {t('folders.rename')}
          </MenuItem>
          <MenuItem icon={<FolderInput />} onSelect={() => onOpen('move')}>
            {t('folders.moveTo')}
          </MenuItem>
        </>
      ) : null}
      {canDelete && project?.personal === false ? (
        <MenuItem icon={<FolderLock />} onSelect={() => onOpen('permissions')}>
          {t('folders.permissionsOf')}
        </MenuItem>
      ) : null}
      {canDelete ? (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={() => onOpen('delete')}>
            {t('folders.delete')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

interface BreadcrumbProps {
  readonly details: OpenedFolder
  readonly project: ProjectRecord | undefined
}

function Breadcrumb({ details: { folder, path }, project }: BreadcrumbProps) {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  const steps = [...path, folder].map(({ id, name }) => ({
    id,
    name: id === folder.projectId ? (project ? getProjectName(project) : '…') : name,
  }))
  return (
    <nav aria-label={t('folders.path')} className="min-w-0 grow">
      <ol className="flex min-w-0 flex-wrap items-center gap-0.5 text-14">
        <li className="max-sm:hidden">
          <Link to={projectsPath} className="rounded-control px-1.5 py-1 text-muted hover:bg-sunken">
            {t('folders.projects')}
          </Link>
        </li>
        {steps.map(({ id, name }, index) => (
          <Fragment key={id}>
            <li aria-hidden="true" className={index === 0 ? 'text-muted max-sm:hidden' : 'text-muted'}>
              <ChevronRight />
            </li>
            <li className="min-w-0">
              {id === folder.id ? (
                <h2 className="truncate px-1.5 text-14 font-semibold" aria-current="page">
                  {name}
                </h2>
              ) : (
                <Link
                  to={folderPath({ id, projectId: folder.projectId })}
                  className="block truncate rounded-control px-1.5 py-1 text-muted hover:bg-sunken"
                >
                  {name}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

interface FolderDialogProps {
  readonly name: DialogName | null
  readonly details: OpenedFolder
  readonly onClose: () => void
}

function FolderDialog({ name, details: { folder, path }, onClose }: FolderDialogProps) {
  const { t } = useTranslation()
  const calls = useFolderCalls()
  if (name === 'create')
    return (
      <NameDialog
        title={t('folders.new')}
        label={t('folders.name')}
        confirm={t('folders.create')}
        onConfirm={(text) => calls.create(folder, text)}
        onClose={onClose}
      />
    )
  if (name === 'rename')
    return (
      <NameDialog
        title={t('folders.rename')}
        label={t('folders.name')}
        confirm={t('folders.rename')}
        name={folder.name}
        onConfirm={(text) => calls.rename(folder, text)}
        onClose={onClose}
      />
    )
  if (name === 'permissions') return <PermissionsDialog folder={folder} onClose={onClose} />
  if (name === 'move') return <MoveDialog files={[]} folders={[folder]} onClose={onClose} />
  if (name === 'delete') return <DeleteFolderDialog folder={folder} parentId={path.at(-1)?.id} onClose={onClose} />
  return null
}

interface DeleteFolderDialogProps {
  readonly folder: FolderRecord
  readonly parentId: string | undefined
  readonly onClose: () => void
}

function DeleteFolderDialog({ folder, parentId, onClose }: DeleteFolderDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const calls = useFolderCalls()
  // Leaves the page first: the folder does not exist any more when its page is loaded again.
  const remove = async (): Promise<void> => {
    onClose()
    // At once: as a transition, React may render the next page only after the folder is gone.
    const parentPath = folderPath({ id: parentId ?? folder.projectId, projectId: folder.projectId })
    await navigate(parentPath, { flushSync: true })
    try {
      const { id } = await calls.remove(folder)
      notify(t('folders.deleted', { folder: folder.name }), {
        action: { label: t('files.undo'), run: () => void calls.restore(id) },
      })
    } catch (error) {
      notify(errorMessage(error), { tone: 'problem' })
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('folders.delete')}
      confirm={t('folders.delete')}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>{t('folders.deleteQuestion', { folder: folder.name })}</p>
      <p>{t('folders.deleteHint')}</p>
    </ConfirmDialog>
  )
}
