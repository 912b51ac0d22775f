import { AppError } from '@kamar/core'
import type { FolderDeletion } from '@kamar/contracts'
import { appendAuditEvents, type Database, newId, type TranslationState } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import { purgeFiles } from '../../domain/files/purge-files.js'
import { findActiveFolder, type FolderRow, isInSubtree } from '../../domain/folders/folder-records.js'
import { findFreeFolderName } from '../../domain/folders/names.js'
import { relocateFolder } from './folder-tree.js'

/** Ids of one audit event of a deletion or restoration. */
const idsPerEvent = 1_000

/** File that a deletion moved to the bin. */
export interface DeletedFile {
  readonly id: string
  readonly translation_id: string | null
  readonly state: TranslationState | null
}

/** Moves a folder with everything below it to the bin, as one deletion; the project is locked. */
export async function deleteFolder(
  transaction: Transaction<Database>,
  actor: AccountActor,
  folder: FolderRow,
): Promise<{ readonly id: string; readonly files: readonly DeletedFile[] }> {
  const id = newId()
  await sql`
    update folder set deleted_at = now(), deletion_id = ${id}, revision = revision + 1
    where ${isInSubtree(folder.id)} and deleted_at is null`.execute(transaction)
  const { rows: files } = await sql<DeletedFile>`
    update file set deleted_at = now(), deletion_id = ${id}
    from folder, file_version as version left join translation on translation.id = version.translation_id
    where file.folder_id = folder.id and folder.deletion_id = ${id} and version.id = file.current_version_id
      and file.deleted_at is null
    returning file.id, version.translation_id, translation.state`.execute(transaction)
  await noteFiles(transaction, actor, { action: 'folder.bin', folder, fileIds: files.map((file) => file.id) })
  return { id, files }
}

interface FilesNote {
  readonly action: 'folder.bin' | 'folder.restore' | 'folder.purge'
  readonly folder: { readonly id: string; readonly name: string }
  readonly fileIds: readonly string[]
}

/** Writes one audit event for each thousand files; one for a folder without any. */
async function noteFiles(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { action, fileIds, folder }: FilesNote,
): Promise<void> {
  const count = Math.max(1, Math.ceil(fileIds.length / idsPerEvent))
  const events = Array.from({ length: count }, (_, index) => ({
    actor: actor.accountId,
    action,
    subject: folder.id,
    details: { name: folder.name, files: fileIds.slice(index * idsPerEvent, (index + 1) * idsPerEvent) },
  }))
  await appendAuditEvents(transaction, events)
}

/** Selects the deletions of folders with the actor's role where they were. */
function selectDeletions(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('folder')
    .innerJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'folder.area_id').on('access.account_id', '=', accountId),
    )
    .selectAll('folder')
    .select('access.role')
    .where('folder.deletion_id', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('folder as above')
            .select('above.id')
            .whereRef('above.id', '=', 'folder.parent_id')
            .whereRef('above.deletion_id', '=', 'folder.deletion_id'),
        ),
      ),
    )
}

type DeletionRow = Awaited<ReturnType<ReturnType<typeof selectDeletions>['executeTakeFirstOrThrow']>>

/** Lists the deleted folders of a project, by default of all, that the actor may restore, last deleted first. */
export async function listDeletions(
  connection: Kysely<Database>,
  actor: AccountActor,
  projectId?: string,
): Promise<FolderDeletion[]> {
  const rows = await selectDeletions(connection, actor.accountId)
    .$if(projectId !== undefined, (query) => query.where('folder.project_id', '=', projectId ?? ''))
    .orderBy('folder.deletion_id', 'desc')
    .execute()
  const restorable = rows.filter((row) => mayDelete(actor, row))
  return Promise.all(restorable.map((row) => toDeletion(connection, row)))
}

/** Finds a deletion that the actor may restore; throws `not-found`. */
export async function findDeletion(
  connection: Kysely<Database>,
  actor: AccountActor,
  id: string,
): Promise<DeletionRow> {
  const row = isIdentifier(id)
    ? await selectDeletions(connection, actor.accountId).where('folder.deletion_id', '=', id).executeTakeFirst()
    : undefined
  if (!row || !mayDelete(actor, row)) throw new AppError('not-found')
  return row
}

const mayDelete = (actor: AccountActor, { role }: DeletionRow): boolean =>
  can(actor, 'folder:delete', { role, isExample: false })

/** Converts a row for the API. */
export async function toDeletion(connection: Kysely<Database>, row: DeletionRow): Promise<FolderDeletion> {
  const { rows } = await sql<{ files: number; folders: number; path: string[] }>`
    select (select count(*)::int from file where deletion_id = ${row.deletion_id}) as files,
      (select count(*)::int from folder where deletion_id = ${row.deletion_id}) as folders,
      array(select name from folder where id = any(${row.ancestors}::uuid[]) order by cardinality(ancestors)) as path
    `.execute(connection)
  const { files = 0, folders = 0, path = [] } = rows[0] ?? {}
  const deletedAt = (row.deleted_at ?? row.created_at).toISOString()
  return { id: row.deletion_id ?? '', name: row.name, path, files, folders, deletedAt }
}

/**
 * Restores a deletion under the closest folder above that is not in the bin; what was deleted before it stays there.
 * The project is locked.
 */
export async function restoreDeletion(
  transaction: Transaction<Database>,
  actor: AccountActor,
  deletion: DeletionRow,
): Promise<readonly string[]> {
  const parent = await findActiveFolder(transaction, deletion.parent_id ?? deletion.project_id)
  const name = await findFreeFolderName(transaction, parent.id, deletion.name)
  if (parent.id !== deletion.parent_id || name !== deletion.name)
    await relocateFolder(transaction, { folder: deletion, parent, name })
  const { deletion_id: id } = deletion
  const { rows: files } = await sql<{ id: string }>`
    update file set deleted_at = null, deletion_id = null where deletion_id = ${id} returning id`.execute(transaction)
  await sql`
    update folder set deleted_at = null, deletion_id = null, revision = revision + 1
    where deletion_id = ${id}`.execute(transaction)
  const fileIds = files.map((file) => file.id)
  await noteFiles(transaction, actor, { action: 'folder.restore', folder: deletion, fileIds })
  return fileIds
}

/** Deletes a folder of the bin for good, with everything below it, whenever that was deleted. */
export async function purgeDeletion(
  database: Kysely<Database>,
  actor: AccountActor,
  deletion: DeletionRow,
): Promise<void> {
  const { rows: files } = await sql<{ id: string }>`
    select file.id from file join folder on folder.id = file.folder_id
    where ${isInSubtree(deletion.id)}`.execute(database)
  const fileIds = files.map((file) => file.id)
  await purgeFiles(database, fileIds, actor.accountId)
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('folder').where('id', '=', deletion.id).execute()
    await noteFiles(transaction, actor, { action: 'folder.purge', folder: deletion, fileIds: [] })
  })
}
