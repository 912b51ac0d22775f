import { describe, expect, it } from 'vitest'
import { RowMap } from './row-map.js'

describe('map of rows', () => {
  it('returns the last number of each row, also after it has grown', () => {
    const rows = new RowMap()
    const expected = new Map<number, number>()
    for (let at = 0; at < 20_000; at++) {
      const row = (at * 7919) % 15_000
      rows.set(row, at)
      expected.set(row, at)
    }
    expect(rows.size).toBe(expected.size)
    for (let row = -2; row < 16_000; row++) {
      expect(rows.get(row)).toBe(expected.get(row))
      expect(rows.has(row)).toBe(expected.has(row))
    }
  })

  it('stores row 0, the largest row and negative numbers', () => {
    const rows = new RowMap(3)
    rows.set(0, -1)
    rows.set(2 ** 31 - 2, 5)
    expect([rows.get(0), rows.get(2 ** 31 - 2), rows.get(1)]).toEqual([-1, 5, undefined])
  })

  it('has no number for a missing row', () => {
    const rows = new RowMap()
    rows.set(-1, 3)
    expect([rows.size, rows.get(-1), rows.has(-1)]).toEqual([0, undefined, false])
  })
})
