import { AppError } from '@kamar/core'
import type {
  AccessEffects,
  FolderChange,
  FolderDeletion,
  FolderForm,
  FolderPaths,
  FolderPathsForm,
  FolderPermissions,
  FolderPermissionsForm,
  FolderRecord,
  MoveResult,
  MoveForm,
  OpenedFolder,
  VisibleFolders,
} from '@kamar/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { isIdentifier, type OwnedFileRow, selectAccountFiles, subjectOf } from '../../domain/files/file-records.js'
import {
  findUsableFolder,
  type FolderRow,
  isInSubtree,
  isRoot,
  listAccountFolders,
  readPath,
  selectAccountFolders,
  toFolderRecord,
} from '../../domain/folders/folder-records.js'
import { assertMovable } from '../../domain/folders/assert-movable.js'
import { compareAreas } from '../../domain/folders/effects.js'
import { followFiles, moveFiles, moveUsedBytes } from '../../domain/folders/move-files.js'
import { publishFolders } from '../../domain/folders/publish-folders.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { changeAccess } from '../../domain/projects/change-access.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import { cancelUnlessNeeded } from '../../domain/versions/cancel-unless-needed.js'
import { deleteFolder, findDeletion, listDeletions, purgeDeletion, restoreDeletion, toDeletion } from './deletions.js'
import { createFolderPaths } from './folder-paths.js'
import { insertFolder, relocateFolder, renameFolder } from './folder-tree.js'
import { planPermissions, readPermissions, readVisibleFolders, setPermissions } from './permissions.js'

/** Folder of a request, and the revision that its change is based on. */
interface ChangedFolder {
  readonly id: string
  readonly action: Action
  readonly revision: number
}

