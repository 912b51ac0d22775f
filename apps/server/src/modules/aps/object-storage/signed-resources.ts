import { randomBytes } from 'node:crypto'
import { ProtocolError, type ResourceAccess, type SignedResource } from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Protocol } from '../protocol.js'
import { selectBuckets } from './find-object.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'
import type { ObjectTarget } from './find-object.js'

const minuteMilliseconds = 60_000

/** Permissions and lifetime of a signed resource. */
export interface ResourceOptions {
  readonly access: ResourceAccess
  readonly minutes: number
  readonly singleUse: boolean
  readonly origin: string
}

/**
 * Creates a URL that permits reading or writing one object without further credentials; only a hash of it is stored.
 */
export async function signResource(
  { database, now }: Protocol,
  { bucket, objectKey }: ObjectTarget,
  { access, minutes, origin, singleUse }: ResourceOptions,
): Promise<SignedResource> {
  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + minutes * minuteMilliseconds)
  await database
    .insertInto('signed_resource')
    .values({
      hash: computeSha256(secret),
      bucket_id: bucket.id,
      object_key: objectKey,
      access,
      single_use: singleUse,
      expires_at: expiresAt,
    })
    .execute()
  return { signedUrl: `${origin}/oss/v2/signedresources/${secret}`, expiration: expiresAt.getTime(), singleUse }
}

/**
 * Opens the object of a signed resource for reading or writing. Throws 404 for an unknown or used-up one, 403 for one
 * that has expired or permits less.
 */
export async function openResource(
  { database, now }: Protocol,
  secret: string,
  access: 'read' | 'write',
): Promise<ObjectTarget> {
  const row = await selectBuckets(database)
    .innerJoin('signed_resource as resource', 'resource.bucket_id', 'bucket.id')
    .select(['resource.hash', 'resource.object_key', 'resource.access', 'resource.expires_at', 'resource.single_use'])
    .where('resource.hash', '=', computeSha256(secret))
    .where('resource.used_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'The signed resource does not exist')
  if (row.expires_at <= now()) throw new ProtocolError(403, 'The signed resource has expired')
  if (row.access !== access && row.access !== 'readwrite') {
    throw new ProtocolError(403, `The signed resource is not for ${access === 'read' ? 'reading' : 'writing'}`)
  }
  if (row.single_use) await useUp(database, row.hash, now())
  return { bucket: row, objectKey: row.object_key }
}

/** Ends an application's own signed resource; returns its object. */
export async function endResource({ database }: Protocol, clientId: string, secret: string): Promise<ObjectTarget> {
  const row = await selectBuckets(database)
    .innerJoin('signed_resource as resource', 'resource.bucket_id', 'bucket.id')
    .select(['resource.hash', 'resource.object_key'])
    .where('resource.hash', '=', computeSha256(secret))
    .where('application.client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new ProtocolError(404, 'The signed resource does not exist')
  await database.deleteFrom('signed_resource').where('hash', '=', row.hash).execute()
  return { bucket: row, objectKey: row.object_key }
}

/** Uses up the resource; of two concurrent requests, one succeeds. */
async function useUp(database: Kysely<Database>, hash: string, now: Date): Promise<void> {
  const used = await database
    .updateTable('signed_resource')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  if (!used) throw new ProtocolError(404, 'The signed resource does not exist')
}
