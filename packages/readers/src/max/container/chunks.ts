import { Misread } from '../../shared/records/misread.js'

const headBytes = 6
/** A size that does not fit into 31 bits follows in 64. */
const longHeadBytes = 14
const containerBit = 0x8000_0000
const longContainerBit = 0x8000_0000_0000_0000n
/** Of one container; a scene has as many as it has objects. */
const mostChunks = 1_000_000

/** A record of a stream; the bytes of a container are chunks again. */
export interface Chunk {
  readonly id: number
  readonly isContainer: boolean
  readonly bytes: Uint8Array
}

interface Head {
  readonly length: number
  readonly isContainer: boolean
  readonly headLength: number
}

function headAt(view: DataView, at: number): Head | null {
  if (at + headBytes > view.byteLength) return null
  const short = view.getUint32(at + 2, true)
  if (short !== 0) return { length: short % containerBit, isContainer: short >= containerBit, headLength: headBytes }
  if (at + longHeadBytes > view.byteLength) return null
  const long = view.getBigUint64(at + headBytes, true)
  const length = Number(long & (longContainerBit - 1n))
  return { length, isContainer: long >= longContainerBit, headLength: longHeadBytes }
}

/** Chunks one after the other; a misread where one does not end within the bytes. */
export function* eachChunk(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length;) {
    const head = headAt(view, at)
    if (head === null || head.length < head.headLength || at + head.length > bytes.length) throw new Misread('chunk')
    const { isContainer, headLength, length } = head
    yield { id: view.getUint16(at, true), isContainer, bytes: bytes.subarray(at + headLength, at + length) }
    at += length
  }
}

/** All chunks of a container, those before a damaged one when it has any. */
export function readableChunks(bytes: Uint8Array): { readonly chunks: readonly Chunk[]; readonly isWhole: boolean } {
  const chunks: Chunk[] = []
  try {
    for (const chunk of eachChunk(bytes)) {
      if (chunks.length === mostChunks) return { chunks, isWhole: false }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Misread) return { chunks, isWhole: false }
    throw error
  }
  return { chunks, isWhole: true }
}

/** All chunks of a container, or a misread. */
export function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const { chunks, isWhole } = readableChunks(bytes)
  if (!isWhole) throw new Misread('chunks')
  return chunks
}

/** The first chunk with this id. */
export const chunkOf = (chunks: readonly Chunk[], id: number): Chunk | null =>
  chunks.find((chunk) => chunk.id === id) ?? null

/** The chunks within the first container with this id; none where there is no such container. */
export function chunksIn(chunks: readonly Chunk[], id: number): readonly Chunk[] {
  const found = chunkOf(chunks, id)
  return found?.isContainer ? chunksOf(found.bytes) : []
}
