import { describe, expect, it } from 'vitest'
import { ByteCursor } from '../container/byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { maxValues, readByteCode } from './byte-code.js'
import { readPackedNumbers } from './packed-numbers.js'

const cursor = (...bytes: readonly number[]): ByteCursor => new ByteCursor(Uint8Array.from(bytes))

describe('NWD readByteCode', () => {
  it.each([
    ['a run of new values', [0x02], [0, 1, 2]],
    ['a back-reference with a distance', [0x01, 0x42], [0, 1, 0]],
    ['a repeated value', [0x00, 0x82], [0, 0, 0, 0]],
    ['a back-reference with a longer distance', [0x02, 0xe0, 3], [0, 1, 2, 0]],
    ['a back-reference with the longest distance', [0x02, 0xf0, 0, 2], [0, 1, 2, 1]],
    ['a back-reference to the first value', [0x03, 0xf0, 0, 0], [0, 1, 2, 3, 0]],
    ['directions along the axes', [0xd0, 0xd5, 0x00], [-1, -6, 0]],
  ])('decodes %s', (_, code, expected) => {
    const bytes = cursor(...code, 0, 0, 0, 0)
    expect([...readByteCode(bytes, { count: expected.length, hasAxes: true })]).toEqual(expected)
    // It is padded to four bytes.
    expect(bytes.at).toBe(4)
  })

  it('decodes references farther back than 256 values', () => {
    const runs = Array.from({ length: 8 }, () => 0x3f)
    const row = readByteCode(cursor(...runs, 0xe1, 0x2c, 0, 0), { count: 513 })
    expect(row[512]).toBe(512 - 300)
  })

  it.each([
    ['ends before the row does', [0x00, 0x00], 3],
    ['runs beyond the row', [0x05, 0, 0, 0], 3],
    ['repeats beyond the row', [0x00, 0x9f, 0, 0], 3],
    ['repeats a missing value', [0x80, 0, 0, 0], 1],
    ['refers to a value before the first', [0x00, 0x42, 0, 0], 2],
    ['refers to itself', [0x00, 0x40, 0, 0], 2],
    ['contains an unknown opcode', [0x00, 0xc5, 0, 0], 2],
    ['has an axis direction among other values', [0xd0, 0, 0, 0], 1],
    ['states more values than it can hold', [0x3f, 0x3f, 0x3f, 0x3f], 64 * 6],
    ['states more values than the limit', [0x3f], maxValues + 1],
  ])('throws MalformedRecordError when the code %s', (_, code, count) => {
    expect(() => readByteCode(cursor(...code), { count })).toThrow(MalformedRecordError)
  })

  it('throws MalformedRecordError when the row has fewer unique values than stated', () => {
    const code = [0x01, 0, 0, 0]
    expect([...readByteCode(cursor(...code), { count: 2, unique: 2 })]).toEqual([0, 1])
    expect(() => readByteCode(cursor(...code), { count: 2, unique: 3 })).toThrow(MalformedRecordError)
  })
})

describe('NWD readPackedNumbers', () => {
  it('reads the highest bits of each little-endian word first', () => {
    // 101 110 011 … from the top of a little-endian word.
    expect([...readPackedNumbers(cursor(0, 0, 0x80, 0b1011_1001), 3, 3)]).toEqual([5, 6, 3])
  })

  it('reads a number across two words', () => {
    const bytes = [0x01, 0, 0, 0, 0, 0, 0, 0x80]
    expect([...readPackedNumbers(cursor(...bytes), 3, 20)]).toEqual([0, 0x180, 0])
  })

  it('reads a number as wide as a word', () => {
    expect([...readPackedNumbers(cursor(0xff, 0xff, 0xff, 0xff), 1, 32)]).toEqual([0xffffffff])
  })

  it.each([
    ['of zero width', 1, 0],
    ['wider than 32 bits', 1, 33],
    ['with a count that exceeds the data', 9, 8],
    ['with a count that exceeds the limit', maxValues + 1, 1],
  ])('throws MalformedRecordError for numbers %s', (_, count, bits) => {
    expect(() => readPackedNumbers(cursor(0, 0, 0, 0, 0, 0, 0, 0), count, bits)).toThrow(MalformedRecordError)
  })
})
