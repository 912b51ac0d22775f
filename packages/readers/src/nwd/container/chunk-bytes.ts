import { inflateSync } from 'node:zlib'
import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadContext } from '@kamar/scene'
import { throwIfBeyond, throwIfCancelled } from '../../shared/read-guards.js'
import type { Chunk } from './directory.js'

/** What is taken from the file at once. */
const portionBytes = 1024 * 1024
/** Programs pack 64 KB at a time. */
const maxBlockBytes = 1024 * 1024
/** More than a block of that size takes up when it cannot be packed at all. */
const maxPackedBlockBytes = maxBlockBytes + 64 * 1024
const maxIndexBytes = 64 * 1024 * 1024

/** What inflating asks of a room. */
export type InflateContext = Pick<ReadContext, 'limits' | 'signal'>

/** What a read inflates, counted against the room's limit. */
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

/** One packed stream from the front of the bytes, or null where there is none. */
function inflateFirst(packed: Uint8Array, maxOutputLength: number): Block | null {
  try {
    // The types know only the answer without `info`.
    const { buffer, engine } = inflateSync(packed, { info: true, maxOutputLength }) as unknown as {
      buffer: Uint8Array
      engine: { bytesWritten: number }
    }
    return engine.bytesWritten > 0 ? { bytes: buffer, packedBytes: engine.bytesWritten } : null
  } catch {
    return null
  }
}

/** A part of a file as it is read block by block; `damaged` once a block could not be inflated. */
export interface BlockReading {
  readonly blocks: AsyncGenerator<Uint8Array>
  readonly state: { isDamaged: boolean }
}

/** Inflates a part block by block. */
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

/** A whole part; `isDamaged`: it ends where a block could not be inflated. */
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

/** The index that stands behind a part, or null where it cannot be read. */
export async function readIndex(input: ByteSource, chunk: Chunk, inflation: Inflation): Promise<Uint8Array | null> {
  const packed = await readRange(input, chunk.offset + chunk.size - chunk.indexBytes, chunk.indexBytes)
  const block = inflateFirst(packed, maxIndexBytes)
  if (block !== null) inflation.count(block.bytes.length)
  return block?.bytes ?? null
}

/** Bytes of the file, taken in pieces; shorter at its end. */
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

/** A directory or another packed list; beyond what it may be, the file is refused. */
export function inflateList(packed: Uint8Array, maxOutputLength: number): Uint8Array | null {
  try {
    return inflateSync(packed, { maxOutputLength })
  } catch (cause) {
    if (!(cause instanceof RangeError)) return null
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxOutputLength} inflatedBytes` } })
  }
}
