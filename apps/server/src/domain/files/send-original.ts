import { AppError } from '@kamar/core'
import { recordAuditEvent, type Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { matchesIfRange, requestedRange, sendRanged } from '../../platform/http/byte-range.js'
import { matchesEtag } from '../../platform/http/conditional.js'
import { attachmentHeader } from '../../platform/http/content-disposition.js'

/** Original to send, and its file name. */
export interface Original {
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly description: string
  /** Number of the version. */
  readonly version: number
}

/** Storage of originals and of the audit trail. */
export interface OriginalStores {
  readonly blobs: BlobStore
  readonly database: Kysely<Database>
}

/** Downloader for the audit trail: an account, or the guest of a link. */
export interface Downloader {
  readonly fileId: string
  readonly accountId: string | null
  readonly link?: { readonly id: string; readonly recipient: string }
}

interface Download {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly row: Original
  readonly by: Downloader
}

/** Sends an uploaded file, whole or a range of it, always as an attachment and never as a page of this origin. */
export async function sendOriginal(
  { blobs, database }: OriginalStores,
  { by, reply, request, row }: Download,
): Promise<FastifyReply> {
  const stored = await blobs.stat(row.blob_sha256)
  if (stored === null || stored.sizeBytes !== row.size_bytes) throw new AppError('storage-damaged')
  const etag = `"${row.blob_sha256}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes', vary: 'authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = matchesIfRange(request, etag) ? requestedRange(request.headers.range, row.size_bytes) : null
  const { accountId, fileId, link } = by
  const details = {
    sha256: row.blob_sha256,
    version: row.version,
    ...(link === undefined ? {} : { link: link.id, recipient: link.recipient }),
    ...(range === null ? {} : { from: range.start, to: range.end }),
  }
  await recordAuditEvent(database, { actor: accountId, action: 'file.download', subject: fileId, details })
  reply.type('application/octet-stream').header('content-disposition', attachmentHeader(row.description))
  return sendRanged(reply, { sizeBytes: row.size_bytes, range, open: (part) => blobs.open(row.blob_sha256, part) })
}
