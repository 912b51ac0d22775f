import { createHash } from 'node:crypto'
import { ProtocolError, thumbnailPath, thumbnailSides, viewPackageMime, viewPackagePath } from '@kamar/aps'
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ByteRange, requestedRange, sendRanged } from '../../../platform/http/byte-range.js'
import {
  findStoredFile,
  sendStoredFile,
  storedContentType,
  type StoredFile,
  unpackedSize,
} from '../../../domain/versions/stored-files.js'
import type { DesignRow } from './designs.js'
import type { ModuleContext } from '../../../domain/module-context.js'

/** Derivative of a design: stored as it is, or assembled for this response. */
export type DerivativeFile = { readonly contentType: string } & (
  | { readonly kind: 'stored'; readonly file: StoredFile }
  | { readonly kind: 'made'; readonly bytes: Buffer }
)

const thumbnailSource = 'thumbnail.png'

/** Finds the file at a path below `output/`; throws 404 for an unknown path. */
export async function findDerivative(
  services: ModuleContext,
  design: DesignRow,
  path: string,
): Promise<DerivativeFile> {
  const side = thumbnailSides.find((candidate) => thumbnailPath(candidate) === path)
  const generatedFile =
    side === undefined ? await madeFile(services, design, path) : await thumbnail(services, design, side)
  if (generatedFile !== null) return generatedFile
  const file = await findStoredFile(services.database, { translationId: design.translation_id, path })
  if (file === null) throw new ProtocolError(404, 'There is no such derivative')
  return { kind: 'stored', file, contentType: storedContentType(path) }
}

/** Returns a thumbnail of the model, `side` pixels wide and high; null when there is none. */
export async function thumbnail(
  { derivatives }: ModuleContext,
  design: DesignRow,
  side: number,
): Promise<DerivativeFile | null> {
  const image = await derivatives.read({ translationId: design.translation_id, path: thumbnailSource })
  if (image === null) return null
  const bytes = await new Transformer(Buffer.from(image))
    .resize({ width: side, height: side, fit: ResizeFit.Cover, filter: ResizeFilterType.Lanczos3 })
    .png()
  return { kind: 'made', bytes, contentType: 'image/png' }
}

async function madeFile({ database }: ModuleContext, design: DesignRow, path: string): Promise<DerivativeFile | null> {
  if (path !== viewPackagePath) return null
  const row = await database
    .selectFrom('translation')
    .select('manifest')
    .where('id', '=', design.translation_id)
    .executeTakeFirst()
  if (!row?.manifest) return null
  return { kind: 'made', bytes: Buffer.from(JSON.stringify(row.manifest)), contentType: viewPackageMime }
}

/** Describes a full response, for clients that do not accept brotli. */
export async function describeDerivative(
  { derivatives }: ModuleContext,
  derivative: DerivativeFile,
): Promise<{ readonly size: number; readonly etag: string }> {
  if (derivative.kind === 'made') return { size: derivative.bytes.length, etag: computeEtag(derivative.bytes) }
  const { file } = derivative
  const suffix = file.encoding === 'br' ? '.plain' : ''
  return { size: await unpackedSize(derivatives, file), etag: `"${file.etag}${suffix}"` }
}

/** Sends a derivative, or the requested range of it. */
export async function sendDerivative(
  { derivatives }: ModuleContext,
  { request, reply, derivative }: { request: FastifyRequest; reply: FastifyReply; derivative: DerivativeFile },
): Promise<FastifyReply> {
  const { contentType } = derivative
  const caching = 'private, no-cache'
  reply.header('vary', 'accept-encoding, authorization')
  if (derivative.kind === 'stored') {
    return sendStoredFile(derivatives, { request, reply, file: derivative.file, caching })
  }
  const { bytes } = derivative
  reply.headers({ etag: computeEtag(bytes), 'cache-control': caching, 'accept-ranges': 'bytes' }).type(contentType)
  const range = requestedRange(request.headers.range, bytes.length)
  const open = async (part?: ByteRange): Promise<Buffer> => bytes.subarray(part?.start, part && part.end + 1)
  return sendRanged(reply, { sizeBytes: bytes.length, range, open })
}

const computeEtag = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('hex')}"`
