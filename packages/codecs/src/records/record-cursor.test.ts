import { describe, expect, it } from 'vitest'
import { grouped } from '@kamar/core'
import { firstForm, MalformedRecordError, tryParse } from './malformed-record-error.js'
import { RecordCursor } from './record-cursor.js'

/** Builds a record of one number of every width, after an unrelated byte. */
function record(): Uint8Array {
  const bytes = Buffer.alloc(1 + 1 + 2 + 2 + 4 + 4 + 4 + 8)
  bytes.writeUInt8(200, 1)
  bytes.writeUInt16LE(60_000, 2)
  bytes.writeInt16LE(-3, 4)
  bytes.writeUInt32LE(4_000_000_000, 6)
  bytes.writeInt32LE(-7, 10)
  bytes.writeFloatLE(0.5, 14)
  bytes.writeDoubleLE(-1e9, 18)
  return bytes.subarray(1)
}

const integers = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

describe('RecordCursor', () => {
  it('reads numbers of every width one after the other, also from the middle of a buffer', () => {
    const cursor = new RecordCursor(record())
    const read = [cursor.u8(), cursor.u16(), cursor.i16(), cursor.u32(), cursor.i32(), cursor.f32(), cursor.f64()]
    expect(read).toEqual([200, 60_000, -3, 4_000_000_000, -7, 0.5, -1e9])
    expect(() => cursor.expectEnd()).not.toThrow()
  })

  it('starts at the given offset', () => {
    expect(new RecordCursor(integers(1, 2), 4).u32()).toBe(2)
  })

  it('returns copies of integer rows, also from unaligned offsets', () => {
    const bytes = Buffer.concat([Buffer.alloc(3), integers(7, 8)])
    const cursor = new RecordCursor(bytes)
    cursor.skip(3)
    const values = cursor.integers(2)
    bytes.fill(0)
    expect([...values]).toEqual([7, 8])
  })

  it.each([
    ['a number', (cursor: RecordCursor): unknown => cursor.f64()],
    ['floats', (cursor: RecordCursor): unknown => cursor.floats(2)],
    ['doubles', (cursor: RecordCursor): unknown => cursor.doubles(1)],
    ['bytes', (cursor: RecordCursor): unknown => cursor.take(5)],
    ['rows whose total exceeds the data', (cursor: RecordCursor): unknown => cursor.count(4)],
  ])('throws MalformedRecordError when it reads %s beyond the end', (_, read) => {
    expect(() => read(new RecordCursor(integers(9)))).toThrow(MalformedRecordError)
  })

  it('returns a row count that fits the remaining bytes', () => {
    const cursor = new RecordCursor(integers(2, 5, 6))
    expect(cursor.count(4)).toBe(2)
    expect(cursor.left).toBe(8)
  })

  it('throws MalformedRecordError when bytes remain at the expected end', () => {
    expect(() => new RecordCursor(integers(1)).expectEnd()).toThrow(MalformedRecordError)
  })
})

describe('MalformedRecordError', () => {
  const readMalformed = (): never => {
    throw new MalformedRecordError('end', 4)
  }

  it('leads to null in tryParse and names its offset', () => {
    expect(tryParse(readMalformed)).toBeNull()
    expect(readMalformed).toThrow('end at 4')
  })

  it('is the only error that tryParse catches', () => {
    expect(() =>
      tryParse(() => {
        throw new RangeError('of our own making')
      }),
    ).toThrow(RangeError)
  })

  it('makes firstForm try the next form', () => {
    expect(firstForm([8, 4], (width) => new RecordCursor(integers(3)).take(width).length)).toBe(4)
    expect(firstForm([8, 16], (width) => new RecordCursor(integers(3)).take(width).length)).toBeNull()
  })
})

describe('grouped', () => {
  it('keeps the order of groups and of their members', () => {
    expect([...grouped(['beam', 'wall', 'bolt'], (name) => name[0])]).toEqual([
      ['b', ['beam', 'bolt']],
      ['w', ['wall']],
    ])
  })
})
