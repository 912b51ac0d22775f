import { constants, inflateSync } from 'node:zlib'
import { presetDictionary } from './preset-dictionary.js'

const historyBytes = 65_536

/** Result of decompressing a run. */
export interface Inflated {
  readonly bytes: Uint8Array
  /** Compressed bytes of the run. */
  readonly consumedBytes: number
  /** Whether the run ended properly. */
  readonly isComplete: boolean
}

interface InflatedWithInfo {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

/** Inflates a zlib run, with or without the preset dictionary of W2D; returns null for invalid data. */
export function inflateZlib(packed: Uint8Array, maxBytes: number): Inflated | null {
  const options = {
    dictionary: presetDictionary(),
    maxOutputLength: maxBytes,
    finishFlush: constants.Z_SYNC_FLUSH,
    info: true,
  }
  try {
    const { buffer, engine } = inflateSync(packed, options) as unknown as InflatedWithInfo
    return { bytes: buffer, consumedBytes: engine.bytesWritten, isComplete: engine.bytesWritten < packed.length }
  } catch {
    return null
  }
}

/**
 * Inflates a run of the older coding: a code of two nibbles (literal bytes, repeated bytes), then the literals, then
 * the distance back to the repetition.
 */
export function inflateHistory(packed: Uint8Array, maxBytes: number): Inflated | null {
  const out = new GrowingBytes(maxBytes)
  let at = 0
  while (at < packed.length) {
    const code = packed[at++]
    if (code === 0) return { bytes: out.bytes, consumedBytes: at, isComplete: true }
    let literals = code & 15
    if (literals === 15) literals = 15 + (packed[at++] ?? 0)
    let repeated = code >> 4
    if (repeated === 15) repeated = 15 + (packed[at + literals] ?? 0)
    const isLong = code >> 4 === 15
    if (!out.add(packed.subarray(at, at + literals))) return null
    at += literals + (isLong ? 1 : 0)
    if (repeated === 0) continue
    const back = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8)
    at += 2
    if (at > packed.length || !out.repeat(back, repeated + 3)) return null
  }
  return { bytes: out.bytes, consumedBytes: at, isComplete: false }
}

class GrowingBytes {
  #bytes = new Uint8Array(4096)
  #length = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  add(chunk: Uint8Array): boolean {
    if (!this.#reserve(chunk.length)) return false
    this.#bytes.set(chunk, this.#length)
    this.#length += chunk.length
    return true
  }

  /** Repeats bytes starting `back` bytes before the last one. */
  repeat(back: number, count: number): boolean {
    const from = this.#length - 1 - back
    if (from < 0 || back >= historyBytes || !this.#reserve(count)) return false
    for (let index = 0; index < count; index++) this.#bytes[this.#length + index] = this.#bytes[from + index]
    this.#length += count
    return true
  }

  #reserve(count: number): boolean {
    const requiredLength = this.#length + count
    if (requiredLength > this.#max) return false
    if (requiredLength > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(requiredLength, 2 * this.#bytes.length))
      larger.set(this.bytes)
      this.#bytes = larger
    }
    return true
  }
}
