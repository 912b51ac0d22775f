import { describe, expect, it } from 'vitest'
import { isGlobalId, packGlobalId, unpackGlobalId } from './global-id.js'
import { decodeFirstUses, encodeFirstUses } from './string-table.js'
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

  it('rejects overlong, truncated, missing and surplus numbers', () => {
    expect(() => decodeVarints(Uint8Array.of(255, 255, 255, 255, 255, 255), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(128), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1, 2), 1)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1, 2), 3)).toThrow(RangeError)
    expect(() => decodeVarints(Uint8Array.of(1), 4e9)).toThrow(RangeError)
  })
})

describe('first-use codec', () => {
  it('preserves numbers and writes each first use as zero', () => {
    const numbers = [0, 1, 1, 0, 2, 3, 0]
    const bytes = encodeFirstUses(numbers)
    expect([...bytes]).toEqual([0, 0, 1, 2, 0, 0, 4])
    expect([...decodeFirstUses(bytes, 7, 4)]).toEqual(numbers)
  })

  it('rejects skipped numbers and numbers outside the table', () => {
    expect(() => encodeFirstUses([1])).toThrow(RangeError)
    expect(() => decodeFirstUses(Uint8Array.of(0, 0), 2, 1)).toThrow(RangeError)
    expect(() => decodeFirstUses(Uint8Array.of(1), 1, 1)).toThrow(RangeError)
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

  it.each(['', '1Bn5W68ypHSijN6pltTw4', '4Bn5W68ypHSijN6pltTw4K', '1Bn5W68ypHSijN6pltTw4é', '1Bn5W68ypHSijN6pltTw4-'])(
    'rejects %j as a GlobalId',
    (text) => expect(isGlobalId(text)).toBe(false),
  )
})
