import { randomBytes } from 'node:crypto'
import { createFileTooLargeError } from '@kamar/core'
import {
  ProtocolError,
  storageLimits,
  type UploadAddresses,
  type UploadAddressesQuery,
  type UploadCompletion,
} from '@kamar/aps'
import type { Database } from '@kamar/database'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Protocol } from '../protocol.js'
import { selectBuckets } from './find-object.js'
import { joinParts, orderedParts, type PartRow, totalBytes } from './upload-parts.js'
import { assertComplete, bodyOf, statedBytes, storeContent } from './receive-content.js'
import { assertObjectQuota } from './object-quota.js'
import { insertBlob } from '../../../domain/files/insert-blob.js'
import { readUploadLimit } from '../../../domain/uploads/upload-limit.js'
import { writeObject } from './write-object.js'
import { countRows } from '../../../platform/database/count-rows.js'
import type { ObjectTarget } from './find-object.js'

/** Metadata of the object in a completion. */
export interface ObjectLabels {
  readonly contentType: string
  readonly metadata: string | null
}

const minuteMilliseconds = 60_000
const uploadMilliseconds = storageLimits.uploadLifetimeHours * 60 * minuteMilliseconds

/**
 * Uploads in parts. A part is a blob of its own once its last byte is stored; after a crash of the server or client,
 * parts and a row remain, and a holder of the upload key can resume. The object appears as a whole with the completion.
 */
export class ObjectUploadService {
  readonly #services: Protocol

  constructor(services: Protocol) {
    this.#services = services
  }

  /** Begins or resumes an upload, and returns signed URLs for its parts. */
  async sign(target: ObjectTarget, query: UploadAddressesQuery, origin: string): Promise<UploadAddresses> {
    const { addresses, now } = this.#services
    const { firstPart, minutesExpiration, parts } = query
    if (firstPart + parts - 1 > storageLimits.maxParts) throw new ProtocolError(400, 'Too many parts')
    const uploadExpiresAt = new Date(now().getTime() + uploadMilliseconds)
    const uploadKey =
      query.uploadKey === undefined
        ? await this.#begin(target, uploadExpiresAt)
        : await this.#continue(target, query.uploadKey, uploadExpiresAt)
    const maxBytes = await this.#readLimit(target)
    const expiresAt = new Date(now().getTime() + minutesExpiration * minuteMilliseconds)
    const urls = Array.from({ length: parts }, (_, index) => {
      const path = `/oss/v2/transfers/uploads/${uploadKey}/${firstPart + index}`
      const parameters = { size: String(maxBytes) }
      return `${origin}${addresses.sign({ method: 'PUT', path, expiresAt, parameters })}`
    })
    return { uploadKey, urls, urlExpiration: expiresAt.toISOString(), uploadExpiration: uploadExpiresAt.toISOString() }
  }

