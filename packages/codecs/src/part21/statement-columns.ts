import type { FileBytes } from './file-bytes.js'
import { blockRows, tooLarge } from './scan-layout.js'
import type { Column, Page, StatementScan } from './statement-scan.js'
import { endOfStatement, findBody } from './step-scan.js'

const blockShift = Math.log2(blockRows)

/** Rows per page, the unit of allocation; a power of two, at least 64. */
export const defaultPageRows = 1 << 16

/** A statement of a file. */
interface StatementRow {
  readonly id: number
  /** Position of its `#`. */
  readonly start: number
  /** Position after its closing parenthesis (of the semicolon). */
  readonly end: number
  /** Position after the opening parenthesis. */
  readonly body: number
  /** Number of its type. */
  readonly type: number
}

/** Numbers, positions and types of the statements of a file, by row. Row -1 has none: all its values are 0. */
export class StatementColumns {
  readonly pageRows: number
  readonly #bytes: FileBytes
  readonly #pages: Page[] = []
  readonly #pageShift: number
  readonly #rowMask: number
  #count = 0

  constructor(bytes: FileBytes, pageRows: number) {
    this.pageRows = pageRows
    this.#bytes = bytes
    this.#pageShift = Math.log2(pageRows)
    this.#rowMask = pageRows - 1
  }

  /** Number of rows. */
  get count(): number {
    return this.#count
  }

  /** Number of blocks of rows. */
  get blockCount(): number {
    return Math.ceil(this.#count / blockRows)
  }

  /** Appends a page; only the last one may have less than `pageRows` rows. */
  addPage(page: Page): void {
    this.#pages.push(page)
    this.#count += page.count
  }

  /** Returns the number of a statement (`#12`). */
  getId(row: number): number {
    const page = this.#pages[row >>> this.#pageShift]
    if (page === undefined) return 0
    return idAt(page, row & this.#rowMask)
  }

  /** Returns the number of a statement's type. */
  getType(row: number): number {
    const page = this.#pages[row >>> this.#pageShift]
    return page === undefined ? 0 : page.types[row & this.#rowMask]
  }

  /** Returns the position of a statement's `#`. */
  getStart(row: number): number {
    const page = this.#pages[row >>> this.#pageShift]
    if (page === undefined) return 0
    const at = row & this.#rowMask
    return page.blockStarts[at >>> blockShift] + page.starts[at]
  }

  /** Returns the position after the opening parenthesis of a statement. */
  getBody(row: number): number {
    const page = this.#pages[row >>> this.#pageShift]
    if (page === undefined) return 0
    const at = row & this.#rowMask
    const length = page.headerLengths[at]
    return (
      page.blockStarts[at >>> blockShift] +
      page.starts[at] +
      (length === tooLarge ? this.#readHeaderLength(row) : length)
    )
  }

  /** Returns the position after the closing parenthesis of a statement. */
  getEnd(row: number): number {
    const page = this.#pages[row >>> this.#pageShift]
    if (page === undefined) return 0
    const at = row & this.#rowMask
    const gap = page.gaps[at]
    return gap === tooLarge ? this.#readEnd(row) : startAfter(page, at) - gap
  }

  /** Returns the smallest statement number of a block. */
  getBlockId(block: number): number {
    return this.#getPage(block).blockIds[block & (this.#rowMask >>> blockShift)]
  }

  /** Finds the last row of a block whose statement number is `id`, or -1; the numbers of the block must rise. */
  findInBlock(block: number, id: number): number {
    const page = this.#getPage(block)
    const first = (block << blockShift) & this.#rowMask
    const offset = id - page.blockIds[first >>> blockShift]
    let at = first + Math.min(offset, blockRows - 1, page.count - 1 - first)
    while (at > first && idAt(page, at) > id) at--
    return idAt(page, at) === id ? (block << blockShift) + at - first : -1
  }

  /** Calls `visit` for the types of each page, with its first row. */
  forEachPage(visit: (types: Column, firstRow: number) => void): void {
    this.#pages.forEach(({ types }, page) => visit(types, page << this.#pageShift))
  }

  /** Writes the row of each statement number to `table`; the last row of a number wins. */
  fillTable(table: Int32Array): void {
    this.#pages.forEach((page, number) => {
      const firstRow = number << this.#pageShift
      for (let at = 0; at < page.count; at++) table[idAt(page, at)] = firstRow + at
    })
  }

  #getPage(block: number): Page {
    return this.#pages[block >>> (this.#pageShift - blockShift)]
  }

  #readHeaderLength(row: number): number {
    const start = this.getStart(row)
    const end = this.getEnd(row)
    const bytes = this.#bytes.seek(start, end)
    const { base } = this.#bytes
    return findBody(bytes, start - base, end - base) - (start - base)
  }

  #readEnd(row: number): number {
    const start = this.getStart(row)
    const page = this.#pages[row >>> this.#pageShift]
    const bytes = this.#bytes.seek(start, startAfter(page, row & this.#rowMask))
    const { base } = this.#bytes
    return Math.abs(endOfStatement(bytes, start - base, bytes.length)) + base
  }
}

/** Returns the statement number of the row `at` of a page. */
function idAt({ blockIds, ids, irregularIds }: Page, at: number): number {
  const block = at >>> blockShift
  const base = blockIds[block]
  if (ids !== null) return base + ids[at]
  const inBlock = at & (blockRows - 1)
  const irregular = irregularIds.size === 0 ? undefined : irregularIds.get(block)
  return base + (irregular === undefined ? inBlock : irregular[inBlock])
}

/** Returns the position of the row after the row `at` of a page. */
function startAfter(page: Page, at: number): number {
  const next = at + 1
  return next < page.count ? page.blockStarts[next >>> blockShift] + page.starts[next] : page.nextStart
}

/** Builder of columns, page by page. */
export class ColumnsBuilder {
  readonly #columns: StatementColumns
  readonly #scan: StatementScan
  /** The last page. */
  #page: Page | undefined
  /** Number of rows in the columns of the scan. */
  pageCount = 0

  constructor(bytes: FileBytes, scan: StatementScan) {
    this.#columns = new StatementColumns(bytes, scan.maxRows)
    this.#scan = scan
  }

  /** Appends a row. */
  add({ id, start, end, body, type }: StatementRow): void {
    if (this.pageCount === this.#columns.pageRows) this.#finishPage(start)
    const at = this.pageCount++
    const { columns } = this.#scan
    columns.starts[at] = start
    columns.ends[at] = end
    columns.bodies[at] = body
    columns.ids[at] = id
    columns.types[at] = type
  }

  /** Returns the columns of all rows. */
  finish(length: number): StatementColumns {
    if (this.pageCount > 0) this.#finishPage(length)
    return this.#columns
  }

  #finishPage(nextStart: number): void {
    this.#page = this.#scan.pack(this.pageCount, nextStart, this.#page)
    this.#columns.addPage(this.#page)
    this.pageCount = 0
  }
}
