import { exchangeStart } from '../detection/exchange-start.js'
import { byte, endOfStatement, isBlank, noEnd, skipBlanks } from './step-scan.js'

/** Maximum statement number that fits the kernel; statements above are omitted and counted. */
export const maxStatementNumber = 0xffff_fffe

// A direct table costs 4 bytes per number up to the largest; sparser numbering is hashed.
const maxDirectTableRatio = 8
const directTableFloor = 1 << 20

/** Positions of all statements in a STEP file; row numbers count the statements in file order. */
export interface StepIndex {
  readonly count: number
  /** The statement's number (`#12`). */
  readonly ids: Uint32Array
  /** Position of its `#`. */
  readonly starts: Uint32Array
  /** Position after its closing parenthesis (of the semicolon). */
  readonly ends: Uint32Array
  /** Position after the opening parenthesis. */
  readonly bodies: Uint32Array
  readonly types: Uint16Array
  /** Type names in order of appearance, as written (`IFCWALL`). */
  readonly typeNames: readonly string[]
  /** Finds the row of a statement number, or -1. */
  findRow(id: number): number
  /** Returns the code of a type name, or -1 when the file has none of it. */
  typeCode(name: string): number
  /** Lists the rows of a type in file order. */
  listRows(name: string): Uint32Array
  /** Values of header statements by name (`FILE_SCHEMA`), unparsed. */
  readonly header: ReadonlyMap<string, string>
  /** False when the file stops inside a statement or before its `ENDSEC`. */
  readonly ended: boolean
  /** Number of statements that could not be read: no number, number out of range, no type. */
  readonly unreadable: number
}

class GrowingColumns {
  capacity: number
  ids: Uint32Array
  starts: Uint32Array
  ends: Uint32Array
  bodies: Uint32Array
  types: Uint16Array
  count = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.ids = new Uint32Array(capacity)
    this.starts = new Uint32Array(capacity)
    this.ends = new Uint32Array(capacity)
    this.bodies = new Uint32Array(capacity)
    this.types = new Uint16Array(capacity)
  }

  /** Adds a row and returns its number. */
  add(): number {
    if (this.count === this.capacity) this.#grow()
    return this.count++
  }

  #grow(): void {
    this.capacity = Math.ceil(this.capacity * 1.6) + 1024
    const wider = (old: Uint32Array) => {
      const grown = new Uint32Array(this.capacity)
      grown.set(old)
      return grown
    }
    this.ids = wider(this.ids)
    this.starts = wider(this.starts)
    this.ends = wider(this.ends)
    this.bodies = wider(this.bodies)
    const types = new Uint16Array(this.capacity)
    types.set(this.types)
    this.types = types
  }
}

/** Numbering of type names without a string for every statement: a hash of the bytes finds the stored name. */
class TypeTable {
  readonly names: string[] = []
  readonly #codes = new Map<string, number>()
  readonly #slotCode = new Int32Array(1 << 14).fill(-1)
  readonly #slotHash = new Int32Array(1 << 14)
  readonly #slotLength = new Int32Array(1 << 14)

  resolveCode(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x0100_0193)
    let slot = (hash ^ (hash >>> 15)) & 0x3fff
    for (let probe = 0; probe < 64; probe++) {
      const code = this.#slotCode[slot]
      if (code < 0) return this.#insert(bytes, { start, end, hash, slot })
      if (this.#slotHash[slot] === hash && this.#slotLength[slot] === end - start) return code
      slot = (slot + 1) & 0x3fff
    }
    return this.#codeOfName(latin1(bytes, start, end))
  }

  code(name: string): number {
    return this.#codes.get(name) ?? -1
  }

  #insert(bytes: Uint8Array, signedEnd: { start: number; end: number; hash: number; slot: number }): number {
    const code = this.#codeOfName(latin1(bytes, signedEnd.start, signedEnd.end))
    this.#slotCode[signedEnd.slot] = code
    this.#slotHash[signedEnd.slot] = signedEnd.hash
    this.#slotLength[signedEnd.slot] = signedEnd.end - signedEnd.start
    return code
  }

  #codeOfName(literal: string): number {
    const name = literal.toUpperCase()
    const cached = this.#codes.get(name)
    if (cached !== undefined) return cached
    // 16 bits hold every schema's names many times over; further invented names share the last code.
    const code = Math.min(this.names.length, 0xffff)
    this.names[code] = name
    this.#codes.set(name, code)
    return code
  }
}

/** Decodes a range of bytes as text, byte for byte. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString('latin1')
}

function isStatementNumber(id: number): boolean {
  return id > 0 && id <= maxStatementNumber
}

function isTypeByte(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/** Returns whether there is a parenthesis before the semicolon. */
function isClosed(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1
  while (last > start && isBlank(bytes[last])) last--
  return bytes[last] === byte.close
}

/** Builder of the index in slices, so that reading a large file can be cancelled. */
export class StepIndexer {
  readonly #bytes: Uint8Array
  readonly #complexInstances: boolean
  readonly #columns: GrowingColumns
  readonly #types = new TypeTable()
  readonly #header = new Map<string, string>()
  #position = 0
  #unreadable = 0
  #ended = false
  #inData = false

