import { latin1 } from './latin1.js'
import { maxTypeProbes, typeSlots } from './scan-layout.js'

/** Hash table of type names, by slot. */
export interface TypeSlots {
  /** Number of the type; -1 when the slot is free. */
  readonly codes: Int32Array
  readonly hashes: Int32Array
  readonly lengths: Int32Array
}

/** Numbering of type names without a string for every statement: a hash of the bytes finds the stored name. */
export class TypeTable {
  /** Names in order of appearance, in capital letters. */
  readonly names: string[] = []
  readonly #codes = new Map<string, number>()
  readonly #slots: TypeSlots

  constructor(slots: TypeSlots) {
    this.#slots = slots
  }

  /** Returns the number of the type whose name is at these positions, after adding it if it is new. */
  resolveCode(bytes: Uint8Array, start: number, end: number): number {
    const { codes, hashes, lengths } = this.#slots
    let hash = 0
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x0100_0193)
    let slot = (hash ^ (hash >>> 15)) & (typeSlots - 1)
    for (let probe = 0; probe < maxTypeProbes; probe++) {
      if (codes[slot] < 0) {
        hashes[slot] = hash
        lengths[slot] = end - start
        return (codes[slot] = this.#codeOfName(latin1(bytes, start, end)))
      }
      if (hashes[slot] === hash && lengths[slot] === end - start) return codes[slot]
      slot = (slot + 1) & (typeSlots - 1)
    }
    return this.#codeOfName(latin1(bytes, start, end))
  }

  /** Returns the number of a type, or -1. */
  findCode(name: string): number {
    return this.#codes.get(name) ?? -1
  }

  #codeOfName(literal: string): number {
    const name = literal.toUpperCase()
    const cached = this.#codes.get(name)
    if (cached !== undefined) return cached
    // 16 bits hold every schema's names many times over; further invented names share the last code.
    const code = Math.min(this.names.length, 0xffff)
    this.names[code] = name
    this.#codes.set(name, code)
    return code
  }
}