/** Manages the folders of projects: tree, permissions, moves, bin. */
export class FolderService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the folders of a project that the account sees, the top first; throws `not-found` if it sees none. */
  async list(actor: AccountActor, projectId: string): Promise<FolderRecord[]> {
    const { database } = this.#context
    await findUsableFolder(database, actor, { id: projectId })
    return (await listAccountFolders(database, actor.accountId, projectId)).map(toFolderRecord)
  }

  async open(actor: AccountActor, id: string): Promise<OpenedFolder> {
    const { database } = this.#context
    const row = await findUsableFolder(database, actor, { id })
    const folders = await selectAccountFolders(database, actor.accountId)
      .where('folder.parent_id', '=', row.id)
      .orderBy('folder.sort_name')
      .execute()
    return {
      folder: toFolderRecord(row),
      path: await readPath(database, actor.accountId, row),
      folders: folders.map(toFolderRecord),
    }
  }

  async create(actor: AccountActor, projectId: string, { name, parentId }: FolderForm): Promise<FolderRecord> {
    return this.#context.transact(async (unit) => {
      const { transaction } = unit
      const address = { id: parentId ?? projectId, action: 'folder:create' } as const
      const { project_id: lockedId } = await findUsableFolder(transaction, actor, address)
      if (lockedId !== projectId) throw new AppError('not-found')
      await lockProjects(transaction, [projectId])
      // Read again: it may have been moved or deleted before the lock.
      const parent = await findUsableFolder(transaction, actor, address)
      const id = await insertFolder(transaction, actor, { parent, name })
      publishFolders(unit, [projectId])
      return toFolderRecord(await findUsableFolder(transaction, actor, { id }))
    })
  }

  /** Creates the folders of paths below a folder that do not exist yet; returns the ids of the last of each path. */
  async createPaths(actor: AccountActor, id: string, { paths }: FolderPathsForm): Promise<FolderPaths> {
    return this.#context.transact(async (unit) => {
      const { transaction } = unit
      const address = { id, action: 'folder:create' } as const
      const { project_id: projectId } = await findUsableFolder(transaction, actor, address)
      await lockProjects(transaction, [projectId])
      const folder = await findUsableFolder(transaction, actor, address)
      const folderIds = await createFolderPaths(transaction, actor, { folder, paths })
      publishFolders(unit, [projectId])
      return { folderIds }
    })
  }

  async rename(actor: AccountActor, id: string, { name, revision }: FolderChange): Promise<FolderRecord> {
    return this.#change(actor, { id, action: 'folder:rename', revision }, async ({ transaction }, folder) => {
      await renameFolder(transaction, actor, { folder, name })
      return toFolderRecord(await findUsableFolder(transaction, actor, { id }))
    })
  }

  /** Moves a folder to the bin and stops the translations that nothing else needs. */
  async remove(actor: AccountActor, id: string, revision: number): Promise<FolderDeletion> {
    const { deletion, files } = await this.#change(
      actor,
      { id, action: 'folder:delete', revision },
      async ({ transaction }, folder) => {
        const { files: deleted, id: deletionId } = await deleteFolder(transaction, actor, folder)
        const row = await findDeletion(transaction, actor, deletionId)
        return { deletion: await toDeletion(transaction, row), files: deleted }
      },
    )
    for (const file of files) await cancelUnlessNeeded(this.#context, file)
    return deletion
  }

  async listDeletions(actor: AccountActor, projectId: string): Promise<FolderDeletion[]> {
    const { database } = this.#context
    const { project_id: id } = await findUsableFolder(database, actor, { id: projectId, action: 'folder:delete' })
    return listDeletions(database, actor, id)
  }

  /** Lists the deleted folders of all projects that the actor may restore. */
  async listAllDeletions(actor: AccountActor): Promise<FolderDeletion[]> {
    return listDeletions(this.#context.database, actor)
  }

  async restore(actor: AccountActor, deletionId: string): Promise<FolderRecord> {
    const { database, transact } = this.#context
    const { project_id: projectId } = await findDeletion(database, actor, deletionId)
    return transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [projectId])
      const deletion = await findDeletion(transaction, actor, deletionId)
      const fileIds = await restoreDeletion(transaction, actor, deletion)
      for (const fileId of fileIds) unit.publish('file', { type: 'changed', fileId })
      publishFolders(unit, [projectId])
      return toFolderRecord(await findUsableFolder(transaction, actor, { id: deletion.id }))
    })
  }

  async purge(actor: AccountActor, deletionId: string): Promise<void> {
    const { database } = this.#context
    await purgeDeletion(database, actor, await findDeletion(database, actor, deletionId))
  }

  /** Lists who would gain and lose access by a move. */
  async planMove(actor: AccountActor, id: string, form: MoveForm): Promise<AccessEffects> {
    const { database } = this.#context
    const { files, folders, target } = await this.#findMove(database, actor, { id, form })
    const inheriting = folders.filter((folder) => folder.area_id !== folder.id)
    const from = new Set([...files, ...inheriting].map((row) => row.area_id))
    return compareAreas(database, { from: [...from], to: target.area_id })
  }

  /** Moves files and folders into a folder, all or none. */
  async move(actor: AccountActor, id: string, form: MoveForm): Promise<MoveResult> {
    const { database, transact } = this.#context
    const planned = await this.#findMove(database, actor, { id, form })
    const projectIds = [...planned.files, ...planned.folders, planned.target].map((row) => row.project_id)
    const lockedIds = [...new Set(projectIds)]
    return transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, lockedIds)
      const { files, folders, target } = await this.#findMove(transaction, actor, { id, form })
      for (const folder of folders) await moveFolder(unit, { folder, target })
      await moveFiles(unit, actor, { files, folder: target })
      publishFolders(unit, lockedIds)
      return { files: files.length, folders: folders.length }
    })
  }

  async permissions(actor: AccountActor, id: string): Promise<FolderPermissions> {
    const { database } = this.#context
    return readPermissions(database, await findUsableFolder(database, actor, { id, action: 'folder:permissions' }))
  }

  async setPermissions(
    actor: AccountActor,
    id: string,
    { revision, rules }: FolderPermissionsForm,
  ): Promise<FolderPermissions> {
    return this.#change(actor, { id, action: 'folder:permissions', revision }, async (unit, folder) => {
      const { transaction } = unit
      await changeAccess(unit, [folder.project_id], () => setPermissions(transaction, actor, { folder, rules }))
      return readPermissions(transaction, await findUsableFolder(transaction, actor, { id }))
    })
  }

  async planPermissions(actor: AccountActor, id: string, { rules }: FolderPermissionsForm): Promise<AccessEffects> {
    const { database } = this.#context
    const folder = await findUsableFolder(database, actor, { id, action: 'folder:permissions' })
    return planPermissions(database, folder, rules)
  }

  async visibleFolders(actor: AccountActor, projectId: string, accountId: string): Promise<VisibleFolders> {
    const { database } = this.#context
    const top = await findUsableFolder(database, actor, { id: projectId, action: 'folder:permissions' })
    if (!isRoot(top) || !isIdentifier(accountId)) throw new AppError('not-found')
    return readVisibleFolders(database, { accountId, projectId })
  }

  /** Runs a change of a folder other than the top, unless somebody else changed it since it was read. */
  async #change<Value>(
    actor: AccountActor,
    { action, id, revision }: ChangedFolder,
    change: (unit: UnitOfWork, folder: FolderRow) => Promise<Value>,
  ): Promise<Value> {
    const { database, transact } = this.#context
    const { project_id: projectId } = await findUsableFolder(database, actor, { id, action })
    return transact(async (unit) => {
      const { transaction } = unit
      await lockProjects(transaction, [projectId])
      const folder = await findUsableFolder(transaction, actor, { id, action })
      if (isRoot(folder)) throw new AppError('not-allowed')
      await assertRevision(transaction, actor, { folder, revision })
      const value = await change(unit, folder)
      publishFolders(unit, [projectId])
      return value
    })
  }

  /**
   * Finds the files and folders of a move and its target. Editors of both places may move within a project; into another
   * one only an owner of both, and only where one account pays for both.
   */
  async #findMove(
    connection: Kysely<Database>,
    actor: AccountActor,
    { form, id }: { readonly id: string; readonly form: MoveForm },
  ): Promise<Move> {
    const target = await findUsableFolder(connection, actor, { id, action: 'folder:create' })
    const files = await findFiles(connection, actor, form.fileIds)
    const folders: FolderRow[] = []
    for (const { id: folderId, revision } of form.folders) {
      const folder = await findUsableFolder(connection, actor, { id: folderId, action: 'folder:move' })
      if (isRoot(folder)) throw new AppError('not-allowed')
      await assertRevision(connection, actor, { folder, revision })
      folders.push(folder)
    }
    for (const row of [...files, ...folders]) assertMovable(actor, row, target)
    return { files, folders, target }
  }
}

