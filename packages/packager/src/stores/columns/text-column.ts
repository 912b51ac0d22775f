import type { ScratchStorage } from '../../files/scratch-file.js'
import { SpilledBytes } from '../../files/spilled-bytes.js'
import { GrowingColumn } from '../growing-column.js'
import { HashIndex } from './hash-index.js'

const encoder = new TextEncoder()
let encoded = new Uint8Array(1024)

/** Encodes a text as UTF-8; reuses one array. */
function encodeText(text: string): Uint8Array {
  if (encoded.length < text.length * 3) encoded = new Uint8Array(text.length * 6)
  return encoded.subarray(0, encoder.encodeInto(text, encoded).written)
}

/** Texts by number as UTF-8: a string takes three times the memory. */
export class TextColumn {
  readonly #bytes: SpilledBytes
  /** Position after each text; 64 bits, because texts of a model may exceed 4 GB. */
  readonly #ends = new GrowingColumn(Float64Array)

  constructor(storage: ScratchStorage | null = null) {
    this.#bytes = new SpilledBytes(storage)
  }

  get length(): number {
    return this.#ends.length
  }

  push(text: string): void {
    this.pushBytes(encodeText(text))
  }
  pushBytes(bytes: Uint8Array): void {
    this.#bytes.append(bytes)
    this.#ends.push(this.#bytes.length)
  }

  get(number: number): string {
    const bytes = this.getBytes(number)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  }

  /** Returns a text's bytes, as a view that the next call may invalidate. */
  getBytes(number: number): Uint8Array {
    const start = number === 0 ? 0 : this.#ends.at(number - 1)
    return this.#bytes.read(start, this.#ends.at(number) - start)
  }

  /** Removes all texts and frees their memory. */
  close(): void {
    this.#bytes.close()
    this.#ends.clear()
  }
}

function hashBytes(bytes: Uint8Array): number {
  let hash = bytes.length
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Distinct texts in the order of their first occurrence. */
export class UniqueTexts {
  readonly #texts: TextColumn
  #index = new HashIndex()

  constructor(storage: ScratchStorage | null = null) {
    this.#texts = new TextColumn(storage)
  }

  /** Returns the number of a text, a new one for a new text. */
  intern(text: string): number {
    const bytes = encodeText(text)
    const hash = hashBytes(bytes)
    const existing = this.#index.find(hash, (number) => Buffer.compare(this.#texts.getBytes(number), bytes) === 0)
    if (existing >= 0) return existing
    this.#texts.pushBytes(bytes)
    return this.#index.add(hash)
  }

  get(number: number): string {
    return this.#texts.get(number)
  }

  /** Removes all texts and frees their memory. */
  close(): void {
    this.#texts.close()
    this.#index = new HashIndex()
  }
}
