import { limits } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { refundQuota } from '../../domain/quota/application-storage.js'

const dayMilliseconds = 24 * 3_600_000

/**
 * Purges files that have been in the bin for thirty days: deletes the rows and frees the quota; the bytes follow when
 * they are unreferenced.
 */
export async function purgeBin(database: Kysely<Database>, now: Date = new Date()): Promise<number> {
  const before = new Date(now.getTime() - limits.binRetentionDays * dayMilliseconds)
  const old = await database.selectFrom('file').select('id').where('deleted_at', '<', before).execute()
  for (const { id } of old) {
    await database.transaction().execute((transaction) => purgeFile(transaction, { id, before, actor: null }))
  }
  return old.length
}

/** File to purge, in the bin since before a moment; `actor` is null when its retention ended. */
interface Purge {
  readonly id: string
  readonly before: Date
  readonly actor: string | null
}

/** Purges files of the bin at once, on the request of their owner. */
export async function purgeFiles(database: Kysely<Database>, ids: readonly string[], actor: string): Promise<void> {
  const before = new Date(Date.now() + dayMilliseconds)
  for (const id of ids) {
    await database.transaction().execute((transaction) => purgeFile(transaction, { id, before, actor }))
  }
}

async function purgeFile(transaction: Transaction<Database>, { id, before, actor }: Purge): Promise<void> {
  const { rows } = await sql<{ owner_id: string; description: string; size_bytes: number }>`
    select project.owner_id, file.description,
      (select coalesce(sum(size_bytes), 0) from file_version where file_id = file.id)::bigint
      + (select coalesce(sum(companion.size_bytes), 0) from companion
           join file_version on file_version.id = companion.file_version_id where file_id = file.id)::bigint
      + (select coalesce(sum(topic_attachment.size_bytes), 0) from topic_attachment
           join topic on topic.id = topic_attachment.topic_id where file_id = file.id)::bigint as size_bytes
    from file join project on project.id = file.project_id
    where file.id = ${id} and file.deleted_at < ${before}
    for update of file`.execute(transaction)
  const file = rows[0]
  // Restored since the files were listed.
  if (!file) return
  await transaction.deleteFrom('file').where('id', '=', id).execute()
  await refundQuota(transaction, file.owner_id, file.size_bytes)
  // The name is deleted with the file: earlier rows about it are shown with the one in this row.
  const details = { name: file.description }
  await appendAuditEvent(transaction, { actor, action: 'file.purge', subject: id, details })
}
