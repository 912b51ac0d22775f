import { describe, expect, it } from 'vitest'
import { BitWriter } from '../testing/bit-writer.js'
import { BitReader } from './bit-reader.js'

const padding = 32

/** Opens a reader of what was written, after some bits that shift everything. */
function openReader(shift: number, write: (bits: BitWriter) => void): BitReader {
  const bits = new BitWriter()
  for (let left = shift; left > 0; left--) bits.writeBit(1)
  write(bits)
  const bytes = bits.toBytes()
  const padded = new Uint8Array(bytes.length + padding)
  padded.set(bytes)
  const reader = new BitReader(padded.subarray(0, bytes.length), 2000)
  reader.moveTo(0, bytes.length)
  for (let left = shift; left > 0; left--) reader.readBit()
  return reader
}

const shifts = [0, 1, 2, 3, 4, 5, 6, 7]
const doubles = [0, 1, -1, Math.PI, 1e300, -5e-324, 103_340_428.175_514_8]

describe.each(shifts)('BitReader at bit %i of a byte', (shift) => {
  it('reads raw numbers with the lowest byte first', () => {
    const reader = openReader(shift, (bits) => bits.writeByte(0xa5).writeRawShort(0xbeef).writeRawLong(-123_456_789))
    expect([reader.readByte(), reader.readRawShort(), reader.readRawLong()]).toEqual([0xa5, 0xbeef, -123_456_789])
  })

  it.each([0, 1, 255, 256, 257, 32_767, -1, -32_768])('reads the short %i', (value) => {
    expect(openReader(shift, (bits) => bits.writeShort(value)).readShort()).toBe(value)
  })

  it.each([0, 1, 255, 256, 70_000, -1, 2_147_483_647])('reads the long %i', (value) => {
    expect(openReader(shift, (bits) => bits.writeLong(value)).readLong()).toBe(value)
  })

  it.each(doubles)('reads the double %d', (value) => {
    const reader = openReader(shift, (bits) => bits.writeDouble(value).writeRawDouble(value))
    expect([reader.readDouble(), reader.readRawDouble()]).toEqual([value, value])
  })

  it('reads handles of one to seven bytes', () => {
    const handles = [0x1, 0x1234, 0x12_3456, 0x1234_5678, 0x12_3456_789a, 0x12_3456_789a_bcde]
    const reader = openReader(shift, (bits) => {
      for (const handle of handles) bits.writeHandle(5, handle)
    })
    expect(handles.map(() => reader.readHandleValue(0))).toEqual(handles)
  })
})

describe('BitReader', () => {
  it('replaces the four or six low bytes of the double that another one is near to', () => {
    const view = new DataView(new ArrayBuffer(8))
    view.setFloat64(0, 100.25, true)
    view.setUint32(0, 0x0403_0201, true)
    const nearInFour = view.getFloat64(0, true)
    view.setUint16(4, 0x0605, true)
    const nearInSix = view.getFloat64(0, true)
    const reader = openReader(3, (bits) =>
      bits
        .writeTwoBits(1)
        .writeRawLong(0x0403_0201)
        .writeTwoBits(2)
        .writeRawShort(0x0605)
        .writeRawLong(0x0403_0201)
        .writeTwoBits(0)
        .writeTwoBits(3)
        .writeRawDouble(7.5),
    )
    const near = () => reader.readDoubleNear(100.25)
    expect([near(), near(), near(), near()]).toEqual([nearInFour, nearInSix, 100.25, 7.5])
  })

  it('reads handles relative to another one', () => {
    const reader = openReader(0, (bits) =>
      bits.writeByte(0x60).writeByte(0x80).writeHandle(10, 5).writeHandle(12, 5).writeHandle(2, 9),
    )
    const read = () => reader.readHandleValue(100)
    expect([read(), read(), read(), read(), read()]).toEqual([101, 99, 105, 95, 9])
  })

  it('reads numbers of up to seven bytes', () => {
    const reader = openReader(1, (bits) => {
      bits.writeBit(0).writeTwoBits(2).writeRawShort(0x1234)
      bits.writeBit(0).writeTwoBits(0)
    })
    expect([reader.readLongLong(), reader.readLongLong()]).toEqual([0x1234, 0])
  })

  it('copies bytes from any bit', () => {
    const reader = openReader(5, (bits) => bits.writeByte(1).writeByte(254).writeByte(7))
    expect([...reader.readBytes(3)]).toEqual([1, 254, 7])
  })

  it('rejects forms that no number has', () => {
    const openInvalid = () => openReader(0, (bits) => bits.writeTwoBits(3).writeRawLong(0))
    expect(() => openInvalid().readLong()).toThrow('form of a bit long')
    expect(() => openInvalid().readDouble()).toThrow('form of a bit double')
    expect(() => openReader(0, (bits) => bits.writeByte(0x70)).readHandleValue(0)).toThrow('handle of form')
  })

  it('rejects numbers of rows that its bits cannot hold', () => {
    const openCount = (count: number) => openReader(0, (bits) => bits.writeLong(count).writeRawLong(0))
    expect(openCount(9).readCount(4)).toBe(9)
    expect(() => openCount(200).readCount(4)).toThrow('200 rows')
    expect(() => openCount(-1).readCount(4)).toThrow('-1 rows')
  })
})
