import { GrowingColumn } from '../growing-column.js'

/** Fraction of the slots that may be in use. */
const maxLoad = 0.6

/**
 * Finds rows by the hash of their content with open addressing: twelve bytes per row, where a `Map` of lists takes over a
 * hundred.
 */
export class HashIndex {
  /** Hash per row. */
  readonly hashes = new GrowingColumn(Uint32Array)
  /** Number of a row + 1, or 0. */
  #slots = new Uint32Array(1024)

  /** Returns the row with this hash for which `isEqual` is true; -1 if there is none. */
  find(hash: number, isEqual: (row: number) => boolean): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let other = this.#slots[slot]; other !== 0; other = this.#slots[slot]) {
      if (this.hashes.at(other - 1) === hash && isEqual(other - 1)) return other - 1
      slot = (slot + 1) & mask
    }
    return -1
  }

  /** Adds the next row; returns its number. */
  add(hash: number): number {
    this.hashes.push(hash)
    const row = this.hashes.length - 1
    if (this.hashes.length > this.#slots.length * maxLoad) this.#grow()
    else this.#insert(row)
    return row
  }

  #insert(row: number): void {
    const mask = this.#slots.length - 1
    let slot = this.hashes.at(row) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = row + 1
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let row = 0; row < this.hashes.length; row++) this.#insert(row)
  }
}
