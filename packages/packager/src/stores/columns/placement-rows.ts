import { ScratchFile, type ScratchStorage } from '../../files/scratch-file.js'

/** Numbers of a placement: x, y and z axis, then translation. */
export const placementNumbers = 12
const rowsPerPage = 512
const pageNumbers = rowsPerPage * placementNumbers
/** Pages that stay in memory when the rest is in a file. */
const cachedPages = 64
/** Rows up to which each is copied in turn instead of page by page. */
const maxUngroupedRows = 64

/** Placements in pages; those of large models are in a scratch file. */
export class PlacementRows {
  length = 0
  readonly #storage: ScratchStorage | null
  #file: ScratchFile | null = null
  /** Complete pages in memory, by number, the most recently read last. */
  readonly #pages = new Map<number, Float64Array>()
  #open = new Float64Array(pageNumbers)

  constructor(storage: ScratchStorage | null) {
    this.#storage = storage
  }

  push(placement: ArrayLike<number>): void {
    this.#open.set(placement, (this.length % rowsPerPage) * placementNumbers)
    this.length++
    if (this.length % rowsPerPage > 0) return
    this.#storePage(this.length / rowsPerPage - 1)
    this.#open = new Float64Array(pageNumbers)
  }

  /** Copies placements of these rows, in their order. */
  gather(rows: Uint32Array): Float64Array {
    const out = new Float64Array(rows.length * placementNumbers)
    if (rows.length <= maxUngroupedRows) {
      for (let index = 0; index < rows.length; index++)
        copyRow(this.#getPage(Math.floor(rows[index] / rowsPerPage)), rows[index], out, index)
      return out
    }
    for (const { page, indices } of this.#listByPage(rows)) {
      const numbers = this.#getPage(page)
      for (const index of indices) copyRow(numbers, rows[index], out, index)
    }
    return out
  }

  /** Frees the scratch file. */
  close(): void {
    this.#file?.close()
    this.#pages.clear()
  }

  /** Groups indices of `rows` by the page of their row. */
  *#listByPage(rows: Uint32Array): Generator<{ page: number; indices: Uint32Array }> {
    const starts = new Uint32Array(Math.ceil(this.length / rowsPerPage) + 2)
    const getPageNumber = (row: number): number => Math.floor(row / rowsPerPage)
    for (const row of rows) starts[getPageNumber(row) + 1]++
    for (let page = 1; page < starts.length; page++) starts[page] += starts[page - 1]
    const next = starts.slice()
    const indices = new Uint32Array(rows.length)
    rows.forEach((row, index) => (indices[next[getPageNumber(row)]++] = index))
    for (let page = 0; page + 1 < starts.length; page++)
      if (starts[page + 1] > starts[page]) yield { page, indices: indices.subarray(starts[page], starts[page + 1]) }
  }

  #storePage(number: number): void {
    const bytes = this.length * placementNumbers * Float64Array.BYTES_PER_ELEMENT
    if (this.#file === null && this.#storage !== null && bytes > this.#storage.memoryBytes) {
      this.#file = new ScratchFile(this.#storage)
      for (const page of this.#pages.values()) this.#file.append(new Uint8Array(page.buffer))
      this.#pages.clear()
    }
    if (this.#file === null) this.#pages.set(number, this.#open)
    else this.#file.append(new Uint8Array(this.#open.buffer))
  }

  #getPage(number: number): Float64Array {
    if (number === Math.floor(this.length / rowsPerPage)) return this.#open
    const cached = this.#pages.get(number)
    if (cached !== undefined) return cached
    const page = new Float64Array(pageNumbers)
    this.#file?.read(number * page.byteLength, new Uint8Array(page.buffer))
    this.#pages.set(number, page)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= cachedPages) break
      this.#pages.delete(oldest)
    }
    return page
  }
}

function copyRow(page: Float64Array, row: number, out: Float64Array, index: number): void {
  const from = (row % rowsPerPage) * placementNumbers
  const to = index * placementNumbers
  for (let part = 0; part < placementNumbers; part++) out[to + part] = page[from + part]
}
