import { maxTypeProbes, ScanField, typeSlots } from '../src/part21/scan-layout'
import {
  block,
  bodies,
  ends,
  fields,
  ids,
  maxRows,
  searchText,
  slotCodes,
  slotHashes,
  slotLengths,
  starts,
  types,
} from './memory'

export { reserve } from './memory'
export { packPage } from './pack-page'

const newLine: i32 = 10
const quote: i32 = 39
const open: i32 = 40
const close: i32 = 41
const star: i32 = 42
const slash: i32 = 47
const zero: i32 = 48
const semicolon: i32 = 59
const equals: i32 = 61
const hashSign: i32 = 35

const maxId: u64 = 0xffff_fffe
const maxIdDigits: i32 = 10

// The statement that `readStatement` has read last; positions in the block.
let start: i32 = 0
let body: i32 = 0
let end: i32 = 0
let id: u64 = 0
let type: i32 = 0

function byteAt(at: i32): i32 {
  return load<u8>(block + <usize>at)
}

function isBlank(code: i32): bool {
  return code === 32 || code === newLine || code === 13 || code === 9
}

function isTypeByte(code: i32): bool {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/**
 * Appends the statements of the block from `from` on to the columns; `base` is the position of the block in the file.
 * Returns the position in the block after the last one. It ends before everything that is not an ordinary statement
 * (`#1=TYPE(...);` with a number that fits and a type in the table, without comments and line ends in strings), at the
 * end of the block, and when the columns are full: the caller reads the next statement in every case.
 */
export function scanStatements(from: i32, length: i32, base: f64): i32 {
  let position = from
  let row = <i32>fields[ScanField.rowCount]
  const searchType = fields[ScanField.hasSearchText] === 0 ? <i32>fields[ScanField.searchType] : -1
  while (row < maxRows && readStatement(position, length)) {
    starts[row] = base + <f64>start
    ends[row] = base + <f64>end
    bodies[row] = base + <f64>body
    ids[row] = <f64>id
    types[row] = type
    if (type === searchType && hasText()) fields[ScanField.hasSearchText] = 1
    row++
    position = end + 1
  }
  fields[ScanField.rowCount] = row
  return position
}

/** Returns whether the searched text is in the statement that was read last. */
function hasText(): bool {
  const length = <i32>fields[ScanField.searchLength]
  const first = i8x16.splat(load<i8>(searchText))
  let at = body
  while (at <= end - length) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(block + <usize>at), first))
    if (mask === 0) {
      at += 16
      continue
    }
    at += ctz<i32>(mask)
    if (at <= end - length && memory.compare(block + <usize>at, searchText, <usize>length) === 0) return true
    at++
  }
  return false
}

/** Reads the statement after `position`; false unless it is an ordinary one. The zeros after the block end loops. */
function readStatement(position: i32, length: i32): bool {
  let at = position
  while (isBlank(byteAt(at))) at++
  if (byteAt(at) !== hashSign) return false
  start = at
  const afterId = readId(at + 1)
  if (afterId < 0) return false
  const afterType = readType(afterId)
  if (afterType < 0) return false
  at = afterType
  while (isBlank(byteAt(at))) at++
  if (byteAt(at) !== open) return false
  body = at + 1
  end = findEnd(body, length)
  if (end < 0) return false
  let last = end - 1
  while (last > at && isBlank(byteAt(last))) last--
  return byteAt(last) === close
}

/** Reads the statement's number; returns the position after it, -1 when it is out of range. */
function readId(from: i32): i32 {
  let at = from
  let value: u64 = 0
  for (let digit = byteAt(at) - zero; digit >= 0 && digit <= 9; digit = byteAt(++at) - zero) value = value * 10 + digit
  id = value
  return at - from <= maxIdDigits && value > 0 && value <= maxId ? at : -1
}

/** Reads the name of the type; returns the position after it, -1 when the table lacks it. */
function readType(from: i32): i32 {
  let at = from
  while (isBlank(byteAt(at)) || byteAt(at) === equals) at++
  const nameStart = at
  let hash: i32 = 0
  for (let code = byteAt(at); isTypeByte(code); code = byteAt(++at)) hash = (hash ^ code) * 0x0100_0193
  type = findType(hash, at - nameStart)
  return type < 0 ? -1 : at
}

/** Finds the number of a type; -1 when the table lacks it. */
function findType(hash: i32, length: i32): i32 {
  let slot = (hash ^ (hash >>> 15)) & (typeSlots - 1)
  for (let probe = 0; probe < maxTypeProbes; probe++) {
    const code = slotCodes[slot]
    if (code < 0) return -1
    if (slotHashes[slot] === hash && slotLengths[slot] === length) return code
    slot = (slot + 1) & (typeSlots - 1)
  }
  return -1
}

/** Finds the semicolon that ends the attributes from `from` on; -1 at a comment, an unusual string or the end. */
function findEnd(from: i32, length: i32): i32 {
  const semicolons = i8x16.splat(<i8>semicolon)
  const quotes = i8x16.splat(<i8>quote)
  const slashes = i8x16.splat(<i8>slash)
  let at = from
  while (at < length) {
    const bytes = v128.load(block + <usize>at)
    const matches = v128.or(v128.or(i8x16.eq(bytes, semicolons), i8x16.eq(bytes, quotes)), i8x16.eq(bytes, slashes))
    const mask = i8x16.bitmask(matches)
    if (mask === 0) {
      at += 16
      continue
    }
    at += ctz<i32>(mask)
    if (at >= length) return -1
    const code = byteAt(at)
    if (code === semicolon) return at
    at++
    if (code === quote) {
      at = skipString(at, length)
      if (at < 0) return -1
    } else if (byteAt(at) === star) return -1
  }
  return -1
}

/** Returns the position after the string whose first character is at `from`; -1 at a line end or the end. */
function skipString(from: i32, length: i32): i32 {
  const quotes = i8x16.splat(<i8>quote)
  const newLines = i8x16.splat(<i8>newLine)
  let at = from
  while (at < length) {
    const bytes = v128.load(block + <usize>at)
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, newLines)))
    if (mask === 0) {
      at += 16
      continue
    }
    at += ctz<i32>(mask)
    if (at >= length || byteAt(at) === newLine) return -1
    if (byteAt(at + 1) !== quote) return at + 1
    at += 2
  }
  return -1
}
