import { AppError } from '@kamar/contracts'
import type { BlobStore } from '@kamar/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestedRange } from '../../http/byte-range.js'
import { matchesEtag } from '../../http/conditional.js'
import { attachmentHeader } from '../../http/content-disposition.js'

/** What is sent, and under which name. */
export interface Original {
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly description: string
}

/** An uploaded file, whole or a range of it, always as an attachment and never as a page of ours. */
export async function sendOriginal(
  blobs: BlobStore,
  { request, reply, row }: { request: FastifyRequest; reply: FastifyReply; row: Original },
): Promise<FastifyReply> {
  const stored = await blobs.stat(row.blob_sha256)
  if (stored === null || stored.sizeBytes !== row.size_bytes) throw new AppError('storage-damaged')
  const etag = `"${row.blob_sha256}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes', vary: 'authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isCurrent ? requestedRange(request.headers.range, row.size_bytes) : null
  reply.type('application/octet-stream').header('content-disposition', attachmentHeader(row.description))
  if (range === null) return reply.header('content-length', row.size_bytes).send(await blobs.open(row.blob_sha256))
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${row.size_bytes}`,
      'content-length': range.end - range.start + 1,
    })
    .send(await blobs.open(row.blob_sha256, range))
}
