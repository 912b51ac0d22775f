import { AppError } from '@kamar/core'
import { folderLimits } from '@kamar/contracts'
import { appendAuditEvents, type Database, fileNameKeys, foldForSearch, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'
import { type FolderRow, listAccountFolders } from '../../domain/folders/folder-records.js'
import { readFolderName } from '../../domain/folders/names.js'

/** Folder on a path: one that exists, or one to be inserted. */
type PathFolder = Pick<FolderRow, 'id' | 'name' | 'parent_id' | 'ancestors' | 'area_id' | 'role'>

const toKey = (parentId: string | null, name: string): string => `${parentId ?? ''}/${foldForSearch(name)}`

/**
 * Creates the folders of paths below a folder that do not exist yet; returns the id of the last folder of each path. The
 * project is locked. Throws the errors of names, `not-allowed`, `folder-too-deep`, `too-many`, and `name-taken` for the
 * name of a folder that the actor does not see.
 */
export async function createFolderPaths(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { folder: target, paths }: { readonly folder: FolderRow; readonly paths: readonly (readonly string[])[] },
): Promise<string[]> {
  const present = await listAccountFolders(transaction, actor.accountId, target.project_id)
  const folders = new Map<string, PathFolder>(present.map((row) => [toKey(row.parent_id, row.name), row]))
  const added: PathFolder[] = []
  const enter = (parent: PathFolder, typed: string): PathFolder => {
    const name = readFolderName(typed)
    const key = toKey(parent.id, name)
    const existing = folders.get(key)
    if (existing) return existing
    const folder = createSubfolder(actor, parent, name)
    folders.set(key, folder)
    added.push(folder)
    return folder
  }
  const ends = paths.map((path) => path.reduce(enter, target as PathFolder))
  for (const folder of ends) assertCanChange(actor, folder)
  assertLimits([...folders.values()], added)
  await insertFolders(transaction, actor, { folders: added, projectId: target.project_id })
  return ends.map(({ id }) => id)
}

function createSubfolder(actor: AccountActor, parent: PathFolder, name: string): PathFolder {
  assertCanChange(actor, parent)
  if (parent.ancestors.length >= folderLimits.levels)
    throw new AppError('folder-too-deep', { most: folderLimits.levels })
  const { area_id, ancestors, role } = parent
  return { id: newId(), name, parent_id: parent.id, ancestors: [...ancestors, parent.id], area_id, role }
}

function assertCanChange(actor: AccountActor, { role }: PathFolder): void {
  if (!can(actor, 'folder:create', { role, isExample: false })) throw new AppError('not-allowed')
}

function assertLimits(folders: readonly PathFolder[], added: readonly PathFolder[]): void {
  const { foldersPerProject, subfoldersPerFolder } = folderLimits
  // The top of the project is not counted.
  if (folders.length - 1 > foldersPerProject) throw new AppError('too-many', { most: foldersPerProject })
  const counts = new Map<string | null, number>()
  for (const { parent_id: id } of folders) counts.set(id, (counts.get(id) ?? 0) + 1)
  if (added.some(({ parent_id: id }) => (counts.get(id) ?? 0) > subfoldersPerFolder))
    throw new AppError('too-many', { most: subfoldersPerFolder })
}

/** Rows of one statement, far below the 65,535 parameters of the protocol. */
const rowsPerStatement = 1_000

async function insertFolders(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { folders, projectId }: { readonly folders: readonly PathFolder[]; readonly projectId: string },
): Promise<void> {
  for (let start = 0; start < folders.length; start += rowsPerStatement) {
    const rows = folders.slice(start, start + rowsPerStatement).map(({ area_id, ancestors, id, name, parent_id }) => ({
      id,
      project_id: projectId,
      parent_id,
      name,
      ...fileNameKeys(name),
      ancestors: [...ancestors],
      area_id,
    }))
    await refuseDuplicates('name-taken', () => transaction.insertInto('folder').values(rows).execute(), {
      name: rows[0]?.name ?? '',
    })
  }
  await appendAuditEvents(
    transaction,
    folders.map(({ id, name, parent_id: parent }) => ({
      actor: actor.accountId,
      action: 'folder.create',
      subject: id,
      details: { name, parent },
    })),
  )
}
