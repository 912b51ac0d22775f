import { type ObjectAddress, ProtocolError } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'

/** Selects buckets of applications that are not revoked and whose owner is not rejected. */
export function selectBuckets(connection: Kysely<Database>) {
  return connection
    .selectFrom('storage_bucket as bucket')
    .innerJoin('application', 'application.id', 'bucket.application_id')
    .innerJoin('account', 'account.id', 'application.owner_id')
    .select([
      'bucket.id',
      'bucket.bucket_key as bucketKey',
      'bucket.policy',
      'bucket.created_at as createdAt',
      'application.client_id as clientId',
      'application.owner_id as ownerId',
    ])
    .where('application.revoked_at', 'is', null)
    .where('account.status', '!=', 'rejected')
}

/** Selects objects that are not expired; checks no permissions. */
export function selectObjects(connection: Kysely<Database>, now: Date) {
  return connection
    .selectFrom('storage_object as object')
    .innerJoin('storage_bucket as bucket', 'bucket.id', 'object.bucket_id')
    .select([
      'object.id',
      'object.bucket_id as bucketId',
      'bucket.bucket_key as bucketKey',
      'object.object_key as objectKey',
      'object.blob_sha256 as blobSha256',
      'object.size_bytes as sizeBytes',
      'object.sha1',
      'object.content_type as contentType',
      'object.metadata',
      'object.created_at as createdAt',
      'object.modified_at as modifiedAt',
      'object.last_accessed_at as lastAccessedAt',
    ])
    .where((row) => row.or([row('object.expires_at', 'is', null), row('object.expires_at', '>', now)]))
}

/** Bucket of an application; the plan of the account `ownerId` is charged. */
export type StoredBucket = Awaited<ReturnType<ReturnType<typeof selectBuckets>['executeTakeFirstOrThrow']>>
/** Object and its blob. */
export type StoredObject = Awaited<ReturnType<ReturnType<typeof selectObjects>['executeTakeFirstOrThrow']>>

/** Key of a bucket, with or without an object at it. */
export interface ObjectTarget {
  readonly bucket: StoredBucket
  readonly objectKey: string
}

/** Finds a bucket of the application; one of another application counts as absent. */
export async function findBucket(
  connection: Kysely<Database>,
  application: ApplicationActor,
  bucketKey: string,
): Promise<StoredBucket> {
  const row = await selectBuckets(connection)
    .where('bucket.application_id', '=', application.applicationId)
    .where('bucket.bucket_key', '=', bucketKey)
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'Bucket not found')
  return row
}

/** Finds an unexpired object of the application; throws 404 for everything else. */
export async function findObject(
  connection: Kysely<Database>,
  application: ApplicationActor,
  { bucketKey, objectKey, now }: ObjectAddress & { readonly now: Date },
): Promise<StoredObject> {
  const bucket = await findBucket(connection, application, bucketKey)
  return findObjectIn(connection, { bucket, objectKey }, now)
}

/** Finds an object of a bucket that was found before. */
export async function findObjectIn(
  connection: Kysely<Database>,
  { bucket, objectKey }: ObjectTarget,
  now: Date,
): Promise<StoredObject> {
  const row = await selectObjects(connection, now)
    .where('object.bucket_id', '=', bucket.id)
    .where('object.object_key', '=', objectKey)
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'Object not found')
  return row
}
