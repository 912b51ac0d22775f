import { toPayer } from '../quota/payer.js'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { refundQuota } from '../quota/quota.js'
import { storedParts } from '../quota/stored-bytes.js'

/** File to purge, in the bin since before a moment; `actor` is null when its retention ended. */
export interface Purge {
  readonly id: string
  readonly before: Date
  readonly actor: string | null
}

/** A time after every deletion so far, also where the clock of the database is ahead. */
export const tomorrow = (): Date => new Date(Date.now() + 24 * 3_600_000)

/**
 * Purges the folders in the bin since before a moment, of one payer or all, once their files are purged: whatever a
 * deleted folder contains was deleted with it or before.
 */
export async function purgeFolders(
  database: Kysely<Database>,
  { before, ownerId = null }: { readonly before: Date; readonly ownerId?: string | null },
): Promise<void> {
  await sql`
    delete from folder using project
    where project.id = folder.project_id and project.owner_id = coalesce(${ownerId}::uuid, project.owner_id)
      and folder.deleted_at < ${before} and not exists (
        select from file join folder as place on place.id = file.folder_id
        where place.id = folder.id or place.ancestors @> array[folder.id])`.execute(database)
}

/** Purges files of the bin at once, on the request of their owner. */
export async function purgeFiles(database: Kysely<Database>, ids: readonly string[], actor: string): Promise<void> {
  const before = tomorrow()
  for (const id of ids) {
    await database.transaction().execute((transaction) => purgeFile(transaction, { id, before, actor }))
  }
}

/** Deletes the rows of a file and frees the quota; the bytes follow when they are unreferenced. */
export async function purgeFile(transaction: Transaction<Database>, { id, before, actor }: Purge): Promise<void> {
  const { rows } = await sql<{ owner_id: string; project_id: string; description: string; size_bytes: number }>`
    select project.owner_id, file.project_id, file.description,
      (select coalesce(sum(size_bytes), 0) from ${storedParts} as part where part.file_id = file.id)::bigint as size_bytes
    from file join project on project.id = file.project_id
    where file.id = ${id} and file.deleted_at < ${before}
    for update of file`.execute(transaction)
  const file = rows[0]
  // Restored since the files were listed.
  if (!file) return
  await transaction.deleteFrom('file').where('id', '=', id).execute()
  await refundQuota(transaction, toPayer(file), file.size_bytes)
  // The name is deleted with the file: earlier rows about it are shown with the one in this row.
  const details = { name: file.description }
  await appendAuditEvent(transaction, { actor, action: 'file.purge', subject: id, details })
}
