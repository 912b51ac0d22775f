/** Rows related to each row by one kind of relation: eight bytes for each, instead of an array for each object. */
export class RowLinks {
  /** By row, its last link; the links of a row are a ring. */
  readonly #last = new Map<number, number>()
  #rows = new Int32Array(1024)
  #next = new Int32Array(1024)
  #count = 0

  /** Relates `to` to `from`, after the rows that are related to it already. */
  add(from: number, to: number): void {
    if (this.#count === this.#rows.length) this.#grow()
    const link = this.#count++
    const last = this.#last.get(from)
    this.#rows[link] = to
    this.#next[link] = last === undefined ? link : this.#next[last]
    if (last !== undefined) this.#next[last] = link
    this.#last.set(from, link)
  }

  /** Returns the first row related to a row; undefined without any. */
  getFirst(from: number): number | undefined {
    const last = this.#last.get(from)
    return last === undefined ? undefined : this.#rows[this.#next[last]]
  }

  /** Lists the rows related to a row in the order in which they were added; undefined without any. */
  get(from: number): number[] | undefined {
    const last = this.#last.get(from)
    if (last === undefined) return undefined
    const rows: number[] = []
    let link = last
    do {
      link = this.#next[link]
      rows.push(this.#rows[link])
    } while (link !== last)
    return rows
  }

  #grow(): void {
    const wider = (values: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(values.length * 2)
      grown.set(values)
      return grown
    }
    this.#rows = wider(this.#rows)
    this.#next = wider(this.#next)
  }
}
