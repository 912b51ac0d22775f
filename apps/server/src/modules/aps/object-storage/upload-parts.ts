import { createFileTooLargeError } from '@kamar/core'
import { ProtocolError, storageLimits, type UploadCompletion } from '@kamar/aps'
import type { BlobStore } from '@kamar/storage'
import { storeContent } from './receive-content.js'
import type { ObjectContent } from './write-object.js'

/** Uploaded part. */
export interface PartRow {
  /** From 1. */
  readonly number: number
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly sha1: string
}

export const totalBytes = (parts: readonly PartRow[]): number => parts.reduce((sum, part) => sum + part.size_bytes, 0)

/**
 * Returns the parts of an upload that may be completed: 1 to n, none too small, and consistent with the client's data.
 */
export function orderedParts(
  parts: readonly PartRow[],
  { size, eTags }: UploadCompletion,
  maxBytes: number,
): readonly PartRow[] {
  const refusal =
    gapIn(parts) ??
    tooSmallIn(parts) ??
    (size === undefined || size === totalBytes(parts)
      ? null
      : `The size of the parts is ${totalBytes(parts)}, not ${size}`) ??
    (eTags === undefined || sameTags(parts, eTags) ? null : 'The ETags are not those of the parts')
  if (refusal !== null) throw new ProtocolError(400, refusal)
  if (totalBytes(parts) > maxBytes) throw createFileTooLargeError(maxBytes)
  return parts
}

/** Joins the parts: a single one is the object already, several are concatenated. */
export async function joinParts(blobs: BlobStore, parts: readonly PartRow[]): Promise<ObjectContent> {
  const [first, second] = parts
  if (first && !second) return { sha256: first.blob_sha256, sizeBytes: first.size_bytes, sha1: first.sha1 }
  return storeContent(blobs, readParts(blobs, parts), totalBytes(parts))
}

async function* readParts(blobs: BlobStore, parts: readonly PartRow[]): AsyncIterable<Uint8Array> {
  for (const { blob_sha256: sha256 } of parts) {
    for await (const chunk of await blobs.open(sha256)) yield chunk as Buffer
  }
}

function gapIn(parts: readonly PartRow[]): string | null {
  if (parts.length === 0) return 'No part was uploaded'
  const gap = parts.findIndex((part, index) => part.number !== index + 1)
  return gap === -1 ? null : `Part ${gap + 1} was not uploaded`
}

function tooSmallIn(parts: readonly PartRow[]): string | null {
  const small = parts.slice(0, -1).find((part) => part.size_bytes < storageLimits.minPartBytes)
  return small ? `Part ${small.number} is smaller than ${storageLimits.minPartBytes} bytes` : null
}

function sameTags(parts: readonly PartRow[], eTags: readonly string[]): boolean {
  const bare = eTags.map((tag) => tag.replaceAll('"', ''))
  return bare.length === parts.length && parts.every((part, index) => part.blob_sha256 === bare[index])
}
