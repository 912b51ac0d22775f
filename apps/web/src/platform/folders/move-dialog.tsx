import type { AccessEffects, FileRecord, FolderRecord, MoveForm, OperationForm, ProjectRecord } from '@kamar/contracts'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentDialog, FormButtons } from '../design/dialog.js'
import { FormError } from '../design/fields/form-error.js'
import { inputClass } from '../design/fields/text-field.js'
import { notify } from '../design/toasts-state.js'
import { useOperationCalls } from '../operations/use-operations.js'
import { useAsyncAction } from '../use-async-action.js'
import { AccessEffectsList } from './access-effects.js'
import { findSubtreeIds } from './folder-rows.js'
import { FolderTree } from './folder-tree.js'
import { QueryPending } from './query-pending.js'
import { useProjectName, canChangeFolder, useFolderCalls, useFolderTree, useProjects } from './use-folders.js'

/** Files of a bulk operation, by ids or a filter, without the target. */
export type BulkFiles = Pick<OperationForm, 'ids' | 'filter'> & { readonly kind: 'move' | 'copy' }

interface MoveDialogProps {
  /** The loaded ones of a bulk operation. */
  readonly files: readonly FileRecord[]
  readonly folders: readonly FolderRecord[]
  /** Set for a bulk operation, which can be undone. */
  readonly bulk?: BulkFiles | undefined
  /** Called once a bulk operation has begun. */
  readonly onBegin?: () => void
  readonly onClose: () => void
}

/** Renders the move of files and folders into a folder that the user chooses, or the copy of files. */
export function MoveDialog(props: MoveDialogProps) {
  const { t } = useTranslation()
  const projects = useProjects()
  const targets = projects.data?.filter(canContainTargets)
  return (
    <ContentDialog
      title={t(props.bulk?.kind === 'copy' ? 'folders.copy.title' : 'folders.move.title')}
      width="narrow"
      onClose={props.onClose}
    >
      {targets === undefined ? (
        <QueryPending query={projects} message="folders.move.failed" />
      ) : (
        <MoveFormFields {...props} projects={targets} />
      )}
    </ContentDialog>
  )
}

/** Returns whether the account may be an editor of a folder of the project. */
const canContainTargets = ({ role }: ProjectRecord): boolean =>
  role === 'owner' || role === 'editor' || role === 'folder'

type MoveFormFieldsProps = MoveDialogProps & { readonly projects: readonly ProjectRecord[] }

function MoveFormFields({ bulk, files, folders, onBegin, onClose, projects }: MoveFormFieldsProps) {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  const calls = useMoveCalls({ bulk, files, folders })
  const isCopy = bulk?.kind === 'copy'
  const [chosenProjectId, setChosenProjectId] = useState(() => findProjectId(files, folders))
  const [target, setTarget] = useState<FolderRecord | null>(null)
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const plan = useMovePlan(calls, target)
  const project = projects.find(({ id }) => id === chosenProjectId) ?? projects[0]
  if (!project) return <p className="text-14 text-pretty text-muted">{t('folders.move.nowhere')}</p>
  const projectName = getProjectName(project)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!target) return
    begin(async () => {
      await calls.move(target.id)
      onClose()
      if (bulk) onBegin?.()
      else notify(t('folders.move.moved', { folder: target.parentId === null ? projectName : target.name }))
    })
  }
  const chooseProject = (id: string): void => {
    setChosenProjectId(id)
    setTarget(null)
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <ProjectSelect {...{ projects, project, onChoose: chooseProject }} />
      <TargetTree key={project.id} {...{ files, folders, project, target, isCopy, onChoose: setTarget }} />
      <AccessEffectsList plan={plan} />
      <FormError text={error} />
      <FormButtons
        confirm={t(isCopy ? 'folders.copy.confirm' : 'folders.move.confirm')}
        busy={busy}
        canSubmit={plan.isSuccess}
        onCancel={onClose}
      />
    </form>
  )
}

interface MoveCalls {
  /** Identity of what is moved. */
  readonly subject: unknown
  readonly plan: (folderId: string) => Promise<AccessEffects>
  readonly move: (folderId: string) => Promise<unknown>
}

