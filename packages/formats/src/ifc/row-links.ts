import { GrowingInt32 } from '../kit/growing-array.js'
import { RowMap } from './row-map.js'

/** Rows related to each row by one kind of relation: eight bytes for each, instead of an array for each object. */
export class RowLinks {
  /** By row, its last link; the links of a row are a ring. */
  readonly #last = new RowMap()
  readonly #rows = new GrowingInt32()
  readonly #next = new GrowingInt32()

  /** Relates `to` to `from`, after the rows that are related to it already. */
  add(from: number, to: number): void {
    const link = this.#rows.length
    const last = this.#last.get(from)
    this.#rows.push(to)
    this.#next.push(last === undefined ? link : this.#next.at(last))
    if (last !== undefined) this.#next.set(last, link)
    this.#last.set(from, link)
  }

  /** Returns the first row related to a row; undefined without any. */
  getFirst(from: number): number | undefined {
    const last = this.#last.get(from)
    return last === undefined ? undefined : this.#rows.at(this.#next.at(last))
  }

  /** Lists the rows related to a row in the order in which they were added; undefined without any. */
  get(from: number): number[] | undefined {
    const last = this.#last.get(from)
    if (last === undefined) return undefined
    const rows: number[] = []
    let link = last
    do {
      link = this.#next.at(link)
      rows.push(this.#rows.at(link))
    } while (link !== last)
    return rows
  }
}
