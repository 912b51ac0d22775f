import { ProtocolError, retentionHours } from '@kamar/aps'
import { type Database, newId } from '@kamar/database'
import type { Transaction } from 'kysely'
import { insertBlob } from '../../../domain/files/insert-blob.js'
import { chargeQuota, refundQuota } from '../../../domain/quota/quota.js'
import type { StoredBucket } from './find-object.js'

const hourMilliseconds = 3_600_000

/** Content-addressed bytes in the store. */
export interface ObjectContent {
  readonly sha256: string
  readonly sizeBytes: number
  readonly sha1: string
}

/** New content of a key of a bucket. */
export interface ObjectWrite {
  readonly bucket: StoredBucket
  readonly objectKey: string
  readonly content: ObjectContent
  readonly contentType: string
  readonly metadata: string | null
  readonly now: Date
}

/**
 * Writes an object at its key in the caller's transaction and replaces an earlier one; the difference counts towards
 * the plan. Bucket, object and account are locked in this order everywhere.
 */
export async function writeObject(transaction: Transaction<Database>, write: ObjectWrite): Promise<void> {
  const { bucket, content, objectKey } = write
  await holdBucket(transaction, bucket.id)
  const before = await transaction
    .selectFrom('storage_object')
    .select(['id', 'size_bytes'])
    .where('bucket_id', '=', bucket.id)
    .where('object_key', '=', objectKey)
    .forUpdate()
    .executeTakeFirst()
  await insertBlob(transaction, content)
  await (before ? replace(transaction, before.id, write) : insert(transaction, write))
  const growth = content.sizeBytes - (before?.size_bytes ?? 0)
  if (growth > 0) await chargeQuota(transaction, bucket, growth)
  if (growth < 0) await refundQuota(transaction, bucket, -growth)
}

/** Locks the bucket against deletion; one writer of a bucket at a time keeps two uploads of one key in order. */
async function holdBucket(transaction: Transaction<Database>, id: string): Promise<void> {
  const row = await transaction
    .selectFrom('storage_bucket')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'Bucket not found')
}

async function insert(transaction: Transaction<Database>, write: ObjectWrite): Promise<void> {
  await transaction
    .insertInto('storage_object')
    .values({
      id: newId(),
      bucket_id: write.bucket.id,
      object_key: write.objectKey,
      created_at: write.now,
      ...toColumns(write),
    })
    .execute()
}

async function replace(transaction: Transaction<Database>, id: string, write: ObjectWrite): Promise<void> {
  await transaction.updateTable('storage_object').set(toColumns(write)).where('id', '=', id).execute()
}

function toColumns({ bucket, content, contentType, metadata, now }: ObjectWrite) {
  const hours = retentionHours[bucket.policy]
  return {
    blob_sha256: content.sha256,
    size_bytes: content.sizeBytes,
    sha1: content.sha1,
    content_type: contentType,
    metadata,
    modified_at: now,
    last_accessed_at: now,
    expires_at: hours === null ? null : new Date(now.getTime() + hours * hourMilliseconds),
  }
}
