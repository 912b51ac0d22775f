import { describe, expect, it } from 'vitest'
import { packLiterals } from '../testing/pack.js'
import { unpack2004 } from './unpack-2004.js'

function unpack(source: readonly number[] | Uint8Array, size: number): { bytes: number[]; end: number } {
  const target = new Uint8Array(size)
  const end = unpack2004({ source: Uint8Array.from(source), from: 0, to: source.length, target, start: 0, end: size })
  return { bytes: [...target.subarray(0, end)], end }
}

const fourBytes = [1, 2, 3, 4]

describe('unpack2004', () => {
  it.each([4, 17, 18, 19, 272, 273, 274, 529, 5000])('unpacks %i literals', (count) => {
    const source = Uint8Array.from({ length: count }, (_, at) => at * 7)
    expect(unpack(packLiterals(source), count).bytes).toEqual([...source])
  })

  it('copies three or more bytes at a short distance, with literals after them', () => {
    // Length 3, distance 4, one literal.
    expect(unpack([1, ...fourBytes, 0x4d, 0, 9, 0x11], 8).bytes).toEqual([1, 2, 3, 4, 1, 2, 3, 9])
  })

  it('copies bytes that overlap with what it writes', () => {
    // Length 5, distance 1.
    expect(unpack([1, ...fourBytes, 0x60, 0, 0x11], 9).bytes).toEqual([1, 2, 3, 4, 4, 4, 4, 4, 4])
  })

  it('copies up to 33 bytes by one code, more by a length', () => {
    expect(unpack([1, ...fourBytes, 0x20 | 6, 0x0c, 0, 0x11], 12).bytes).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])
    expect(unpack([1, ...fourBytes, 0x20, 7, 0x0c, 0, 0x11], 44).end).toBe(44)
  })

  it('copies from more than 16 KB before', () => {
    const source = Uint8Array.from({ length: 0x4001 }, (_, at) => at % 251)
    const packed = [...packLiterals(source).subarray(0, -3), 0x10 | 3, 0, 0, 0x11]
    const { bytes } = unpack(packed, 0x4006)
    expect(bytes.slice(-5)).toEqual([...source.subarray(1, 6)])
  })

  it('ends early if its data are cut off', () => {
    expect(unpack(packLiterals(Uint8Array.from(fourBytes)).subarray(0, 3), 4).bytes).toEqual([1, 2])
  })

  it('rejects copies from before the start', () => {
    expect(() => unpack([1, ...fourBytes, 0x4d, 9, 0x11], 20)).toThrow('before the start')
  })

  it('writes nothing behind its range', () => {
    const target = new Uint8Array(8)
    unpack2004({ source: packLiterals(new Uint8Array(8).fill(5)), from: 0, to: 12, target, start: 2, end: 6 })
    expect([...target]).toEqual([0, 0, 5, 5, 5, 5, 0, 0])
  })
})
