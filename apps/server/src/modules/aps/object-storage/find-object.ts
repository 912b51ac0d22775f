import { type ObjectAddress, toObjectId, ProtocolError, type RetentionPolicy } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'

/** A bucket of an application. */
export interface StoredBucket {
  readonly id: string
  readonly bucketKey: string
  readonly policy: RetentionPolicy
  /** Client id of the application. */
  readonly clientId: string
  /** Account whose plan is charged. */
  readonly ownerId: string
  readonly createdAt: Date
}

/** Object and its blob. */
export interface StoredObject {
  readonly id: string
  readonly bucketId: string
  readonly bucketKey: string
  readonly objectKey: string
  /** `urn:adsk.objects:os.object:<bucket>/<key>`. */
  readonly objectId: string
  readonly blobSha256: string
  readonly sizeBytes: number
  readonly sha1: string
  readonly contentType: string
  readonly metadata: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly lastAccessedAt: Date
  /** Null: stored until it is deleted. */
  readonly expiresAt: Date | null
}

/** Selects buckets of applications that are not revoked and whose owner is not rejected. */
export function selectBuckets(connection: Kysely<Database>) {
  return connection
    .selectFrom('storage_bucket as bucket')
    .innerJoin('application', 'application.id', 'bucket.application_id')
    .innerJoin('account', 'account.id', 'application.owner_id')
    .select([
      'bucket.id',
      'bucket.bucket_key',
      'bucket.policy',
      'bucket.created_at',
      'application.client_id',
      'application.owner_id',
    ])
    .where('application.revoked_at', 'is', null)
    .where('account.status', '!=', 'rejected')
}

/** Selects objects that are not expired; checks no permissions. */
export function selectObjects(connection: Kysely<Database>, now: Date) {
  return connection
    .selectFrom('storage_object as object')
    .innerJoin('storage_bucket as bucket', 'bucket.id', 'object.bucket_id')
    .selectAll('object')
    .select('bucket.bucket_key')
    .where((row) => row.or([row('object.expires_at', 'is', null), row('object.expires_at', '>', now)]))
}

type BucketRow = Awaited<ReturnType<ReturnType<typeof selectBuckets>['executeTakeFirstOrThrow']>>
type ObjectRow = Awaited<ReturnType<ReturnType<typeof selectObjects>['executeTakeFirstOrThrow']>>

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
  return toStoredBucket(row)
}

/** Finds an unexpired object of the application; throws 404 for everything else. */
export async function findObject(
  connection: Kysely<Database>,
  application: ApplicationActor,
  { bucketKey, objectKey, now }: ObjectAddress & { readonly now: Date },
): Promise<StoredObject> {
  const bucket = await findBucket(connection, application, bucketKey)
  return findObjectIn(connection, { bucketId: bucket.id, objectKey, now })
}

/** Finds an object of a bucket that was found before. */
export async function findObjectIn(
  connection: Kysely<Database>,
  { bucketId, objectKey, now }: { readonly bucketId: string; readonly objectKey: string; readonly now: Date },
): Promise<StoredObject> {
  const row = await selectObjects(connection, now)
    .where('object.bucket_id', '=', bucketId)
    .where('object.object_key', '=', objectKey)
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'Object not found')
  return toStoredObject(row)
}

export function toStoredBucket(row: BucketRow): StoredBucket {
  return {
    id: row.id,
    bucketKey: row.bucket_key,
    policy: row.policy,
    clientId: row.client_id,
    ownerId: row.owner_id,
    createdAt: row.created_at,
  }
}

export function toStoredObject(row: ObjectRow): StoredObject {
  return {
    id: row.id,
    bucketId: row.bucket_id,
    bucketKey: row.bucket_key,
    objectKey: row.object_key,
    objectId: toObjectId({ bucketKey: row.bucket_key, objectKey: row.object_key }),
    blobSha256: row.blob_sha256,
    sizeBytes: row.size_bytes,
    sha1: row.sha1,
    contentType: row.content_type,
    metadata: row.metadata,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    lastAccessedAt: row.last_accessed_at,
    expiresAt: row.expires_at,
  }
}
