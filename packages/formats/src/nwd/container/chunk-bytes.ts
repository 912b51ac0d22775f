import { inflateSync } from 'node:zlib'
import { TranslationError, type ByteSource, type ReadContext, throwIfBeyond, throwIfCancelled } from '@kamar/core'

/** Bytes read from the file at a time. */
const portionBytes = 1024 * 1024
/** Max inflated size of a block; programs compress 64 KB at a time. */
const maxBlockBytes = 1024 * 1024
/** Max compressed size of a block, larger than that of an incompressible one. */
const maxPackedBlockBytes = maxBlockBytes + 64 * 1024
const maxIndexBytes = 64 * 1024 * 1024

/** Part of the read context that inflating needs. */
export type InflateContext = Pick<ReadContext, 'limits' | 'signal'>

/** Inflated bytes of a read, counted against the limit of its context. */
export class Inflation {
  readonly #context: InflateContext
  #bytes = 0

  constructor(context: InflateContext) {
    this.#context = context
  }

  count(bytes: number): void {
    throwIfCancelled(this.#context.signal)
    this.#bytes += bytes
    throwIfBeyond('inflatedBytes', this.#bytes, this.#context.limits)
  }
}

interface Block {
  readonly bytes: Uint8Array
  readonly packedBytes: number
}

/** Inflates one compressed stream from the start of the bytes; null where there is none. */
function inflateFirst(packed: Uint8Array, maxOutputLength: number): Block | null {
  try {
    // The types cover only the result without `info`.
    const { buffer, engine } = inflateSync(packed, { info: true, maxOutputLength }) as unknown as {
      buffer: Uint8Array
      engine: { bytesWritten: number }
    }
    return engine.bytesWritten > 0 ? { bytes: buffer, packedBytes: engine.bytesWritten } : null
  } catch {
    return null
  }
}

/** State of reading a chunk of the file block by block; `damaged` once a block could not be inflated. */
export interface BlockReading {
  readonly blocks: AsyncGenerator<Uint8Array>
  readonly state: { isDamaged: boolean }
}

/** Inflates a chunk block by block. */
export function readBlocks(input: ByteSource, chunk: Chunk, inflation: Inflation): BlockReading {
  const state = { isDamaged: false }
  return { state, blocks: generateBlocks({ input, chunk, inflation, state }) }
}

interface Generating {
  readonly input: ByteSource
  readonly chunk: Chunk
  readonly inflation: Inflation
  readonly state: { isDamaged: boolean }
}

async function* generateBlocks({ input, chunk, inflation, state }: Generating): AsyncGenerator<Uint8Array> {
  const end = chunk.offset + chunk.size - chunk.indexBytes
  let next = chunk.offset + chunk.prefixBytes
  let packed: Uint8Array = new Uint8Array()
  while (true) {
    while (packed.length < maxPackedBlockBytes && next < end) {
      const portion = await input.read(next, Math.min(portionBytes, end - next))
      if (portion.length === 0) break
      next += portion.length
      packed = packed.length === 0 ? portion : Buffer.concat([packed, portion])
    }
    if (packed.length === 0) {
      state.isDamaged = next < end
      return
    }
    const block = inflateFirst(packed, maxBlockBytes)
    if (block === null) {
      state.isDamaged = true
      return
    }
    inflation.count(block.bytes.length)
    packed = packed.subarray(block.packedBytes)
    if (block.bytes.length > 0) yield block.bytes
  }
}

/** Reads a complete chunk; `isDamaged`: it ends where a block could not be inflated. */
export async function readChunk(
  input: ByteSource,
  chunk: Chunk,
  inflation: Inflation,
): Promise<{ readonly bytes: Uint8Array; readonly isDamaged: boolean }> {
  const { blocks, state } = readBlocks(input, chunk, inflation)
  const parts: Uint8Array[] = []
  for await (const block of blocks) parts.push(block)
  return { bytes: parts.length === 1 ? parts[0] : Buffer.concat(parts), isDamaged: state.isDamaged }
}

/** Reads the index that follows a chunk; null where it cannot be read. */
export async function readIndex(input: ByteSource, chunk: Chunk, inflation: Inflation): Promise<Uint8Array | null> {
  const packed = await readRange(input, chunk.offset + chunk.size - chunk.indexBytes, chunk.indexBytes)
  const block = inflateFirst(packed, maxIndexBytes)
  if (block !== null) inflation.count(block.bytes.length)
  return block?.bytes ?? null
}

/** Reads a range of the file in portions; shorter at its end. */
export async function readRange(input: ByteSource, start: number, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const end = Math.min(start + length, input.size)
  for (let at = start; at < end;) {
    const portion = await input.read(at, Math.min(portionBytes, end - at))
    if (portion.length === 0) break
    parts.push(portion)
    at += portion.length
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts)
}

/** Inflates a directory or another compressed list; rejects the file if it exceeds the limit. */
export function inflateList(packed: Uint8Array, maxOutputLength: number): Uint8Array | null {
  try {
    return inflateSync(packed, { maxOutputLength })
  } catch (cause) {
    if (!(cause instanceof RangeError)) return null
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxOutputLength} inflatedBytes` } })
  }
}

/** A chunk of a file. */
export interface Chunk {
  readonly name: string
  /** 1 plain, 3 encrypted. */
  readonly type: number
  /** Offset in the file. */
  readonly offset: number
  readonly size: number
  /** Bytes before the compressed blocks. */
  readonly prefixBytes: number
  /** Bytes of the compressed index after them. */
  readonly indexBytes: number
}
