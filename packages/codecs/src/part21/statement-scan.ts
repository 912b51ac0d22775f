import { instantiateWasm } from '@kamar/mesh'
import { statementModule } from './generated/statement-module.js'
import { blockPaddingBytes, blockRows, maxSearchBytes, ScanField, typeSlots } from './scan-layout.js'
import type { TypeSlots } from './type-table.js'

/** Blocks with a list of their own take this many times the memory of those in a column of the page. */
const irregularCost = 8

interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Lays out the memory; 0 when it does not fit. */
  readonly reserve: (blockBytes: number, rows: number) => number
  /** Returns the position in the block after the last statement that was appended to the columns. */
  readonly scanStatements: (from: number, length: number, base: number) => number
  readonly packPage: (count: number, nextStart: number) => void
}

/** Values of some rows, in the narrowest type that holds them. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** The columns of some rows: about four bytes per row in most files, where the usual arrays have 18. */
export interface Page {
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
  /** Statement numbers relative to the block; null when most blocks have consecutive ones. */
  readonly ids: Column | null
  /** By block, its statement numbers if they are not consecutive; without `ids`. */
  readonly irregularIds: ReadonlyMap<number, Column>
  /** Position of the next page's first row, or the length of the file. */
  readonly nextStart: number
}

/** Columns of the page that is being filled: one row per statement, see `StatementRow`. */
export interface StatementArrays {
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly bodies: Float64Array
  readonly ids: Float64Array
  readonly types: Uint16Array
}

/**
 * Scan of ordinary statements in WebAssembly (`../../wasm`). It ends before each statement that needs more care, which
 * the caller reads.
 */
export class StatementScan {
  /** Maximum number of rows in the columns. */
  readonly maxRows: number
  /** Bytes of the file to be scanned. */
  readonly block: Uint8Array
  readonly columns: StatementArrays
  readonly typeSlots: TypeSlots
  readonly #exports: ScanExports
  readonly #buffer: ArrayBuffer
  readonly #fields: Float64Array
  /** The block and the zeros after it. */
  readonly #padded: Uint8Array

