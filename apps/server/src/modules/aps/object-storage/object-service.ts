import { AppError } from '@kamar/core'
import type { ObjectPageQuery } from '@kamar/aps'
import type { FastifyRequest } from 'fastify'
import type { Protocol } from '../protocol.js'
import { readUploadLimit } from '../../../domain/uploads/upload-limit.js'
import { refundQuota } from '../../../domain/quota/quota.js'
import { findObjectIn, selectObjects, type StoredBucket, type StoredObject } from './find-object.js'
import { assertComplete, bodyOf, statedBytes, storeContent } from './receive-content.js'
import { assertObjectQuota } from './object-quota.js'
import type { ObjectLabels } from './upload-service.js'
import { writeObject } from './write-object.js'
import type { ObjectTarget } from './find-object.js'

/** Lists a page of the objects of a bucket by key, with the key after which the next page starts. */
export async function listObjects(
  { database, now }: Protocol,
  bucket: StoredBucket,
  { beginsWith, limit, startAt }: ObjectPageQuery,
): Promise<{ readonly objects: readonly StoredObject[]; readonly nextKey: string | null }> {
  const rows = await selectObjects(database, now())
    .where('object.bucket_id', '=', bucket.id)
    .$if(startAt !== undefined, (query) => query.where('object.object_key', '>', startAt ?? ''))
    .$if(beginsWith !== undefined, (query) =>
      query.where((row) => row.fn<boolean>('starts_with', ['object.object_key', row.val(beginsWith ?? '')])),
    )
    .orderBy('object.object_key')
    .limit(limit + 1)
    .execute()
  const objects = rows.slice(0, limit)
  return { objects, nextKey: rows.length > limit ? (objects.at(-1)?.objectKey ?? null) : null }
}

/** Receives an object in one request: all of it, or nothing. */
export async function receiveObject(
  services: Protocol,
  request: FastifyRequest,
  { bucket, objectKey, labels }: ObjectTarget & { readonly labels: ObjectLabels },
): Promise<StoredObject> {
  const { blobs, configuration, database, now } = services
  const maxBytes = await readUploadLimit(database, configuration, bucket.ownerId)
  const declaredBytes = statedBytes(request, maxBytes)
  await assertObjectQuota(services, bucket.ownerId, declaredBytes ?? 0)
  const content = await storeContent(blobs, bodyOf(request), maxBytes)
  assertComplete(content, declaredBytes)
  return database.transaction().execute(async (transaction) => {
    await writeObject(transaction, { bucket, objectKey, content, ...labels, now: now() })
    return findObjectIn(transaction, { bucket, objectKey }, now())
  })
}

/** Copies an object to another key of the bucket; it counts again towards the plan, but uses no disk space. */
export async function copyObject(
  { blobs, database, now }: Protocol,
  bucket: StoredBucket,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StoredObject> {
  return database.transaction().execute(async (transaction) => {
    const source = await findObjectIn(transaction, { bucket, objectKey: from }, now())
    if ((await blobs.stat(source.blobSha256)) === null) throw new AppError('storage-damaged')
    const { contentType, metadata, sha1, sizeBytes } = source
    const content = { sha256: source.blobSha256, sizeBytes, sha1 }
    await writeObject(transaction, { bucket, objectKey: to, content, contentType, metadata, now: now() })
    return findObjectIn(transaction, { bucket, objectKey: to }, now())
  })
}

/** Deletes an object and frees its quota; throws 404 when there is none. */
export async function deleteObject(
  { database, now }: Pick<Protocol, 'database' | 'now'>,
  bucket: StoredBucket,
  objectKey: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { id } = await findObjectIn(transaction, { bucket, objectKey }, now())
    const deleted = await transaction
      .deleteFrom('storage_object')
      .where('id', '=', id)
      .returning('size_bytes')
      .executeTakeFirst()
    if (deleted) await refundQuota(transaction, bucket, deleted.size_bytes)
  })
}
