import { createHash } from 'node:crypto'
import { AppError } from '@kamar/contracts'
import { ProtocolError } from '@kamar/contracts/protocol'
import type { BlobStore } from '@kamar/storage'
import type { FastifyRequest } from 'fastify'
import type { ObjectContent } from './write-object.js'

/** Stores bytes as they arrive, hashing on the way; beyond the cap nothing of them is kept. Throws `file-too-large`. */
export async function storeContent(
  blobs: BlobStore,
  content: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<ObjectContent> {
  const sha1 = createHash('sha1')
  const { sha256, sizeBytes } = await blobs.put(capped(content, mostBytes, (piece) => sha1.update(piece)))
  return { sha256, sizeBytes, sha1: sha1.digest('hex') }
}

/** Size that a request states; null when it states none. Throws `file-too-large` before a byte is read. */
export function statedBytes({ headers }: FastifyRequest, mostBytes: number): number | null {
  const stated = headers['content-length']
  if (stated === undefined) return null
  if (Number(stated) > mostBytes) throw new AppError('file-too-large')
  return Number(stated)
}

/**
 * The body of a request; it ends with an error when the sender goes away before its end. Leaving it unread does not
 * close the connection, so that the sender of too much gets to read why.
 */
export function bodyOf({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  return raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** Throws 400 unless as many bytes arrived as were stated. */
export function assertWhole(content: ObjectContent, stated: number | null): void {
  if (stated !== null && stated !== content.sizeBytes) throw new ProtocolError(400, 'The body is not whole')
}

async function* capped(
  content: AsyncIterable<Uint8Array>,
  mostBytes: number,
  look: (piece: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > mostBytes) throw new AppError('file-too-large')
    look(piece)
    yield piece
  }
}