  constructor(blockBytes: number, rows: number) {
    this.maxRows = rows
    this.#exports = instantiateWasm(statementModule) as ScanExports
    if (this.#exports.reserve(blockBytes, rows) === 0) throw new RangeError('Array buffer allocation failed')
    const { buffer } = this.#exports.memory
    const fields = new Float64Array(buffer, 0, ScanField.count)
    this.#buffer = buffer
    this.#fields = fields
    fields[ScanField.isAscending] = 1
    fields[ScanField.searchType] = -1
    this.#padded = new Uint8Array(buffer, fields[ScanField.blockAddress], blockBytes + blockPaddingBytes)
    this.block = this.#padded.subarray(0, blockBytes)
    const floats = (field: ScanField) => new Float64Array(buffer, fields[field], rows)
    this.columns = {
      starts: floats(ScanField.startsAddress),
      ends: floats(ScanField.endsAddress),
      bodies: floats(ScanField.bodiesAddress),
      ids: floats(ScanField.idsAddress),
      types: new Uint16Array(buffer, fields[ScanField.typesAddress], rows),
    }
    const slots = (field: ScanField) => new Int32Array(buffer, fields[field], typeSlots)
    this.typeSlots = {
      codes: slots(ScanField.slotCodesAddress).fill(-1),
      hashes: slots(ScanField.slotHashesAddress),
      lengths: slots(ScanField.slotLengthsAddress),
    }
  }

  /** Whether the searched text was found. */
  get hasSearchText(): boolean {
    return this.#fields[ScanField.hasSearchText] !== 0
  }

  /** Largest statement number of the packed pages. */
  get maxId(): number {
    return this.#fields[ScanField.maxId]
  }

  /** Whether every statement number of the packed pages is larger than the one before. */
  get isAscending(): boolean {
    return this.#fields[ScanField.isAscending] !== 0
  }

  /** Searches for a text of single-byte characters in the statements of a type from now on. */
  searchIn(type: number, text: string): void {
    const bytes = Buffer.from(text, 'latin1')
    if (bytes.length > maxSearchBytes) throw new RangeError(`a searched text has at most ${maxSearchBytes} characters`)
    new Uint8Array(this.#buffer, this.#fields[ScanField.searchTextAddress], maxSearchBytes).set(bytes)
    this.#fields[ScanField.searchLength] = bytes.length
    this.#fields[ScanField.searchType] = type
  }

  /**
   * Scans the first `length` bytes of the block, which begins at `base` in the file, from the position `from` in the
   * block on. Appends rows to the columns, which have `rowCount`, up to their end.
   */
  scan(
    from: number,
    { length, base, rowCount }: { length: number; base: number; rowCount: number },
  ): { position: number; rowCount: number } {
    this.#padded.fill(0, length, length + blockPaddingBytes)
    this.#fields[ScanField.rowCount] = rowCount
    const position = this.#exports.scanStatements(from, length, base)
    return { position, rowCount: this.#fields[ScanField.rowCount] }
  }

  /**
   * Packs the first `count` rows of the columns; the next statement, or the end of the file, is at `nextStart`. Pages
   * with the same gaps as the `previous` one share them: most files have one line end after each statement.
   */
  pack(count: number, nextStart: number, previous?: Page): Page {
    this.#exports.packPage(count, nextStart)
    const blocks = Math.ceil(count / blockRows)
    const gaps = this.#viewBytes(ScanField.gapsAddress, count)
    const copyFloats = (field: ScanField) => new Float64Array(this.#buffer, this.#fields[field], blocks).slice()
    return {
      count,
      blockStarts: copyFloats(ScanField.blockStartsAddress),
      starts: this.#viewColumn(ScanField.startOffsetsAddress, this.#fields[ScanField.startWidth], count).slice(),
      gaps: areEqual(gaps, previous?.gaps) ? previous.gaps : gaps.slice(),
      headerLengths: this.#viewBytes(ScanField.headerLengthsAddress, count).slice(),
      types: this.#viewColumn(ScanField.typeNumbersAddress, this.#fields[ScanField.typeWidth], count).slice(),
      blockIds: copyFloats(ScanField.blockIdsAddress),
      ...splitIds(this.#viewColumn(ScanField.idOffsetsAddress, this.#fields[ScanField.idWidth], count)),
      nextStart,
    }
  }

  #viewBytes(field: ScanField, count: number): Uint8Array {
    return new Uint8Array(this.#buffer, this.#fields[field], count)
  }

  #viewColumn(field: ScanField, width: number, count: number): Column {
    const address = this.#fields[field]
    if (width === 1) return new Uint8Array(this.#buffer, address, count)
    if (width === 2) return new Uint16Array(this.#buffer, address, count)
    if (width === 4) return new Uint32Array(this.#buffer, address, count)
    return new Float64Array(this.#buffer, address, count)
  }
}

/** Separates the blocks of a page whose statement numbers are not consecutive, if they are few. */
function splitIds(ids: Column): Pick<Page, 'ids' | 'irregularIds'> {
  const irregularIds = new Map<number, Column>()
  for (let first = 0; first < ids.length; first += blockRows) {
    const end = Math.min(ids.length, first + blockRows)
    let at = first
    while (at < end && ids[at] === at - first) at++
    if (at < end) irregularIds.set(first / blockRows, ids.slice(first, end))
  }
  const isRegular = irregularIds.size * blockRows * irregularCost <= ids.length
  return isRegular ? { ids: null, irregularIds } : { ids: ids.slice(), irregularIds: new Map() }
}

function areEqual(one: Uint8Array, other: Uint8Array | undefined): other is Uint8Array {
  return other !== undefined && Buffer.compare(one, other) === 0
}
