import { AppError } from '@kamar/core'
import { folderLimits } from '@kamar/contracts'
import { appendAuditEvents, type Database, fileNameKeys, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'
import { type FolderRow, listAccountFolders } from '../../domain/folders/folder-records.js'
import { readFolderName } from '../../domain/folders/names.js'
import { type PlannedFolder, PlannedTree } from '../../domain/folders/planned-tree.js'

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
  const tree = new PlannedTree(target, await listAccountFolders(transaction, actor.accountId, target.project_id))
  const ends = paths.map((path) => {
    const folder = tree.enter(path.map(readFolderName))
    if (!folder) throw new AppError('folder-too-deep', { most: folderLimits.levels })
    if (!folder.canChange) throw new AppError('not-allowed')
    return folder
  })
  tree.assertLimits()
  const folders = new Map<PlannedFolder | null, PathFolder>()
  const added: PathFolder[] = []
  for (const planned of tree.list()) {
    const folder = planned.row ?? createSubfolder(folders.get(planned.parent) ?? target, planned.names.at(-1) ?? '')
    folders.set(planned, folder)
    if (planned.row === null) added.push(folder)
  }
  await insertFolders(transaction, actor, { folders: added, projectId: target.project_id })
  return ends.map((end) => folders.get(end)?.id ?? target.id)
}

/** Folder that exists, or that is to be inserted. */
type PathFolder = Pick<FolderRow, 'id' | 'name' | 'parent_id' | 'ancestors' | 'area_id'>

const createSubfolder = ({ ancestors, area_id, id }: PathFolder, name: string): PathFolder => ({
  id: newId(),
  name,
  parent_id: id,
  ancestors: [...ancestors, id],
  area_id,
})

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
