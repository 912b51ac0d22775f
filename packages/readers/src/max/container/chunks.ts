import { MalformedRecordError } from '../../shared/records/malformed-record-error.js'

const headerBytes = 6
/** A size that does not fit into 31 bits follows in 64. */
const longHeaderBytes = 14
const containerBit = 0x8000_0000
const longContainerBit = 0x8000_0000_0000_0000n
/** Of one container; a scene has as many as it has objects. */
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

/** Chunks one after the other; a misread where one does not end within the bytes. */
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

/** All chunks of a container, those before a damaged one when it has any. */
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

/** All chunks of a container, or a misread. */
export function parseChunks(bytes: Uint8Array): readonly Chunk[] {
  const { chunks, isComplete } = readableChunks(bytes)
  if (!isComplete) throw new MalformedRecordError('chunks')
  return chunks
}

/** The first chunk with this id. */
export const findChunk = (chunks: readonly Chunk[], id: number): Chunk | null =>
  chunks.find((chunk) => chunk.id === id) ?? null

/** The chunks within the first container with this id; none where there is no such container. */
export function chunksIn(chunks: readonly Chunk[], id: number): readonly Chunk[] {
  const container = findChunk(chunks, id)
  return container?.isContainer ? parseChunks(container.bytes) : []
}
