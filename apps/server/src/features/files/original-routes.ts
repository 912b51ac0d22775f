import { AppError, versionFileName } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { requestedRange } from '../../http/byte-range.js'
import { matchesEtag } from '../../http/conditional.js'
import { attachmentHeader } from '../../http/content-disposition.js'
import { accountOf, enter } from '../../http/mount-routes.js'
import type { OwnedFileRow } from '../shared/file-records.js'
import type { FileService } from './file-service.js'

export interface OriginalServices {
  readonly database: Kysely<Database>
  readonly files: FileService
  readonly blobs: BlobStore
}

/** `GET /api/auth/my-urns/:id/original`: the uploaded bytes, of an older version with `?version=`, always as an attachment and never as a page of ours. */
export function addOriginalRoutes(app: FastifyInstance, services: OriginalServices): void {
  app.get('/api/auth/my-urns/:id/original', { onRequest: enter('user') }, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    const row = await services.files.find(accountOf(request), id, 'file:read')
    const { version } = request.query as { readonly version?: unknown }
    return sendOriginal(services, { request, reply, row: await originalOf(services, row, version) })
  })
}

/** What is sent, and under which name. */
interface Original {
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly description: string
}

/** The current version, or the one that is asked for by its number, which its name then tells. */
async function originalOf({ database }: OriginalServices, row: OwnedFileRow, version: unknown): Promise<Original> {
  if (version === undefined) return row
  if (typeof version !== 'string' || !/^[1-9]\d{0,8}$/.test(version)) throw new AppError('not-found')
  const found = await database
    .selectFrom('file_version')
    .select(['blob_sha256', 'size_bytes'])
    .where('file_id', '=', row.id)
    .where('number', '=', Number(version))
    .executeTakeFirst()
  if (!found) throw new AppError('not-found')
  return { ...found, description: versionFileName(row.description, version) }
}

async function sendOriginal(
  { blobs }: OriginalServices,
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
