import { exchangeStart } from '../detection/exchange-start.js'
import type { FileBytes } from './file-bytes.js'
import { latin1 } from './latin1.js'
import { createRowLookup } from './row-lookup.js'
import { RowsByType } from './rows-by-type.js'
import { ColumnsBuilder, defaultPageRows, type StatementColumns } from './statement-columns.js'
import { StatementScan } from './statement-scan.js'
import {
  byte,
  endOfStatement,
  findTypeName,
  isBlank,
  isTypeByte,
  noEnd,
  skipBlanks,
  skipTypeName,
} from './step-scan.js'
import { TypeTable } from './type-table.js'

/** Maximum statement number that fits the kernel; statements above are omitted and counted. */
export const maxStatementNumber = 0xffff_fffe

/** Index of the statements of a STEP file; row numbers count the statements in file order. */
export interface StepIndex extends Pick<
  StatementColumns,
  'count' | 'getId' | 'getType' | 'getStart' | 'getBody' | 'getEnd'
> {
  /** Largest statement number. */
  readonly maxId: number
  /** Type names in order of appearance, as written (`IFCWALL`). */
  readonly typeNames: readonly string[]
  /** Finds the row of a statement number, or -1. */
  findRow(id: number): number
  /** Lists the rows of a type in file order. */
  listRows(name: string): Uint32Array
  /** Values of header statements by name (`FILE_SCHEMA`), unparsed. */
  readonly header: ReadonlyMap<string, string>
  /** False when the file stops inside a statement or before its `ENDSEC`. */
  readonly ended: boolean
  /** Number of statements that could not be read: no number, number out of range, no type. */
  readonly unreadable: number
  /** Whether the text of the search is in a statement of its type. */
  readonly hasSearchText: boolean
}

function isStatementNumber(id: number): boolean {
  return id > 0 && id <= maxStatementNumber
}

/** Returns whether there is a parenthesis before the semicolon. */
function isClosed(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1
  while (last > start && isBlank(bytes[last])) last--
  return bytes[last] === byte.close
}

/** Bytes of a file that are read at a time; they stay in the processor's cache. */
const blockBytes = 1 << 20
/** Size above which a statement ends the index, as it would have to be in memory. */
const maxStatementBytes = 256 << 20
/** Bytes of the last block before the next statement, at which scanning looks. */
const precedingBytes = 16

/** Search for a text of at most 64 single-byte characters in the statements of a type. */
export interface StatementSearch {
  /** In capital letters. */
  readonly typeName: string
  readonly text: string
}

/** Options of an index. */
export interface IndexOptions {
  /**
   * Complex instances (`#1=(A()B());`) get a row under the empty type name, their body after the outer parenthesis;
   * otherwise they count as unreadable, as in a schema that has none.
   */
  readonly complexInstances?: boolean
  /** See `StatementColumns`. */
  readonly pageRows?: number
  readonly search?: StatementSearch
}

/** Builder of the index in slices, so that reading a large file can be cancelled. */
export class StepIndexer {
  readonly #source: FileBytes
  readonly #complexInstances: boolean
  readonly #search: StatementSearch | undefined
  readonly #scan: StatementScan
  readonly #columns: ColumnsBuilder
  readonly #types: TypeTable
  readonly #header = new Map<string, string>()
  /** Part of the file from `#base` on. */
  #bytes: Uint8Array
  #base = 0
  #position = 0
  #unreadable = 0
  #ended = false
  #inData = false
  #hasSearchText = false
  // Number and type of the current statement.
  #id = 0
  #typeStart = 0
  #typeEnd = 0

  constructor(source: FileBytes, { complexInstances = false, ...options }: IndexOptions = {}) {
    const { pageRows = defaultPageRows, search } = options
    this.#source = source
    this.#complexInstances = complexInstances
    this.#search = search
    this.#scan = new StatementScan(Math.min(blockBytes, source.length), pageRows)
    this.#types = new TypeTable(this.#scan.typeSlots)
    this.#columns = new ColumnsBuilder(source, this.#scan)
    this.#bytes = source.readBlock(0, blockBytes, this.#scan.block)
    this.#position = exchangeStart(this.#bytes)
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position
  }

