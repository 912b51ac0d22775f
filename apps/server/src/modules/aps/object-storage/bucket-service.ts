import { type Bucket, type BucketPage, type NewBucket, type PageQuery, ProtocolError } from '@kamar/aps'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import { refundQuota } from '../../../domain/quota/quota.js'
import { findBucket, selectBuckets, type StoredBucket } from './find-object.js'

type NewBucketForm = z.output<typeof NewBucket>

const defaultRegion = 'US'

/** Creates a bucket; throws 409 when the application already has one with this key. */
export async function createBucket(
  database: Kysely<Database>,
  application: ApplicationActor,
  { bucketKey, policyKey, region }: NewBucketForm & { readonly region: string | undefined },
): Promise<Bucket> {
  const inserted = await database
    .insertInto('storage_bucket')
    .values({
      id: newId(),
      application_id: application.applicationId,
      bucket_key: bucketKey,
      policy: policyKey,
      region: region ?? defaultRegion,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new ProtocolError(409, 'Bucket already exists')
  return toBucket(await findBucket(database, application, bucketKey))
}

/** Lists a page of the application's buckets by key, with the key after which the next page starts. */
export async function listBuckets(
  database: Kysely<Database>,
  application: ApplicationActor,
  { limit, startAt = '' }: PageQuery,
): Promise<{ readonly items: BucketPage['items']; readonly nextKey: string | null }> {
  const rows = await selectBuckets(database)
    .where('bucket.application_id', '=', application.applicationId)
    .where('bucket.bucket_key', '>', startAt)
    .orderBy('bucket.bucket_key')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map((row) => {
    const { bucketKey, createdDate, policyKey } = toBucket(row)
    return { bucketKey, createdDate, policyKey }
  })
  return { items, nextKey: rows.length > limit ? (items.at(-1)?.bucketKey ?? null) : null }
}

/** Deletes a bucket with everything in it and frees its quota. */
export async function deleteBucket(
  database: Kysely<Database>,
  application: ApplicationActor,
  bucketKey: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { id, ownerId } = await findBucket(transaction, application, bucketKey)
    await transaction.selectFrom('storage_bucket').select('id').where('id', '=', id).forUpdate().execute()
    const { rows } = await sql<{ bytes: number; objects: number }>`
      select coalesce(sum(size_bytes), 0)::bigint as bytes, count(*)::int as objects
      from storage_object where bucket_id = ${id}`.execute(transaction)
    const { bytes = 0, objects = 0 } = rows[0] ?? {}
    await transaction.deleteFrom('storage_bucket').where('id', '=', id).execute()
    await refundQuota(transaction, { ownerId }, bytes)
    await appendAuditEvent(transaction, {
      actor: ownerId,
      action: 'application.delete-bucket',
      subject: application.applicationId,
      details: { bucketKey, objects, bytes },
    })
  })
}

export function toBucket({ bucketKey, clientId, createdAt, policy }: StoredBucket): Bucket {
  return {
    bucketKey,
    bucketOwner: clientId,
    createdDate: createdAt.getTime(),
    permissions: [{ authId: clientId, access: 'full' }],
    policyKey: policy,
  }
}
