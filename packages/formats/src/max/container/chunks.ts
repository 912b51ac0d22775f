import { MalformedRecordError } from '@kamar/codecs/records'

const headerBytes = 6
/** Header bytes of a chunk whose size needs 64 instead of 31 bits. */
const longHeaderBytes = 14
const containerBit = 0x8000_0000
const longContainerBit = 0x8000_0000_0000_0000n
/** Max chunks of one container; a scene has one per object. */
const maxChunks = 1_000_000

/** A record of a stream; the bytes of a container are chunks again. */
export interface Chunk {
  readonly id: number
  readonly isContainer: boolean
  readonly bytes: Uint8Array
}

interface ChunkHeader {
  readonly length: number
  readonly isContainer: boolean
  readonly headerLength: number
}

function readHeader(view: DataView, at: number): ChunkHeader | null {
  if (at + headerBytes > view.byteLength) return null
  const short = view.getUint32(at + 2, true)
  if (short !== 0)
    return { length: short % containerBit, isContainer: short >= containerBit, headerLength: headerBytes }
  if (at + longHeaderBytes > view.byteLength) return null
  const long = view.getBigUint64(at + headerBytes, true)
  const length = Number(long & (longContainerBit - 1n))
  return { length, isContainer: long >= longContainerBit, headerLength: longHeaderBytes }
}

/** Iterates over consecutive chunks; throws `MalformedRecordError` where one does not end within the bytes. */
export function* eachChunk(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length;) {
    const header = readHeader(view, at)
    if (header === null || header.length < header.headerLength || at + header.length > bytes.length)
      throw new MalformedRecordError('chunk')
    const { isContainer, headerLength, length } = header
    yield { id: view.getUint16(at, true), isContainer, bytes: bytes.subarray(at + headerLength, at + length) }
    at += length
  }
}

/** Returns the chunks of a container up to the first damaged one. */
export function readableChunks(bytes: Uint8Array): { readonly chunks: readonly Chunk[]; readonly isComplete: boolean } {
  const chunks: Chunk[] = []
  try {
    for (const chunk of eachChunk(bytes)) {
      if (chunks.length === maxChunks) return { chunks, isComplete: false }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof MalformedRecordError) return { chunks, isComplete: false }
    throw error
  }
  return { chunks, isComplete: true }
}

/** Returns all chunks of a container, or throws `MalformedRecordError`. */
export function parseChunks(bytes: Uint8Array): readonly Chunk[] {
  const { chunks, isComplete } = readableChunks(bytes)
  if (!isComplete) throw new MalformedRecordError('chunks')
  return chunks
}

/** Returns the first chunk with this id. */
export const findChunk = (chunks: readonly Chunk[], id: number): Chunk | null =>
  chunks.find((chunk) => chunk.id === id) ?? null

/** Returns the chunks within the first container with this id; none where it is missing. */
export function chunksIn(chunks: readonly Chunk[], id: number): readonly Chunk[] {
  const container = findChunk(chunks, id)
  return container?.isContainer ? parseChunks(container.bytes) : []
}
