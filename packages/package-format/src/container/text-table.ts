import type { SectionInput } from './container-layout.js'
import { encodeVarints } from './varints.js'

/** Fraction of the slots that may be in use. */
const maxLoad = 0.6
const encoder = new TextEncoder()

/**
 * Distinct texts as one array of UTF-8 bytes: a tree of millions of names takes a tenth of the memory that strings in a
 * `Map` do. Numbers and sections are those of `StringTableBuilder` and `stringTableSections`.
 */
export class TextTable {
  #bytes = new Uint8Array(1024)
  #end = 0
  /** Position after each text. */
  #ends: Uint32Array = new Uint32Array(256)
  #hashes: Uint32Array = new Uint32Array(256)
  /** Open addressing: number of a text + 1, or 0. */
  #slots = new Uint32Array(1024)
  /** Number of texts. */
  count = 0

  /** Returns the text's number, a new one for a new text. */
  indexOf(text: string): number {
    const start = this.#end
    const end = this.#append(text)
    const hash = this.#computeHash(start, end)
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let other = this.#slots[slot]; other !== 0; other = this.#slots[slot]) {
      if (this.#hashes[other - 1] === hash && this.#isEqual(other - 1, start, end)) return other - 1
      slot = (slot + 1) & mask
    }
    this.#slots[slot] = this.count + 1
    this.#add(hash, end)
    return this.count - 1
  }

  /** Returns the sections of the texts. */
  sections(name: string): SectionInput[] {
    const lengths = new Uint32Array(this.count)
    for (let number = 0; number < this.count; number++) lengths[number] = this.#ends[number] - this.#start(number)
    return [
      { name: `${name}.text`, data: this.#bytes.subarray(0, this.#end) },
      { name: `${name}.length`, data: encodeVarints(lengths) },
    ]
  }

  /** Writes a text after the last one; returns the position after it. */
  #append(text: string): number {
    const needed = this.#end + text.length * 3
    if (needed > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)))
      bytes.set(this.#bytes)
      this.#bytes = bytes
    }
    return this.#end + encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written
  }

  #add(hash: number, end: number): void {
    if (this.count === this.#ends.length) {
      this.#ends = extend(this.#ends)
      this.#hashes = extend(this.#hashes)
    }
    this.#hashes[this.count] = hash
    this.#ends[this.count++] = end
    this.#end = end
    if (this.count > this.#slots.length * maxLoad) this.#growSlots()
  }

  #start(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]
  }

  #computeHash(start: number, end: number): number {
    let hash = end - start
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ this.#bytes[at], 0x01000193)
    return (hash ^ (hash >>> 15)) >>> 0
  }

  #isEqual(number: number, start: number, end: number): boolean {
    const from = this.#start(number)
    if (this.#ends[number] - from !== end - start) return false
    for (let at = start; at < end; at++) if (this.#bytes[at] !== this.#bytes[from + at - start]) return false
    return true
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.count; number++) {
      let slot = this.#hashes[number] & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}

function extend(values: Uint32Array): Uint32Array {
  const longer = new Uint32Array(values.length * 2)
  longer.set(values)
  return longer
}
