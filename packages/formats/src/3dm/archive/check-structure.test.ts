import { describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure.js'

const table = 0x1000_0000
const endOfFile = 0x7fff
const short = 0x8000_0000
const comment = 1

/** Record of an archive: a type with its bytes, or with a value instead. */
interface WrittenRow {
  readonly type: number
  readonly content?: Uint8Array
  readonly value?: number
  /** Written instead of the actual content length. */
  readonly length?: bigint
}

/** Encodes records with lengths of 32 or 64 bits. */
function rows(isLong: boolean, ...tableRows: readonly WrittenRow[]): Uint8Array {
  return Buffer.concat(
    tableRows.map(({ type, content = new Uint8Array(0), value, length }) => {
      const header = Buffer.alloc(isLong ? 12 : 8)
      header.writeUInt32LE(type, 0)
      const declaredLength = length ?? BigInt(value ?? content.length)
      if (isLong) header.writeBigInt64LE(declaredLength, 4)
      else header.writeInt32LE(Number(declaredLength), 4)
      return Buffer.concat([header, value === undefined ? content : new Uint8Array(0)])
    }),
  )
}

/** Encodes a file of a version (1 to 8, or 50 and more) with these records. */
function archive(version: number, ...tableRows: readonly WrittenRow[]): Uint8Array {
  const header = Buffer.from(`3D Geometry File Format ${String(version).padStart(8)}`, 'latin1')
  return Uint8Array.from(Buffer.concat([header, rows(version >= 50, ...tableRows)]))
}

const end: WrittenRow = { type: endOfFile }
const note: WrittenRow = { type: comment, content: Uint8Array.of(1, 2, 3) }

/** Returns the position of the damage in an archive; null when it is valid. */
function findDamage(bytes: Uint8Array): number | null {
  try {
    checkStructure(bytes)
    return null
  } catch (error) {
    return (error as { failure: { bytePosition: number } }).failure.bytePosition
  }
}

describe.each([
  ['32', 2],
  ['32', 4],
  ['64', 50],
  ['64', 80],
])('checkStructure for chunk lengths of %s bits (archive version %d)', (_, version) => {
  const isLong = version >= 50
  const headerBytes = isLong ? 12 : 8

  it('reports damage at a chunk that extends beyond its object', () => {
    const objectWith = (...inside: readonly WrittenRow[]): Uint8Array => {
      const content = Buffer.concat([rows(isLong, ...inside), Buffer.alloc(4)])
      return archive(version, { type: table, content: rows(isLong, { type: 0x2000_8070, content }) }, end)
    }
    const endOfObject: WrittenRow = { type: 0x8200_007f, value: 0 }
    expect(findDamage(objectWith(note, endOfObject))).toBeNull()
    expect(findDamage(objectWith({ ...note, length: 1000n }, endOfObject))).toBe(32 + 2 * headerBytes)
  })

  it('accepts an intact archive of long and short chunks', () => {
    const content = rows(isLong, note, { type: short + comment, value: 77 }, note)
    expect(findDamage(archive(version, note, { type: table, content }, end))).toBeNull()
  })

  it('ignores bytes after the end-of-file chunk', () => {
    const rest: WrittenRow = { type: comment, length: 9999n }
    expect(findDamage(archive(version, note, end, rest))).toBeNull()
  })

  it('reports damage at the end of an archive without an end-of-file chunk', () => {
    expect(findDamage(archive(version, note))).toBe(32 + headerBytes + 3)
    expect(findDamage(archive(version))).toBe(32)
  })

  it.each([-1n, 1000n])('reports damage at a chunk of length %d', (length) => {
    expect(findDamage(archive(version, note, { ...note, length }, end))).toBe(32 + headerBytes + 3)
  })

  it('reports damage at a chunk that extends beyond its table', () => {
    const content = rows(isLong, note, { ...note, length: 4n })
    expect(findDamage(archive(version, { type: table, content }, end))).toBe(32 + headerBytes + headerBytes + 3)
  })

  it('reports damage at a table that ends within a chunk header', () => {
    expect(findDamage(archive(version, { type: table, content: Uint8Array.of(1, 0, 0) }, end))).toBe(32 + headerBytes)
  })

  it('reads no table from a short chunk that holds a value', () => {
    expect(findDamage(archive(version, { type: short + table, value: -5 }, end))).toBeNull()
  })
})

describe('checkStructure', () => {
  it('accepts a version 1 archive without tables and end-of-file chunk', () => {
    expect(findDamage(archive(1, note))).toBeNull()
  })

  it('reports damage at a chunk length above the safe integer range', () => {
    expect(findDamage(archive(70, { ...note, length: 2n ** 62n }, end))).toBe(32)
  })
})