/** Returns the requests of a move: of a bulk operation, or of everything at once. */
function useMoveCalls({ bulk, files, folders }: Pick<MoveDialogProps, 'bulk' | 'files' | 'folders'>): MoveCalls {
  const calls = useFolderCalls()
  const bulkCalls = useOperationCalls()
  return useMemo(() => {
    if (bulk) {
      return {
        subject: bulk,
        plan: (folderId) => bulkCalls.plan({ ...bulk, folderId }),
        move: (folderId) => bulkCalls.begin({ ...bulk, folderId }),
      }
    }
    const form = toMoveForm(files, folders)
    return {
      subject: form,
      plan: (folderId) => calls.planMove(folderId, form),
      move: (folderId) => calls.move(folderId, form),
    }
  }, [bulk, bulkCalls, calls, files, folders])
}

const toMoveForm = (files: readonly FileRecord[], folders: readonly FolderRecord[]): MoveForm => ({
  fileIds: files.map(({ id }) => id),
  folders: folders.map(({ id, revision }) => ({ id, revision })),
})

const findProjectId = ([file]: readonly FileRecord[], [folder]: readonly FolderRecord[]): string | null =>
  file?.sharing?.projectId ?? folder?.projectId ?? null

/** Finds the folder that contains all files and folders to move, if they are in one. */
function findCurrentId(files: readonly FileRecord[], folders: readonly FolderRecord[]): string | null {
  const ids = new Set([...files.map(({ sharing }) => sharing?.folderId), ...folders.map(({ parentId }) => parentId)])
  const [id = null] = ids
  return ids.size === 1 ? id : null
}

/** Loads who would gain and lose access by a move; the result of an earlier target is ignored. */
function useMovePlan({ plan, subject }: MoveCalls, target: FolderRecord | null): UseQueryResult<AccessEffects> {
  return useQuery({
    queryKey: ['access-effects', 'move', target?.id, subject],
    queryFn: target === null ? skipToken : () => plan(target.id),
    // Permissions may have changed since an earlier choice of the same folder.
    staleTime: 0,
    gcTime: 0,
  })
}

interface ProjectSelectProps {
  readonly projects: readonly ProjectRecord[]
  readonly project: ProjectRecord
  readonly onChoose: (id: string) => void
}

function ProjectSelect({ projects, project, onChoose }: ProjectSelectProps) {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  return (
    <label className="block text-13 font-medium">
      {t('folders.move.project')}
      <select
        value={project.id}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={`${inputClass} mt-1.5 font-normal pointer-coarse:min-h-11`}
      >
        {projects.map((one) => (
          <option key={one.id} value={one.id}>
            {getProjectName(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface TargetTreeProps extends Pick<MoveDialogProps, 'files' | 'folders'> {
  readonly project: ProjectRecord
  readonly target: FolderRecord | null
  readonly isCopy: boolean
  readonly onChoose: (target: FolderRecord) => void
}

function TargetTree({ files, folders, isCopy, project, target, onChoose }: TargetTreeProps) {
  const { t } = useTranslation()
  const tree = useFolderTree(project.id)
  const topName = useProjectName()(project)
  const ids = useMemo(() => folders.map(({ id }) => id), [folders])
  const movedIds = useMemo(() => findSubtreeIds(tree.data ?? [], ids), [tree.data, ids])
  if (!tree.data) return <QueryPending query={tree} message="folders.move.failed" />
  const currentId = findCurrentId(files, folders)
  const isDisabled = (folder: FolderRecord): boolean =>
    !canChangeFolder(folder) || movedIds.has(folder.id) || (!isCopy && folder.id === currentId)
  return (
    <FolderTree
      label={t('folders.move.tree', { project: topName })}
      folders={tree.data}
      chosenId={target?.id ?? null}
      initialId={currentId}
      getNote={({ id }) => (id === currentId ? t('folders.move.current') : null)}
      {...{ topName, isDisabled, onChoose }}
    />
  )
}
