/** Fraction of the slots that may be in use. */
const maxLoad = 0.6

/** Distinct rows of unsigned 32-bit numbers, in the order of their first occurrence. */
export class RowTable {
  /** Number of rows. */
  count = 0
  readonly #width: number
  #rows: Uint32Array
  /** Open addressing: number of a row + 1, or 0. */
  #slots = new Uint32Array(1024)

  /** `width`: numbers of a row. */
  constructor(width: number) {
    this.#width = width
    this.#rows = new Uint32Array(width * 256)
  }

  /** Returns the row's number, a new one for a new row. */
  indexOf(...row: readonly number[]): number {
    const at = this.count * this.#width
    if (at === this.#rows.length) {
      const rows = new Uint32Array(this.#rows.length * 2)
      rows.set(this.#rows)
      this.#rows = rows
    }
    for (let field = 0; field < this.#width; field++) this.#rows[at + field] = row[field]
    const slot = this.#findSlot(at)
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1
    this.#slots[slot] = ++this.count
    if (this.count > this.#slots.length * maxLoad) this.#growSlots()
    return this.count - 1
  }

  /** Returns one field of all rows. */
  column(field: number): Uint32Array {
    return Uint32Array.from({ length: this.count }, (_, row) => this.#rows[row * this.#width + field])
  }

  /** Returns the slot of the row that equals the one at this offset, or the empty one for it. */
  #findSlot(at: number): number {
    const mask = this.#slots.length - 1
    let hash = 0
    for (let field = 0; field < this.#width; field++) {
      hash = Math.imul(hash ^ this.#rows[at + field], 0x9e3779b1)
      hash ^= hash >>> 15
    }
    let slot = hash & mask
    for (let other = this.#slots[slot]; other !== 0; other = this.#slots[slot]) {
      if (this.#isEqual((other - 1) * this.#width, at)) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  #isEqual(one: number, other: number): boolean {
    for (let field = 0; field < this.#width; field++)
      if (this.#rows[one + field] !== this.#rows[other + field]) return false
    return true
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let row = 0; row < this.count; row++) this.#slots[this.#findSlot(row * this.#width)] = row + 1
  }
}
