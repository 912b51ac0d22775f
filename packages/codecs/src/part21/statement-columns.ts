import type { FileBytes } from './file-bytes.js'
import { endOfStatement, findBody } from './step-scan.js'

/** Rows per block: positions and numbers are stored relative to the smallest one of their block. */
const blockRows = 64
const blockShift = 6

/** Rows per page, the unit of allocation; a power of two, at least 64. */
export const defaultPageRows = 1 << 16

/** In a column of single bytes: the value is this or larger, and is read from the file again. */
const tooLarge = 255

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** The columns of some rows: about six bytes per row in most files, where the usual arrays have 18. */
interface Page {
  readonly count: number
  /** By block, the position of its first row. */
  readonly blockStarts: Float64Array
  /** Positions relative to the block. */
  readonly starts: Column
  /** Distance from the end of the statement to the start of the next one. */
  readonly gaps: Uint8Array
  /** Distance from the start to the position after the opening parenthesis. */
  readonly headerLengths: Uint8Array
  readonly types: Column
  /** By block, its smallest statement number. */
  readonly blockIds: Float64Array
  /** Statement numbers relative to the block. */
  readonly ids: Column
  /** Position of the next page's first row, or the length of the file. */
  readonly nextStart: number
}

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
    const at = row & this.#rowMask
    return page.blockIds[at >>> blockShift] + page.ids[at]
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
    const { ids, blockIds, count } = this.#getPage(block)
    const first = (block << blockShift) & this.#rowMask
    const offset = id - blockIds[first >>> blockShift]
    let at = first + Math.min(offset, blockRows - 1, count - 1 - first)
    while (at > first && ids[at] > offset) at--
    return ids[at] === offset ? (block << blockShift) + at - first : -1
  }

  /** Calls `visit` for the types of each page, with its first row. */
  forEachPage(visit: (types: Column, firstRow: number) => void): void {
    this.#pages.forEach(({ types }, page) => visit(types, page << this.#pageShift))
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

/** Returns the position of the row after the row `at` of a page. */
function startAfter(page: Page, at: number): number {
  const next = at + 1
  return next < page.count ? page.blockStarts[next >>> blockShift] + page.starts[next] : page.nextStart
}

/** Builder of columns, page by page. */
export class ColumnsBuilder {
  readonly #columns: StatementColumns
  readonly #starts: Float64Array
  readonly #ends: Float64Array
  readonly #bodies: Float64Array
  readonly #ids: Float64Array
  readonly #types: Uint16Array
  #count = 0
  #lastId = 0
  /** Largest statement number. */
  maxId = 0
  /** Whether every statement number is larger than the one before. */
  isAscending = true

  constructor(bytes: FileBytes, pageRows: number) {
    this.#columns = new StatementColumns(bytes, pageRows)
    this.#starts = new Float64Array(pageRows)
    this.#ends = new Float64Array(pageRows)
    this.#bodies = new Float64Array(pageRows)
    this.#ids = new Float64Array(pageRows)
    this.#types = new Uint16Array(pageRows)
  }

  /** Appends a row. */
  add({ id, start, end, body, type }: StatementRow): void {
    if (this.#count === this.#columns.pageRows) this.#finishPage(start)
    const at = this.#count++
    this.#starts[at] = start
    this.#ends[at] = end
    this.#bodies[at] = body
    this.#ids[at] = id
    this.#types[at] = type
    this.isAscending &&= id > this.#lastId
    this.#lastId = id
    if (id > this.maxId) this.maxId = id
  }

  /** Returns the columns of all rows. */
  finish(length: number): StatementColumns {
    if (this.#count > 0) this.#finishPage(length)
    return this.#columns
  }

  #finishPage(nextStart: number): void {
    const count = this.#count
    const starts = this.#starts.subarray(0, count)
    const gaps = new Uint8Array(count)
    const headerLengths = new Uint8Array(count)
    for (let at = 0; at < count; at++) {
      gaps[at] = Math.min(tooLarge, (at + 1 < count ? starts[at + 1] : nextStart) - this.#ends[at])
      headerLengths[at] = Math.min(tooLarge, this.#bodies[at] - starts[at])
    }
    const { bases: blockStarts, offsets } = toBlocks(starts)
    const { bases: blockIds, offsets: ids } = toBlocks(this.#ids.subarray(0, count))
    const types = narrow(this.#types.subarray(0, count))
    this.#columns.addPage({ count, blockStarts, starts: offsets, gaps, headerLengths, types, blockIds, ids, nextStart })
    this.#count = 0
  }
}

/** Splits values into the smallest one of each block and the offsets from it. */
function toBlocks(values: Float64Array): { bases: Float64Array; offsets: Column } {
  const bases = new Float64Array(Math.ceil(values.length / blockRows)).fill(Infinity)
  for (let at = 0; at < values.length; at++)
    if (values[at] < bases[at >>> blockShift]) bases[at >>> blockShift] = values[at]
  for (let at = 0; at < values.length; at++) values[at] -= bases[at >>> blockShift]
  return { bases, offsets: narrow(values) }
}

/** Copies values to the narrowest column that holds them. */
function narrow(values: Float64Array | Uint16Array): Column {
  let max = 0
  for (let at = 0; at < values.length; at++) if (values[at] > max) max = values[at]
  if (max <= 0xff) return new Uint8Array(values)
  if (max <= 0xffff) return new Uint16Array(values)
  return max <= 0xffff_ffff ? new Uint32Array(values) : new Float64Array(values)
}
