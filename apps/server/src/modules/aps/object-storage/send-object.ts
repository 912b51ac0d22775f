import { AppError } from '@kamar/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Protocol } from '../protocol.js'
import { matchesIfRange, type RangedContent, requestedRange, sendRanged } from '../../../platform/http/byte-range.js'
import { matchesEtag } from '../../../platform/http/conditional.js'
import { attachmentHeader } from '../../../platform/http/content-disposition.js'
import type { StoredObject } from './find-object.js'

/** Response headers set by the URL. */
export interface DownloadLabels {
  readonly 'response-content-type'?: string | undefined
  readonly 'response-content-disposition'?: string | undefined
  readonly 'response-cache-control'?: string | undefined
}

/** Request, reply and object of a download. */
export interface Download {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly object: StoredObject
  readonly labels?: DownloadLabels
}

const hourMilliseconds = 3_600_000
const plainBytes = 'application/octet-stream'

/**
 * Sends an object, whole or a range, always as an attachment, so that an uploaded file is never displayed as a page of
 * this origin.
 */
export async function sendObject(services: Protocol, download: Download): Promise<FastifyReply> {
  const { request, reply, object, labels = {} } = download
  const stored = await services.blobs.stat(object.blobSha256)
  if (stored === null || stored.sizeBytes !== object.sizeBytes) throw new AppError('storage-damaged')
  const etag = formatEtag(object)
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': labels['response-cache-control'] ?? 'private, no-cache',
    'last-modified': object.modifiedAt.toUTCString(),
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  await noteAccess(services, object)
  const range = matchesIfRange(request, etag) ? requestedRange(request.headers.range, object.sizeBytes) : null
  reply
    .header('content-type', headerText(labels['response-content-type'] ?? object.contentType) ?? plainBytes)
    .header('content-disposition', attachmentHeader(parseFileName(object, labels['response-content-disposition'])))
  const open: RangedContent['open'] = (part) => services.blobs.open(object.blobSha256, part)
  return sendRanged(reply, { sizeBytes: object.sizeBytes, range, open })
}

/** Formats an ETag that changes with the bytes. */
export function formatEtag({ blobSha256 }: StoredObject): string {
  return `"${blobSha256}"`
}

/** Returns a text fit for a header, or null: the uploader chooses it. */
export function headerText(text: string | undefined): string | null {
  return text !== undefined && /^[\w!#$&^+.-]+\/[\w!#$&^+.-]+(?:; ?[\w-]+=[\w.-]+)*$/.test(text) ? text : null
}

/** Returns the file name of the disposition, else the last segment of the key. */
function parseFileName({ objectKey }: StoredObject, disposition: string | undefined): string {
  const requestedName = /filename="?([^";]{1,255})"?/i.exec(disposition ?? '')?.[1]
  return requestedName ?? objectKey.split('/').at(-1) ?? objectKey
}

/** Records the access to the hour, so that a download in parts is not a hundred writes. */
async function noteAccess({ database, now }: Protocol, { id, lastAccessedAt }: StoredObject): Promise<void> {
  if (now().getTime() - lastAccessedAt.getTime() < hourMilliseconds) return
  await database.updateTable('storage_object').set({ last_accessed_at: now() }).where('id', '=', id).execute()
}
