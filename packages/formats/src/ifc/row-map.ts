/** Fraction of the slots that may be in use. */
const maxLoad = 0.7
const minSlots = 1024

/**
 * A number for each of some rows, by open addressing: 11 to 23 bytes an entry, where a `Map` takes 30 to 60 and doubles
 * the work of the garbage collector. Rows below 0 have none.
 */
export class RowMap {
  /** By slot, a row + 1 (0: the slot is free) and its number. */
  #slots: Int32Array
  #shift: number
  #size = 0

  /** `expectedSize` entries are stored without growing. */
  constructor(expectedSize = 0) {
    const bits = Math.ceil(Math.log2(Math.max(minSlots, (expectedSize + 1) / maxLoad)))
    this.#slots = new Int32Array(2 * 2 ** bits)
    this.#shift = 32 - bits
  }

  /** Number of rows. */
  get size(): number {
    return this.#size
  }

  get(row: number): number | undefined {
    const at = this.#findSlot(row)
    return this.#slots[at] === 0 ? undefined : this.#slots[at + 1]
  }

  has(row: number): boolean {
    return this.#slots[this.#findSlot(row)] !== 0
  }

  set(row: number, value: number): void {
    if (row < 0) return
    const at = this.#findSlot(row)
    this.#slots[at + 1] = value
    if (this.#slots[at] !== 0) return
    this.#slots[at] = row + 1
    this.#size++
    if (this.#size * 2 > this.#slots.length * maxLoad) this.#grow()
  }

  /** Returns the position of a row, or of the free slot at which it belongs. */
  #findSlot(row: number): number {
    const slots = this.#slots
    const key = row + 1
    const mask = slots.length - 1
    let at = (Math.imul(key, 0x9e37_79b1) >>> this.#shift) * 2
    while (slots[at] !== 0 && slots[at] !== key) at = (at + 2) & mask
    return at
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    this.#shift--
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue
      const at = this.#findSlot(old[from] - 1)
      this.#slots[at] = old[from]
      this.#slots[at + 1] = old[from + 1]
    }
  }
}

/** A map of rows that is not changed. */
export type ReadonlyRowMap = Pick<RowMap, 'get' | 'has' | 'size'>
