import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { isGlobalId, packGlobalId, unpackGlobalId } from './global-id.js'
import { decodeDeltas, decodeVarints, encodeDeltas, encodeVarints, unzigzag, zigzag } from './varints.js'

describe('varint codec', () => {
  it('preserves values at the limits of every length', () => {
    const values = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 0x7fffffff, 0x80000000, 0xffffffff]
    expect([...decodeVarints(encodeVarints(values), values.length)]).toEqual(values)
  })

  it('preserves deltas over the whole signed range', () => {
    const values = [0, -1, 1, 0x7fffffff, -0x80000000, 5, 5, 5]
    expect([...decodeDeltas(encodeDeltas(values), values.length)]).toEqual(values)
    expect(encodeDeltas([1000, 1001, 1002, 1003]).length).toBe(5)
  })

  it('maps small magnitudes to small numbers by zigzag encoding', () => {
    expect([0, -1, 1, -2, 2].map(zigzag)).toEqual([0, 1, 2, 3, 4])
    expect([0, 1, 2, 3, 4].map(unzigzag)).toEqual([0, -1, 1, -2, 2])
  })

  it('stores seven bits in a byte, low ones first, and the eighth bit if another byte follows', () => {
    expect([...encodeVarints([0, 127, 128, 300, 16_384])]).toEqual([0, 127, 128, 1, 172, 2, 128, 128, 1])
    expect([...encodeVarints([0xffffffff])]).toEqual([255, 255, 255, 255, 15])
    expect([...encodeVarints([])]).toEqual([])
  })

  it('stores differences between neighbors, the first from zero', () => {
    // 3, then -5 and 0 in zigzag code.
    expect([...encodeDeltas([3, -2, -2])]).toEqual([6, 9, 0])
    expect([...decodeDeltas(Uint8Array.of(6, 9, 0), 3)]).toEqual([3, -2, -2])
  })

  it('wraps differences that do not fit 32 bits', () => {
    expect([...decodeDeltas(encodeDeltas([0xffffffff, 0]), 2)]).toEqual([-1, 0])
    expect([...encodeDeltas([-0x80000000, 0x7fffffff])]).toEqual([255, 255, 255, 255, 15, 1])
  })

  it('restores random numbers of every length', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const values = Array.from({ length: 200 }, () => Math.floor(random() * 2 ** (random() * 32)))
      const signed = values.map((value) => (random() < 0.5 ? value : -value) | 0)
      expect([...decodeVarints(encodeVarints(values), 200)], `seed ${seed}`).toEqual(values)
      expect([...decodeDeltas(encodeDeltas(signed), 200)], `seed ${seed}`).toEqual(signed)
      expect(signed.map((value) => unzigzag(zigzag(value)))).toEqual(signed)
    }
  })

  it('maps the limits of signed numbers to the largest unsigned ones', () => {
    expect([0x7fffffff, -0x80000000].map(zigzag)).toEqual([0xfffffffe, 0xffffffff])
    expect([0xfffffffe, 0xffffffff].map(unzigzag)).toEqual([0x7fffffff, -0x80000000])
  })

  it.each([
    ['more numbers than bytes', [1, 2], 3, 'fewer numbers than promised'],
    ['a last byte that another should follow', [1, 128], 2, 'a number runs past its end'],
    ['a number of six bytes', [128, 128, 128, 128, 128, 1], 1, 'a number runs past its end'],
    ['a byte after the last number', [1, 2], 1, 'more numbers than promised'],
  ])('refuses %s', (_, bytes, count, message) => {
    expect(() => decodeVarints(Uint8Array.from(bytes), count)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.from(bytes), count)).toThrow(message)
  })

  it('reads a number of five bytes', () => {
    expect([...decodeVarints(Uint8Array.of(128, 128, 128, 128, 1), 1)]).toEqual([2 ** 28])
  })

  it('rejects overlong, truncated, missing and surplus numbers', () => {
    expect(() => decodeVarints(Uint8Array.of(255, 255, 255, 255, 255, 255), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(128), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1, 2), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1, 2), 3)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1), 4e9)).toThrow(RangeError)
  })
})

describe('IFC GlobalId', () => {
  it.each(['0000000000000000000000', '3$$$$$$$$$$$$$$$$$$$$$', '1Bn5W68ypHSijN6pltTw4K', '15kVdbxG6_6gqtC6nRYBd5'])(
    'packs %s to 16 bytes and back',
    (id) => {
      const bytes = new Uint8Array(18).fill(7)
      expect(isGlobalId(id)).toBe(true)
      packGlobalId(id, bytes, 1)
      expect([bytes[0], bytes[17]]).toEqual([7, 7])
      expect(unpackGlobalId(bytes, 1)).toBe(id)
    },
  )

  it('stores two bits of the first digit and six of each other, high bits first', () => {
    const bytes = new Uint8Array(16)
    packGlobalId('1000000000000000000000', bytes, 0)
    expect([...bytes]).toEqual([0x40, ...Array.from<number>({ length: 15 }).fill(0)])
    packGlobalId('0$00000000000000000001', bytes, 0)
    expect([...bytes]).toEqual([0x3f, ...Array.from<number>({ length: 14 }).fill(0), 1])
    packGlobalId('0123456789ABCDEFGHIJKL', bytes, 0)
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    expect(bits.slice(0, 2)).toBe('00')
    for (let digit = 1; digit < 22; digit++) expect(parseInt(bits.slice(digit * 6 - 4, digit * 6 + 2), 2)).toBe(digit)
  })

  it('restores random ids', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 200; round++) {
      const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
      const id = unpackGlobalId(bytes, 0)
      const packed = new Uint8Array(16)
      packGlobalId(id, packed, 0)
      expect(isGlobalId(id)).toBe(true)
      expect(packed).toEqual(bytes)
    }
  })

  it.each([
    '',
    '1Bn5W68ypHSijN6pltTw4',
    '4Bn5W68ypHSijN6pltTw4K',
    '1Bn5W68ypHSijN6pltTw4é',
    '1Bn5W68ypHSijN6pltTw4-',
    '1Bn5W68ypHSijN6pltTw4\u0080',
    '1Bn5W68ypHSijN6pltTw4K0',
  ])('rejects %j as a GlobalId', (text) => expect(isGlobalId(text)).toBe(false))
})
