import type { StatementColumns } from './statement-columns.js'

/** Types with at most this fraction of all rows have their rows listed once; those of others are found when needed. */
const maxListedRatio = 1 / 32
const listedFloor = 1 << 14

/**
 * Rows by type. Points, loops and faces are most of a file and are reached by reference: a list of their rows would be
 * large and of no use.
 */
export class RowsByType {
  readonly #columns: StatementColumns
  readonly #counts: Uint32Array
  /** By type, the position of its first row in `#rows`, or -1. */
  readonly #first: Int32Array
  readonly #rows: Uint32Array

  constructor(columns: StatementColumns, typeCount: number) {
    this.#columns = columns
    this.#counts = new Uint32Array(typeCount)
    this.#first = new Int32Array(typeCount)
    columns.forEachPage((types) => {
      for (let at = 0; at < types.length; at++) this.#counts[types[at]]++
    })
    const maxListed = Math.max(listedFloor, columns.count * maxListedRatio)
    let total = 0
    for (let type = 0; type < typeCount; type++) {
      const isListed = this.#counts[type] <= maxListed
      this.#first[type] = isListed ? total : -1
      if (isListed) total += this.#counts[type]
    }
    this.#rows = new Uint32Array(total)
    const next = this.#first.slice()
    columns.forEachPage((types, firstRow) => {
      for (let at = 0; at < types.length; at++) {
        const type = types[at]
        if (next[type] >= 0) this.#rows[next[type]++] = firstRow + at
      }
    })
  }

  /** Lists the rows of a type in the order of the file; none for -1. */
  list(type: number): Uint32Array {
    if (type < 0) return new Uint32Array(0)
    const first = this.#first[type]
    const count = this.#counts[type]
    return first >= 0 ? this.#rows.subarray(first, first + count) : this.#find(type, count)
  }

  #find(type: number, count: number): Uint32Array {
    const rows = new Uint32Array(count)
    let next = 0
    this.#columns.forEachPage((types, firstRow) => {
      for (let at = 0; at < types.length; at++) if (types[at] === type) rows[next++] = firstRow + at
    })
    return rows
  }
}
