import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import { AppError, exportContentType, parsePackPath } from '@kamar/core'
import type { Database } from '@kamar/database'
import { type DerivativeStore, isSafeDerivativePath } from '@kamar/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { matchesIfRange, requestedRange, sendRanged } from '../../platform/http/byte-range.js'
import { acceptsEncoding, matchesEtag } from '../../platform/http/conditional.js'

/** File of a view package, a chunk of a pack of it, or an export stored beside it. */
export interface StoredFile {
  readonly translationId: string
  readonly path: string
  readonly sizeBytes: number
  /** Of the file; of a chunk, that of its pack. */
  readonly sha256: string
  /** Identifies the bytes of the response that sends the file as stored. */
  readonly etag: string
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

/**
 * Finds a file of a translation, or a chunk of a pack by its range (`parsePackPath`): browsers decode brotli of complete
 * responses only, so a chunk is sent as a resource of its own. Returns null when the translation has none of this path.
 */
export async function findStoredFile(
  database: Kysely<Database>,
  { translationId, path }: Pick<StoredFile, 'translationId' | 'path'>,
): Promise<StoredFile | null> {
  if (!isSafeDerivativePath(path)) return null
  const chunk = parsePackPath(path)
  const row = await database
    .selectFrom('derivative')
    .select(['translation_id as translationId', 'path', 'size_bytes as sizeBytes', 'sha256', 'encoding'])
    .where('translation_id', '=', translationId)
    .where('path', '=', chunk?.pack ?? path)
    .executeTakeFirst()
  if (row === undefined) return null
  if (chunk === null) return { ...row, etag: row.sha256 }
  const { start, end } = chunk
  if (end >= row.sizeBytes) return null
  return { ...row, path, sizeBytes: end - start + 1, etag: `${row.sha256}.${start}-${end}`, encoding: 'br' }
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
  const etag = asStored ? `"${file.etag}"` : `"${file.etag}.plain"`
  reply.headers({ etag, 'cache-control': response.caching, 'accept-ranges': 'bytes' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(storedContentType(file.path))
  if (wantsRange && matchesIfRange(request, etag)) return sendRange(derivatives, response)
  if (request.method === 'HEAD') return sendHead(derivatives, response, asStored)
  // A client chooses the range of a chunk, so that it is a complete stream must be proved before the response begins.
  if (!asStored && parsePackPath(file.path) !== null) return reply.send(await unpackedBytes(derivatives, file))
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
  try {
    return await decompress(stored)
  } catch (cause) {
    throw new AppError(parsePackPath(file.path) === null ? 'storage-damaged' : 'not-found', {}, { cause })
  }
}

function unpacked(content: Readable): Readable {
  const decoder = createBrotliDecompress()
  pipeline(content, decoder, () => undefined) // Failures surface on the decoder.
  return decoder
}
