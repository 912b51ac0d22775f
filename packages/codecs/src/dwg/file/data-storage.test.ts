import { describe, expect, it } from 'vitest'
import { readDataStorage } from './data-storage.js'

const shape = new TextEncoder().encode('ACIS BinaryFile and its records')

/** Writes a data storage section with one segment: a record for each handle, and then their data. */
function writeStorage(records: readonly (readonly [handle: number, data: Uint8Array])[]): Uint8Array {
  const segmentAt = 64
  const recordsEnd = 48 + 20 * records.length
  const dataUnits = Math.ceil(recordsEnd / 16)
  const dataSize = records.reduce((size, [, data]) => size + 4 + data.length, 0)
  const segmentSize = 16 * dataUnits + dataSize
  const indexAt = segmentAt + segmentSize
  const bytes = new Uint8Array(indexAt + 48 + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(24, indexAt, true)
  view.setUint32(32, 1, true)
  view.setUint16(segmentAt, 0xd5ac, true)
  bytes.set(new TextEncoder().encode('_data_'), segmentAt + 2)
  view.setUint32(segmentAt + 36, dataUnits, true)
  let dataAt = 0
  for (const [row, [handle, data]] of records.entries()) {
    const at = segmentAt + 48 + 20 * row
    view.setUint32(at, 20, true)
    view.setBigUint64(at + 8, BigInt(handle), true)
    view.setUint32(at + 16, dataAt, true)
    const target = segmentAt + 16 * dataUnits + dataAt
    view.setUint32(target, data.length, true)
    bytes.set(data, target + 4)
    dataAt += 4 + data.length
  }
  view.setBigUint64(indexAt + 48, BigInt(segmentAt), true)
  view.setUint32(indexAt + 56, segmentSize, true)
  return bytes
}

describe('readDataStorage', () => {
  it('reads bodies by handle, and skips other data', () => {
    const image = new TextEncoder().encode('PNG and more')
    const bodies = readDataStorage(
      writeStorage([
        [0x2a, shape],
        [0x2b, image],
      ]),
    )
    expect([...bodies]).toEqual([[0x2a, { bytes: shape, isDamaged: false }]])
  })

  it('has the last state of a body that recurs', () => {
    const newState = new TextEncoder().encode('ASM BinaryFile of a later state')
    const bodies = readDataStorage(
      writeStorage([
        [7, shape],
        [7, newState],
      ]),
    )
    expect(bodies.get(7)?.bytes).toEqual(newState)
  })

  it('marks bodies in damaged ranges', () => {
    const bytes = writeStorage([
      [7, shape],
      [8, shape],
    ])
    const lastByte = bytes.length - 60 - 1
    const bodies = readDataStorage(bytes, [{ start: lastByte, end: lastByte + 1 }])
    expect([...bodies.values()].map(({ isDamaged }) => isDamaged)).toEqual([false, true])
  })

  it('returns what there is of damaged sections', () => {
    const bytes = writeStorage([[7, shape]])
    for (let length = 0; length < bytes.length; length += 3)
      expect(readDataStorage(bytes.subarray(0, length)).size).toBeLessThanOrEqual(1)
  })
})