  /** Receives one part at its signed URL; returns its ETag. Sent again, it replaces the earlier one. */
  async receivePart(request: FastifyRequest, uploadKey: string, part: number): Promise<string> {
    const { addresses, blobs, database } = this.#services
    addresses.check(request)
    const { bucket } = await this.#findOpen(database, uploadKey)
    const maxBytes = Number((request.query as { readonly size?: string }).size)
    const declaredBytes = statedBytes(request, maxBytes)
    await assertObjectQuota(this.#services, bucket.ownerId, declaredBytes ?? 0)
    const content = await storeContent(blobs, bodyOf(request), maxBytes)
    assertComplete(content, declaredBytes)
    const row = { blob_sha256: content.sha256, size_bytes: content.sizeBytes, sha1: content.sha1 }
    await database.transaction().execute(async (transaction) => {
      await this.#lockUpload(transaction, uploadKey)
      await insertBlob(transaction, content)
      await transaction
        .insertInto('object_upload_part')
        .values({ upload_key: uploadKey, number: part, ...row })
        .onConflict((conflict) => conflict.columns(['upload_key', 'number']).doUpdateSet(row))
        .execute()
      if (totalBytes(await listParts(transaction, uploadKey)) > maxBytes) throw createFileTooLargeError(maxBytes)
    })
    return `"${content.sha256}"`
  }

  /** Joins the parts. A second completion, after a lost response, changes nothing. */
  async complete(target: ObjectTarget, completion: UploadCompletion, labels: ObjectLabels): Promise<void> {
    const { blobs, database, now } = this.#services
    const { uploadKey } = completion
    // In this order: if another completion has taken the parts, that completion is found below.
    const arrived = await listParts(database, uploadKey)
    if ((await this.#find(database, uploadKey, target)).completed_at !== null) return
    const parts = orderedParts(arrived, completion, await this.#readLimit(target))
    const content = await joinParts(blobs, parts)
    await database.transaction().execute(async (transaction) => {
      if ((await this.#lockUpload(transaction, uploadKey)).completed_at !== null) return
      if (!sameParts(parts, await listParts(transaction, uploadKey))) {
        throw new ProtocolError(409, 'A part was sent again while the upload was completed')
      }
      await writeObject(transaction, { ...target, ...labels, content, now: now() })
      await transaction
        .updateTable('object_upload')
        .set({ completed_at: now() })
        .where('upload_key', '=', uploadKey)
        .execute()
      await transaction.deleteFrom('object_upload_part').where('upload_key', '=', uploadKey).execute()
    })
  }

  #readLimit({ bucket }: Pick<ObjectTarget, 'bucket'>): Promise<number> {
    const { configuration, database } = this.#services
    return readUploadLimit(database, configuration, bucket.ownerId)
  }

  async #begin({ bucket, objectKey }: ObjectTarget, expiresAt: Date): Promise<string> {
    const { database } = this.#services
    const uploadKey = randomBytes(24).toString('base64url')
    await assertUploadLimit(database, bucket.id)
    await assertObjectQuota(this.#services, bucket.ownerId, 0)
    await database
      .insertInto('object_upload')
      .values({ upload_key: uploadKey, bucket_id: bucket.id, object_key: objectKey, expires_at: expiresAt })
      .execute()
    return uploadKey
  }

  async #continue(target: ObjectTarget, uploadKey: string, expiresAt: Date): Promise<string> {
    const { database } = this.#services
    const { completed_at: completedAt } = await this.#find(database, uploadKey, target)
    if (completedAt !== null) throw new ProtocolError(409, 'The upload is completed')
    await database
      .updateTable('object_upload')
      .set({ expires_at: expiresAt })
      .where('upload_key', '=', uploadKey)
      .execute()
    return uploadKey
  }

  async #find(connection: Kysely<Database>, uploadKey: string, { bucket, objectKey }: ObjectTarget) {
    const row = await connection
      .selectFrom('object_upload')
      .selectAll()
      .where('upload_key', '=', uploadKey)
      .where('bucket_id', '=', bucket.id)
      .where('object_key', '=', objectKey)
      .where('expires_at', '>', this.#services.now())
      .executeTakeFirst()
    if (!row) throw new ProtocolError(400, 'The uploadKey is unknown or has expired')
    return row
  }

  /** Finds the upload of a signed URL; it ends with its application. */
  async #findOpen(connection: Kysely<Database>, uploadKey: string): Promise<ObjectTarget> {
    const row = await selectBuckets(connection)
      .innerJoin('object_upload as upload', 'upload.bucket_id', 'bucket.id')
      .select('upload.object_key')
      .where('upload.upload_key', '=', uploadKey)
      .where('upload.completed_at', 'is', null)
      .where('upload.expires_at', '>', this.#services.now())
      .executeTakeFirst()
    if (!row) throw new ProtocolError(404, 'The upload is completed or has expired')
    return { bucket: row, objectKey: row.object_key }
  }

  async #lockUpload(transaction: Transaction<Database>, uploadKey: string) {
    const row = await transaction
      .selectFrom('object_upload')
      .select('completed_at')
      .where('upload_key', '=', uploadKey)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new ProtocolError(404, 'The upload is completed or has expired')
    return row
  }
}

async function assertUploadLimit(database: Kysely<Database>, bucketId: string): Promise<void> {
  const uploads = database.selectFrom('object_upload').where('bucket_id', '=', bucketId)
  if ((await countRows(uploads.where('completed_at', 'is', null))) >= storageLimits.maxOpenUploads)
    throw new ProtocolError(429, 'Too many uploads are unfinished')
}

function listParts(connection: Kysely<Database>, uploadKey: string): Promise<PartRow[]> {
  return connection
    .selectFrom('object_upload_part')
    .select(['number', 'blob_sha256', 'size_bytes', 'sha1'])
    .where('upload_key', '=', uploadKey)
    .orderBy('number')
    .execute()
}

function sameParts(before: readonly PartRow[], after: readonly PartRow[]): boolean {
  return before.length === after.length && before.every((part, index) => part.blob_sha256 === after[index]?.blob_sha256)
}