  /** Reads up to at least `until`; returns whether the file is read to its end. */
  advance(until: number): boolean {
    while (this.#position < until) {
      this.#scanOrdinary()
      const bytes = this.#bytes
      const start = skipBlanks(bytes, this.#position - this.#base, bytes.length)
      const scanned = bytes[start] === byte.hash ? this.#parseHeader(start) : start
      const signedEnd = start < bytes.length ? endOfStatement(bytes, scanned, bytes.length) : noEnd
      if (signedEnd === noEnd) {
        if (this.#readMore()) continue
        return this.#finish(start + this.#base)
      }
      const end = Math.abs(signedEnd)
      if (signedEnd < 0) this.#unreadable++
      if (bytes[start] === byte.hash) this.#addInstance(start, end)
      else this.#readKeyword(start, end)
      this.#position = this.#base + end + 1
    }
    return this.#position >= this.#source.length
  }

  /** Adds the statements that follow, up to one that needs more care than the scan in WebAssembly takes. */
  #scanOrdinary(): void {
    // A long statement is not in the memory of the scan.
    if (this.#bytes.buffer !== this.#scan.block.buffer) return
    const base = this.#base
    const { length } = this.#bytes
    const { position, rowCount } = this.#scan.scan(this.#position - base, {
      length,
      base,
      rowCount: this.#columns.pageCount,
    })
    this.#position = base + position
    this.#columns.pageCount = rowCount
  }

  /** Searches in a statement that is not ordinary, and in ordinary ones of its type from then on. */
  #searchStatement(type: number, start: number, end: number): void {
    if (this.#search === undefined || this.#types.names[type] !== this.#search.typeName) return
    this.#scan.searchIn(type, this.#search.text)
    this.#hasSearchText ||= latin1(this.#bytes, start, end).includes(this.#search.text)
  }

  /** Reads the next part of the file, from the current statement on; false at the end of the file. */
  #readMore(): boolean {
    const end = this.#base + this.#bytes.length
    if (end >= this.#source.length) return false
    const base = Math.max(0, this.#position - precedingBytes)
    // A statement longer than a block is read again with twice the length.
    const length = base === this.#base ? this.#bytes.length * 2 : blockBytes
    if (length > maxStatementBytes) return false
    this.#bytes = this.#source.readBlock(base, length, this.#scan.block)
    this.#base = base
    return true
  }

  #finish(position: number): true {
    // Blanks after the last statement are the regular end; any other byte is a truncated statement.
    this.#ended &&= position === this.#source.length
    this.#position = this.#source.length
    return true
  }

  /** Reads number and type of the statement at `start`; returns the position up to which it contains no delimiter. */
  #parseHeader(start: number): number {
    const bytes = this.#bytes
    const limit = bytes.length
    let id = 0
    let at = start + 1
    for (; at < limit; at++) {
      const digit = bytes[at] - byte.zero
      if (digit < 0 || digit > 9) break
      id = id * 10 + digit
    }
    this.#id = id
    this.#typeStart = findTypeName(bytes, at, limit)
    this.#typeEnd = skipTypeName(bytes, this.#typeStart, limit)
    return this.#typeEnd
  }

  /** Adds the statement whose number and type were read. */
  #addInstance(start: number, end: number): void {
    const bytes = this.#bytes
    const base = this.#base
    const id = this.#id
    const typeStart = this.#typeStart
    const typeEnd = this.#typeEnd
    const at = bytes[typeEnd] === byte.open ? typeEnd : skipBlanks(bytes, typeEnd, end)
    const isTyped = typeEnd > typeStart || this.#complexInstances
    if (!isTyped || bytes[at] !== byte.open || !isStatementNumber(id)) {
      this.#unreadable++
      return
    }
    if (!isClosed(bytes, at, end)) this.#unreadable++
    const type = this.#types.resolveCode(bytes, typeStart, typeEnd)
    this.#searchStatement(type, at + 1, end)
    this.#columns.add({ id, start: base + start, end: base + end, body: base + at + 1, type })
  }

  #readKeyword(start: number, end: number): void {
    const bytes = this.#bytes
    let at = start
    while (at < end && (isTypeByte(bytes[at]) || bytes[at] === byte.minus)) at++
    const keyword = latin1(bytes, start, Math.min(at, start + 64)).toUpperCase()
    if (keyword === 'DATA') {
      this.#inData = true
      this.#ended = false
    } else if (keyword === 'ENDSEC' && this.#inData) this.#ended = true
    else if (keyword.startsWith('FILE_')) this.#header.set(keyword, latin1(bytes, at, Math.min(end, at + 65_536)))
    else if (this.#inData && !keyword.startsWith('END')) this.#unreadable++
  }

  /** Returns the finished index. */
  result(): StepIndex {
    const columns = this.#columns.finish(this.#source.length)
    const { maxId, isAscending } = this.#scan
    const types = this.#types
    const rows = new RowsByType(columns, types.names.length)
    return Object.assign(columns, {
      maxId,
      typeNames: types.names,
      findRow: createRowLookup(columns, { maxId, isAscending }),
      listRows: (name: string) => rows.list(types.findCode(name)),
      header: this.#header,
      ended: this.#ended,
      unreadable: this.#unreadable,
      hasSearchText: this.#hasSearchText || this.#scan.hasSearchText,
    })
  }
}
