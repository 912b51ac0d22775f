import { createHash } from 'node:crypto'
import { createFileTooLargeError } from '@kamar/core'
import { ProtocolError } from '@kamar/aps'
import type { BlobStore } from '@kamar/storage'
import type { FastifyRequest } from 'fastify'
import type { ObjectContent } from './write-object.js'

/**
 * Stores bytes as they arrive and hashes them on the way; beyond the limit it stores nothing. Throws `file-too-large`.
 */
export async function storeContent(
  blobs: BlobStore,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ObjectContent> {
  const sha1 = createHash('sha1')
  const { sha256, sizeBytes } = await blobs.put(capped(content, maxBytes, (chunk) => sha1.update(chunk)))
  return { sha256, sizeBytes, sha1: sha1.digest('hex') }
}

/** Returns the size that a request declares, or null. Throws `file-too-large` before a byte is read. */
export function statedBytes({ headers }: FastifyRequest, maxBytes: number): number | null {
  const declaredBytes = headers['content-length']
  if (declaredBytes === undefined) return null
  if (Number(declaredBytes) > maxBytes) throw createFileTooLargeError(maxBytes)
  return Number(declaredBytes)
}

/**
 * Returns the body of a request; it ends with an error when the client disconnects early. Leaving it unread does not
 * close the connection, so that a client that sends too much can read the error.
 */
export function bodyOf({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  return raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** Throws 400 unless as many bytes arrived as were declared. */
export function assertComplete(content: ObjectContent, declaredBytes: number | null): void {
  if (declaredBytes !== null && declaredBytes !== content.sizeBytes)
    throw new ProtocolError(400, 'The body is not whole')
}

async function* capped(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw createFileTooLargeError(maxBytes)
    onChunk(chunk)
    yield chunk
  }
}
