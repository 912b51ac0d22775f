import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import { refundQuota } from './quota.js'

/** Removes an application with its buckets and objects; their bytes follow when they are unreferenced. */
export async function removeApplication(transaction: Transaction<Database>, id: string): Promise<void> {
  await removeWhere(transaction, sql`application.id = ${id}`)
}

/** Removes every application of an account that is about to be deleted. */
export async function removeApplicationsByOwner(transaction: Transaction<Database>, ownerId: string): Promise<void> {
  await removeWhere(transaction, sql`application.owner_id = ${ownerId}`)
}

async function removeWhere(transaction: Transaction<Database>, condition: ReturnType<typeof sql>): Promise<void> {
  // Locked first, so that no upload adds to a bucket while it is counted.
  await sql`
    select storage_bucket.id from storage_bucket join application on application.id = storage_bucket.application_id
    where ${condition} for update`.execute(transaction)
  const { rows } = await sql<{ owner_id: string; bytes: number }>`
    select application.owner_id, coalesce(sum(object.size_bytes), 0)::bigint as bytes
    from application
    left join storage_bucket bucket on bucket.application_id = application.id
    left join storage_object object on object.bucket_id = bucket.id
    where ${condition} group by application.owner_id`.execute(transaction)
  await sql`delete from application where ${condition}`.execute(transaction)
  for (const { owner_id: ownerId, bytes } of rows) await refundQuota(transaction, { ownerId }, bytes)
}
