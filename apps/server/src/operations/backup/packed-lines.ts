import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { BlobStore } from '@kamar/storage'
import { OperationError } from '../operation-error.js'

const chunkBytes = 1 << 20
const maxLineCharacters = 1 << 20

/** Stores chunks of text among the contents of a backup, packed; returns their hash. */
export async function keepPacked(contents: BlobStore, chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const packing = createGzip({ chunkSize: chunkBytes })
  // Errors of either side surface on the stream that is read here.
  pipeline(Readable.from(chunks, { objectMode: true }), packing, () => undefined)
  return (await contents.put(packing)).sha256
}

/** Reads text stored by `keepPacked`, chunk by chunk. Altered bytes throw before their end. */
export async function* readPacked(contents: BlobStore, sha256: string): AsyncGenerator<Uint8Array, void> {
  const unpacking = createGunzip({ chunkSize: chunkBytes })
  pipeline(await contents.open(sha256), unpacking, () => undefined)
  yield* unpacking as AsyncIterable<Buffer>
}

/** Content that a snapshot needs. */
export interface ListedContent {
  readonly sha256: string
  readonly sizeBytes: number
}

/** Reads the list of contents of a snapshot. */
export async function* readContentList(contents: BlobStore, sha256: string): AsyncGenerator<ListedContent, void> {
  let rest = ''
  for await (const chunk of readPacked(contents, sha256)) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineCharacters) break
    for (const line of lines) yield listedContent(line)
  }
  if (rest !== '') throw new OperationError('The list of contents of the backup is cut off.')
}

function listedContent(line: string): ListedContent {
  const match = /^([0-9a-f]{64}) (\d{1,15})$/.exec(line)
  if (match === null) throw new OperationError('The list of contents of the backup is damaged.')
  return { sha256: match[1] ?? '', sizeBytes: Number(match[2]) }
}
