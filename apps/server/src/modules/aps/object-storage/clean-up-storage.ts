import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { refundQuota } from '../../../domain/quota/quota.js'

const dayMilliseconds = 24 * 3_600_000
const rowsPerRound = 500

/**
 * Removes expired objects, abandoned uploads, and signed resources that ended a day ago. Housekeeping deletes the bytes
 * once they are unreferenced.
 */
export async function cleanUpObjectStorage(database: Kysely<Database>, now: Date): Promise<void> {
  await database.deleteFrom('object_upload').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('signed_resource')
    .where('expires_at', '<', new Date(now.getTime() - dayMilliseconds))
    .execute()
  while ((await removeExpired(database, now)) === rowsPerRound);
}

async function removeExpired(database: Kysely<Database>, now: Date): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ owner_id: string; size_bytes: number }>`
      with expired as (
        delete from storage_object where id in (
          select id from storage_object where expires_at <= ${now} limit ${rowsPerRound} for update skip locked)
        returning bucket_id, size_bytes)
      select application.owner_id, expired.size_bytes from expired
      join storage_bucket bucket on bucket.id = expired.bucket_id
      join application on application.id = bucket.application_id`.execute(transaction)
    const readParts = new Map<string, number>()
    for (const { owner_id: owner, size_bytes: bytes } of rows) readParts.set(owner, (readParts.get(owner) ?? 0) + bytes)
    for (const owner of [...readParts.keys()].toSorted())
      await refundQuota(transaction, { ownerId: owner }, readParts.get(owner) ?? 0)
    return rows.length
  })
}
