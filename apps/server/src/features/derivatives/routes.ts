import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type DerivativeStore, isSafeDerivativePath } from '@kamar/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { requestedRange } from '../../http/byte-range.js'
import { acceptsEncoding, matchesEtag } from '../../http/conditional.js'
import { enter } from '../../http/mount-routes.js'
import { findPackage, type Package } from './find-package.js'

export interface DerivativeServices {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
}

interface StoredFile {
  readonly translationId: string
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly encoding: 'br' | 'identity'
}

const decompress = promisify(brotliDecompress)
const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}
/** A package belongs to somebody: shared caches keep nothing, and a browser asks again unless the address names the bytes. */
const revalidated = 'private, no-cache'
const immutable = 'private, max-age=31536000, immutable'
/** As many digits of the hash in `?v=` as make a mix-up impossible. */
const fewestVersionDigits = 16

/** `GET /api/derivatives/:urn/*`: the live manifest and the files of a view package. */
export function addDerivativeRoutes(app: FastifyInstance, services: DerivativeServices): void {
  app.get('/api/derivatives/:urn/*', { onRequest: enter('viewer') }, async (request, reply) => {
    if (request.actor.kind === 'anonymous') throw new AppError('not-signed-in')
    const { urn, '*': path } = request.params as { readonly urn: string; readonly '*': string }
    const found = await findPackage(services.database, request.actor, urn)
    reply.header('vary', 'accept-encoding, authorization')
    if (path === 'manifest.json') return sendManifest(request, reply, found)
    return sendFile(services, { request, reply, file: await findFile(services.database, found, path) })
  })
}

function sendManifest(request: FastifyRequest, reply: FastifyReply, found: Package): FastifyReply {
  if (found.manifest === null) throw new AppError(found.isUnderway ? 'translation-not-ready' : 'not-found')
  const etag = `"${found.translationId}.${found.manifestRevision}"`
  reply.headers({ etag, 'cache-control': revalidated })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(found.manifest))
}

async function findFile(database: Kysely<Database>, found: Package, path: string): Promise<StoredFile> {
  if (!isSafeDerivativePath(path)) throw new AppError('not-found')
  const row = await database
    .selectFrom('derivative')
    .select(['translation_id as translationId', 'path', 'size_bytes as sizeBytes', 'sha256', 'encoding'])
    .where('translation_id', '=', found.translationId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return row
}

interface FileAnswer {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly file: StoredFile
}

/**
 * Stored brotli goes out as it is to whoever takes it, else it is unpacked. A range is always one of the unpacked bytes:
 * a piece of a compressed stream is of no use to anybody.
 */
async function sendFile(services: DerivativeServices, answer: FileAnswer): Promise<FastifyReply> {
  const { request, reply, file } = answer
  const wantsRange = request.headers.range !== undefined
  const asStored =
    file.encoding === 'identity' || (!wantsRange && acceptsEncoding(request.headers['accept-encoding'], 'br'))
  const etag = asStored ? `"${file.sha256}"` : `"${file.sha256}.plain"`
  reply.headers({ etag, 'cache-control': cachingOf(request, file), 'accept-ranges': 'bytes' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(contentTypes[file.path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  if (wantsRange && isCurrent) return sendRange(services, answer)
  if (!asStored) return reply.send(unpacked(await openFile(services, file)))
  if (file.encoding === 'br') reply.header('content-encoding', 'br')
  return reply.header('content-length', file.sizeBytes).send(await openFile(services, file))
}

async function sendRange(services: DerivativeServices, { request, reply, file }: FileAnswer): Promise<FastifyReply> {
  const stored = await services.derivatives.read(file)
  if (stored === null) throw new AppError('storage-damaged')
  const bytes = file.encoding === 'br' ? await decompress(stored) : stored
  const range = requestedRange(request.headers.range, bytes.byteLength)
  if (range === null) return reply.send(bytes)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.byteLength}`)
    .send(bytes.subarray(range.start, range.end + 1))
}

async function openFile({ derivatives }: DerivativeServices, file: StoredFile): Promise<Readable> {
  const opened = await derivatives.open(file)
  if (opened === null) throw new AppError('storage-damaged')
  return opened.content
}

function unpacked(content: Readable): Readable {
  const decoder = createBrotliDecompress()
  pipeline(content, decoder, () => undefined) // failures surface on the decoder
  return decoder
}

function cachingOf(request: FastifyRequest, file: StoredFile): string {
  const { v } = request.query as { readonly v?: unknown }
  const namesBytes = typeof v === 'string' && v.length >= fewestVersionDigits && file.sha256.startsWith(v)
  return namesBytes ? immutable : revalidated
}