interface Move {
  readonly files: readonly OwnedFileRow[]
  readonly folders: readonly FolderRow[]
  readonly target: FolderRow
}

async function findFiles(
  connection: Kysely<Database>,
  actor: AccountActor,
  ids: readonly string[],
): Promise<readonly OwnedFileRow[]> {
  if (ids.length === 0) return []
  const uniqueIds = [...new Set(ids)]
  const rows = await selectAccountFiles(connection, actor.accountId)
    .where(sql<boolean>`file.id = any(${uniqueIds}::uuid[])`)
    .where('file.deleted_at', 'is', null)
    .execute()
  if (rows.length < uniqueIds.length) throw new AppError('not-found')
  if (rows.some((row) => !can(actor, 'file:move', subjectOf(row)))) throw new AppError('not-allowed')
  return rows
}

/** Throws `moved-meanwhile` with the new place of a folder that somebody else moved, `changed-meanwhile` for others. */
async function assertRevision(
  connection: Kysely<Database>,
  actor: AccountActor,
  { folder, revision }: { readonly folder: FolderRow; readonly revision: number },
): Promise<void> {
  if (folder.revision === revision) return
  const path = await readPath(connection, actor.accountId, folder)
  const names = path.map(({ name }) => name).filter((name) => name !== '')
  throw new AppError('moved-meanwhile', { place: [...names, folder.name].join(' / ') })
}

async function moveFolder(
  { publish, transaction }: UnitOfWork,
  { folder, target }: { readonly folder: FolderRow; readonly target: FolderRow },
): Promise<void> {
  const files = await listSubtreeFiles(transaction, folder.id)
  await relocateFolder(transaction, { folder, parent: target, name: folder.name })
  if (folder.project_id !== target.project_id) await moveUsedBytes(transaction, files, target.project_id)
  await followFiles(
    transaction,
    files.map((file) => file.id),
    target.project_id,
  )
  for (const file of files) {
    // An area below the folder moves with it; one above is replaced by that of the target.
    if (file.area_id === target.area_id || !folder.ancestors.includes(file.area_id)) continue
    publish('file', { type: 'removed', areaId: file.area_id, fileId: file.id })
    publish('file', { type: 'changed', fileId: file.id })
  }
}

interface SubtreeFile {
  readonly id: string
  readonly area_id: string
  readonly project_id: string
}

async function listSubtreeFiles(transaction: Transaction<Database>, folderId: string): Promise<readonly SubtreeFile[]> {
  const { rows } = await sql<SubtreeFile>`
    select file.id, file.area_id, file.project_id from file join folder on folder.id = file.folder_id
    where ${isInSubtree(folderId)}`.execute(transaction)
  return rows
}
