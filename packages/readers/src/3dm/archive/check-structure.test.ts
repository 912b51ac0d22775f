import { describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure.js'

const table = 0x1000_0000
const endOfFile = 0x7fff
const short = 0x8000_0000
const comment = 1

/** Something in an archive: a type, and its bytes, or a value instead of them. */
interface WrittenRow {
  readonly type: number
  readonly content?: Uint8Array
  readonly value?: number
  /** Stated instead of the length that the content has. */
  readonly length?: bigint
}

/** Writes rows with lengths of 32 or 64 bits. */
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

/** A file of a version (1 to 8, or 50 and more) with these rows. */
function archive(version: number, ...tableRows: readonly WrittenRow[]): Uint8Array {
  const header = Buffer.from(`3D Geometry File Format ${String(version).padStart(8)}`, 'latin1')
  return Uint8Array.from(Buffer.concat([header, rows(version >= 50, ...tableRows)]))
}

const end: WrittenRow = { type: endOfFile }
const note: WrittenRow = { type: comment, content: Uint8Array.of(1, 2, 3) }

/** Where an archive is damaged; null when it is not. */
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
])('an archive with lengths of %s bits (version %d)', (_, version) => {
  const isLong = version >= 50
  const headerBytes = isLong ? 12 : 8

  it('is damaged where a row of an object leads out of it', () => {
    const objectWith = (...inside: readonly WrittenRow[]): Uint8Array => {
      const content = Buffer.concat([rows(isLong, ...inside), Buffer.alloc(4)])
      return archive(version, { type: table, content: rows(isLong, { type: 0x2000_8070, content }) }, end)
    }
    const endOfObject: WrittenRow = { type: 0x8200_007f, value: 0 }
    expect(findDamage(objectWith(note, endOfObject))).toBeNull()
    expect(findDamage(objectWith({ ...note, length: 1000n }, endOfObject))).toBe(32 + 2 * headerBytes)
  })

  it('is sound from its first row to its end', () => {
    const content = rows(isLong, note, { type: short + comment, value: 77 }, note)
    expect(findDamage(archive(version, note, { type: table, content }, end))).toBeNull()
  })

  it('may have more behind its end: nothing of that is read', () => {
    const rest: WrittenRow = { type: comment, length: 9999n }
    expect(findDamage(archive(version, note, end, rest))).toBeNull()
  })

  it('is damaged where it has no end', () => {
    expect(findDamage(archive(version, note))).toBe(32 + headerBytes + 3)
    expect(findDamage(archive(version))).toBe(32)
  })

  it.each([-1n, 1000n])('is damaged at a row of length %d', (length) => {
    expect(findDamage(archive(version, note, { ...note, length }, end))).toBe(32 + headerBytes + 3)
  })

  it('is damaged at a row that leads out of its table', () => {
    const content = rows(isLong, note, { ...note, length: 4n })
    expect(findDamage(archive(version, { type: table, content }, end))).toBe(32 + headerBytes + headerBytes + 3)
  })

  it('is damaged at a table that ends within the head of a row', () => {
    expect(findDamage(archive(version, { type: table, content: Uint8Array.of(1, 0, 0) }, end))).toBe(32 + headerBytes)
  })

  it('has no table where a value stands for the length', () => {
    expect(findDamage(archive(version, { type: short + table, value: -5 }, end))).toBeNull()
  })
})

describe('an archive', () => {
  it('of version 1 has no tables and no end', () => {
    expect(findDamage(archive(1, note))).toBeNull()
  })

  it('may say its length in more bits than numbers have', () => {
    expect(findDamage(archive(70, { ...note, length: 2n ** 62n }, end))).toBe(32)
  })
})