  /**
   * `complexInstances`: complex instances (`#1=(A()B());`) get a row under the empty type name, their body after the
   * outer parenthesis; otherwise they count as unreadable, as in a schema that has none.
   */
  constructor(bytes: Uint8Array, { complexInstances = false }: { readonly complexInstances?: boolean } = {}) {
    this.#bytes = bytes
    this.#complexInstances = complexInstances
    this.#position = exchangeStart(bytes)
    this.#columns = new GrowingColumns((bytes.length >>> 6) + 1024)
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position
  }

  /** Reads up to at least `until`; returns whether the file is read to its end. */
  advance(until: number): boolean {
    const bytes = this.#bytes
    const limit = bytes.length
    while (this.#position < until) {
      const start = skipBlanks(bytes, this.#position, limit)
      if (start >= limit) return this.#finish(limit)
      const signedEnd = endOfStatement(bytes, start, limit)
      if (signedEnd === noEnd) return this.#finish(start)
      const end = signedEnd < 0 ? -signedEnd : signedEnd
      if (signedEnd < 0) this.#unreadable++
      if (bytes[start] === byte.hash) this.#addInstance(start, end)
      else this.#readKeyword(start, end)
      this.#position = end + 1
    }
    return this.#position >= limit
  }

  #finish(position: number): true {
    // Blanks after the last statement are the regular end; any other byte is a truncated statement.
    this.#ended &&= position === this.#bytes.length
    this.#position = this.#bytes.length
    return true
  }

  #addInstance(start: number, end: number): void {
    const bytes = this.#bytes
    let id = 0
    let at = start + 1
    for (; at < end; at++) {
      const digit = bytes[at] - byte.zero
      if (digit < 0 || digit > 9) break
      id = id * 10 + digit
    }
    while (at < end && (isBlank(bytes[at]) || bytes[at] === byte.equals)) at++
    const typeStart = at
    while (at < end && isTypeByte(bytes[at])) at++
    const typeEnd = at
    if (bytes[at] !== byte.open) at = skipBlanks(bytes, at, end)
    const isTyped = typeEnd > typeStart || this.#complexInstances
    if (!isTyped || bytes[at] !== byte.open || !isStatementNumber(id)) {
      this.#unreadable++
      return
    }
    if (!isClosed(bytes, at, end)) this.#unreadable++
    const row = this.#columns.add()
    this.#columns.ids[row] = id
    this.#columns.starts[row] = start
    this.#columns.ends[row] = end
    this.#columns.bodies[row] = at + 1
    this.#columns.types[row] = this.#types.resolveCode(bytes, typeStart, typeEnd)
  }

  #readKeyword(start: number, end: number): void {
    let at = start
    while (at < end && (isTypeByte(this.#bytes[at]) || this.#bytes[at] === byte.minus)) at++
    const keyword = latin1(this.#bytes, start, Math.min(at, start + 64)).toUpperCase()
    if (keyword === 'DATA') {
      this.#inData = true
      this.#ended = false
    } else if (keyword === 'ENDSEC' && this.#inData) this.#ended = true
    else if (keyword.startsWith('FILE_')) this.#header.set(keyword, latin1(this.#bytes, at, Math.min(end, at + 65_536)))
    else if (this.#inData && !keyword.startsWith('END')) this.#unreadable++
  }

  /** Returns the finished index. */
  result(): StepIndex {
    const { count, ids, starts, ends, bodies, types } = this.#columns
    const typeTable = this.#types
    const findRow = rowLookup(ids, count)
    return {
      count,
      ids: ids.subarray(0, count),
      starts: starts.subarray(0, count),
      ends: ends.subarray(0, count),
      bodies: bodies.subarray(0, count),
      types: types.subarray(0, count),
      typeNames: typeTable.names,
      findRow,
      typeCode: (name) => typeTable.code(name),
      listRows: rowsByType(types, count, typeTable),
      header: this.#header,
      ended: this.#ended,
      unreadable: this.#unreadable,
    }
  }
}

function rowsByType(types: Uint16Array, count: number, table: TypeTable): (name: string) => Uint32Array {
  const typeCount = table.names.length
  const first = new Uint32Array(typeCount + 1)
  for (let row = 0; row < count; row++) first[types[row] + 1]++
  for (let code = 0; code < typeCount; code++) first[code + 1] += first[code]
  const rows = new Uint32Array(count)
  const next = first.slice()
  for (let row = 0; row < count; row++) rows[next[types[row]]++] = row
  return (name) => {
    const code = table.code(name)
    return code < 0 ? new Uint32Array(0) : rows.subarray(first[code], first[code + 1])
  }
}

function rowLookup(ids: Uint32Array, count: number): (id: number) => number {
  let largest = 0
  for (let row = 0; row < count; row++) if (ids[row] > largest) largest = ids[row]
  if (largest <= count * maxDirectTableRatio + directTableFloor) {
    const table = new Int32Array(largest + 1).fill(-1)
    for (let row = 0; row < count; row++) table[ids[row]] = row
    return (id) => (id <= largest ? table[id] : -1)
  }
  return hashedLookup(ids, count)
}

function hashedLookup(ids: Uint32Array, count: number): (id: number) => number {
  const bits = Math.max(4, Math.ceil(Math.log2(count + 1)) + 1)
  const mask = 2 ** bits - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const findSlot = (id: number) => {
    let slot = (Math.imul(id, 0x9e37_79b1) >>> (32 - bits)) & mask
    while (slots[slot] >= 0 && ids[slots[slot]] !== id) slot = (slot + 1) & mask
    return slot
  }
  for (let row = 0; row < count; row++) slots[findSlot(ids[row])] = row
  return (id) => slots[findSlot(id)]
}
