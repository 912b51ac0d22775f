import { TranslationError } from '@kamar/core'

const headerBytes = 32
const versionAt = 24
/** Earlier files are a plain sequence of objects without tables and without an end record. */
const firstVersionWithTables = 2
/** From version 5 on, lengths have 64 bits. */
const firstVersionWithLongLengths = 50
const endOfFile = 0x7fff
const tableBit = 0x1000_0000
const objectRecord = 0x2000_8070
const endOfObject = 0x8200_007f
/** Marks the number after the type as a value rather than a length. */
const shortBit = 0x8000_0000

interface Archive {
  readonly view: DataView
  readonly hasLongLengths: boolean
}

/**
 * Walks the records of the archive, its tables and its objects, and throws the failure `damaged` at the position where
 * one exceeds its parent, or where the end is missing. The library would search such a file for tables byte by byte:
 * twelve seconds for forty kilobytes.
 */
export function checkStructure(bytes: Uint8Array): void {
  const version = Number(String.fromCharCode(...bytes.subarray(versionAt, headerBytes)).trim())
  if (version < firstVersionWithTables) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const archive: Archive = { view, hasLongLengths: version >= firstVersionWithLongLengths }
  for (let at = headerBytes; ;) {
    const row = rowAt(archive, at, bytes.length)
    if (row.type === endOfFile) return
    if ((row.type & tableBit) !== 0 && !row.isShort) checkTable(archive, row)
    at = row.end
  }
}

interface Row {
  readonly type: number
  readonly isShort: boolean
  readonly start: number
  readonly end: number
}

function checkTable(archive: Archive, { start, end }: Row): void {
  for (let at = start; at < end;) {
    const row = rowAt(archive, at, end)
    if (row.type === objectRecord) checkObject(archive, row)
    at = row.end
  }
}

/** Checks an object's own records; its checksum follows their end. */
function checkObject(archive: Archive, { start, end }: Row): void {
  for (let at = start; at < end;) {
    const row = rowAt(archive, at, end)
    if (row.type === endOfObject) return
    at = row.end
  }
}

function rowAt({ view, hasLongLengths }: Archive, at: number, limit: number): Row {
  const start = at + (hasLongLengths ? 12 : 8)
  if (start > limit) throw damaged(at)
  const type = view.getUint32(at, true)
  const isShort = type >= shortBit
  if (isShort) return { type, isShort, start, end: start }
  const length = hasLongLengths ? view.getBigInt64(at + 4, true) : BigInt(view.getInt32(at + 4, true))
  if (length < 0n || length > BigInt(limit - start)) throw damaged(at)
  return { type, isShort, start, end: start + Number(length) }
}

const damaged = (bytePosition: number): TranslationError => new TranslationError({ code: 'damaged', bytePosition })
