import type { BlobStore } from '@kamar/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../platform/http/conditional.js'

/** Image to send, and for how long clients may cache it. */
export interface ImageResponse {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly stored: { readonly sha256: string; readonly sizeBytes: number }
  readonly caching: string
}

/** Cache headers of images whose address never changes, and of those that may. */
export const imageCaching = {
  revalidated: 'private, no-cache',
  immutable: 'private, max-age=31536000, immutable',
} as const

/** Sends a WebP image that Kamar encoded itself. */
export async function sendImage(
  blobs: BlobStore,
  { caching, reply, request, stored }: ImageResponse,
): Promise<FastifyReply> {
  const etag = `"${stored.sha256}"`
  reply.headers({ etag, 'cache-control': caching, vary: 'authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('image/webp')
    .header('content-length', stored.sizeBytes)
    .send(await blobs.open(stored.sha256))
}
