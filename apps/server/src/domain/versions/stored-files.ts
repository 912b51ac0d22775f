import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import { AppError, exportContentType } from '@kamar/core'
import type { Database } from '@kamar/database'
import { type DerivativeStore, isSafeDerivativePath } from '@kamar/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { matchesIfRange, requestedRange, sendRanged } from '../../platform/http/byte-range.js'
import { acceptsEncoding, matchesEtag } from '../../platform/http/conditional.js'

/** File of a view package, or an export stored beside it. */
export interface StoredFile {
  readonly translationId: string
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly encoding: 'br' | 'identity'
}

/** Request for a stored file and its response. */
export interface FileResponse {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly file: StoredFile
  readonly caching: string
}

const decompress = promisify(brotliDecompress)
const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  webp: 'image/webp',
}

/** Returns the content type of a file of a package, or of an export beside it. */
export function storedContentType(path: string): string {
  return exportContentType(path) ?? contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

/** Finds a file of a translation; returns null when it has none of this path. */
export async function findStoredFile(
  database: Kysely<Database>,
  { translationId, path }: Pick<StoredFile, 'translationId' | 'path'>,
): Promise<StoredFile | null> {
  if (!isSafeDerivativePath(path)) return null
  const row = await database
    .selectFrom('derivative')
    .select(['translation_id as translationId', 'path', 'size_bytes as sizeBytes', 'sha256', 'encoding'])
    .where('translation_id', '=', translationId)
    .where('path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the number of bytes for clients that do not accept brotli. */
export async function unpackedSize(derivatives: DerivativeStore, file: StoredFile): Promise<number> {
  return file.encoding === 'identity' ? file.sizeBytes : (await unpackedBytes(derivatives, file)).byteLength
}

/**
 * Sends stored brotli unchanged to clients that accept it, else decompresses it. A range always refers to the
 * decompressed bytes: part of a compressed stream is useless.
 */
export async function sendStoredFile(derivatives: DerivativeStore, response: FileResponse): Promise<FastifyReply> {
  const { request, reply, file } = response
  const wantsRange = request.headers.range !== undefined
  const asStored =
    file.encoding === 'identity' || (!wantsRange && acceptsEncoding(request.headers['accept-encoding'], 'br'))
  const etag = asStored ? `"${file.sha256}"` : `"${file.sha256}.plain"`
  reply.headers({ etag, 'cache-control': response.caching, 'accept-ranges': 'bytes' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(storedContentType(file.path))
  if (wantsRange && matchesIfRange(request, etag)) return sendRange(derivatives, response)
  if (request.method === 'HEAD') return sendHead(derivatives, response, asStored)
  const content = await openContent(derivatives, file)
  if (!asStored) return reply.send(unpacked(content))
  if (file.encoding === 'br') reply.header('content-encoding', 'br')
  return reply.header('content-length', file.sizeBytes).send(content)
}

/** Sends the size and opens nothing. */
async function sendHead(
  derivatives: DerivativeStore,
  { reply, file }: FileResponse,
  asStored: boolean,
): Promise<FastifyReply> {
  if (asStored && file.encoding === 'br') reply.header('content-encoding', 'br')
  const length = asStored ? file.sizeBytes : await unpackedSize(derivatives, file)
  // A stream, because an empty payload would set a length of zero.
  return reply.header('content-length', length).send(Readable.from([]))
}

async function sendRange(derivatives: DerivativeStore, { request, reply, file }: FileResponse): Promise<FastifyReply> {
  const bytes = file.encoding === 'br' ? await unpackedBytes(derivatives, file) : null
  const sizeBytes = bytes?.byteLength ?? file.sizeBytes
  return sendRanged(reply, {
    sizeBytes,
    range: requestedRange(request.headers.range, sizeBytes),
    open: async (range) =>
      bytes?.subarray(range?.start, range && range.end + 1) ?? (await openContent(derivatives, file, range)),
  })
}

async function openContent(
  derivatives: DerivativeStore,
  file: StoredFile,
  range?: { readonly start: number; readonly end: number },
): Promise<Readable> {
  const derivative = await derivatives.open(file, range)
  if (derivative === null) throw new AppError('storage-damaged')
  return derivative.content
}

async function unpackedBytes(derivatives: DerivativeStore, file: StoredFile): Promise<Buffer> {
  const stored = await derivatives.read(file)
  if (stored === null) throw new AppError('storage-damaged')
  return decompress(stored)
}

function unpacked(content: Readable): Readable {
  const decoder = createBrotliDecompress()
  pipeline(content, decoder, () => undefined) // Failures surface on the decoder.
  return decoder
}
