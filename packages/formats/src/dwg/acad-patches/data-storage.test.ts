import { describe, expect, it } from 'vitest'
import { readDataStorage } from './data-storage.js'

const body = new TextEncoder().encode('ACIS BinaryFile of a body')

/** Creates a section with one data segment that holds these blobs by handle. */
function section(blobs: readonly (readonly [handle: number, bytes: Uint8Array])[]): Uint8Array {
  const bytes = new Uint8Array(4096)
  const view = new DataView(bytes.buffer)
  const [data, index] = [256, 2048]
  view.setUint32(24, index, true)
  view.setUint32(32, 1, true)
  view.setBigUint64(index + 48, BigInt(data), true)
  view.setUint32(index + 56, 1024, true)
  view.setUint16(data, 0xd5ac, true)
  bytes.set(new TextEncoder().encode('_data_'), data + 2)
  view.setUint32(data + 36, 16, true)
  let at = 0
  blobs.forEach(([handle, own], number) => {
    const row = data + 48 + 20 * number
    view.setUint32(row, 20, true)
    view.setBigUint64(row + 8, BigInt(handle), true)
    view.setUint32(row + 16, at, true)
    view.setUint32(data + 256 + at, own.length, true)
    bytes.set(own, data + 256 + at + 4)
    at += own.length + 4
  })
  return bytes
}

describe('readDataStorage', () => {
  it('returns the last state of each body by handle, and nothing else', () => {
    const older = new TextEncoder().encode('ASM BinaryFile4 before')
    const image = new TextEncoder().encode('\u0089PNG of something')
    const bodies = readDataStorage(
      section([
        [7, older],
        [7, body],
        [9, image],
      ]),
    )
    expect([...bodies]).toEqual([[7, body]])
  })

  it('never throws on truncated or corrupted data', () => {
    const original = section([[7, body]])
    for (let length = 0; length < original.length; length += 61)
      expect(readDataStorage(original.slice(0, length)).size).toBeLessThan(2)
    for (let at = 0; at < 600; at++) {
      const damaged = original.slice()
      damaged[at] ^= 0xff
      expect(readDataStorage(damaged).size).toBeLessThan(3)
    }
  })
})
