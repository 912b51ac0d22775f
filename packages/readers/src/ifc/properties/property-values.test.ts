import { describe, expect, it } from 'vitest'
import { rangeText, readValue, tableText, type ReadValue } from './property-values.js'

const plain = (value: ReadValue['value']): ReadValue => ({ value, measure: null })

describe('a value', () => {
  it.each([
    ['EI 60', plain('EI 60')],
    [2.5, plain(2.5)],
    [true, plain(true)],
    [{ enumeration: 'NEW' }, plain('NEW')],
    [{ enumeration: 'U' }, plain('unknown')],
    [
      { type: 'IFCLENGTHMEASURE', value: 0.3 },
      { value: 0.3, measure: 'IFCLENGTHMEASURE' },
    ],
    [
      { type: 'IFCLABEL', value: '' },
      { value: '', measure: 'IFCLABEL' },
    ],
    [{ type: 'IFCLABEL', value: null }, null],
    [null, null],
    [Number.POSITIVE_INFINITY, null],
    [{ reference: 12 }, null],
  ])('of %j is %j', (source, read) => {
    expect(readValue(source as Parameters<typeof readValue>[0])).toEqual(read)
  })

  it('that is a list has its items, and the measure of the first', () => {
    const length = (value: number) => ({ type: 'IFCLENGTHMEASURE', value })
    expect(readValue([length(1), null, length(2.5)])).toEqual({ value: '1, 2.5', measure: 'IFCLENGTHMEASURE' })
    expect(readValue([])).toBeNull()
    expect(readValue([null])).toBeNull()
  })

  it('that is a list has a thousand items at most', () => {
    const read = readValue(Array.from({ length: 5000 }, () => 7))
    expect(String(read?.value).split(', ')).toHaveLength(1000)
  })
})

describe('a range', () => {
  const [low, high, set] = [plain(0), plain(10), plain(4)]

  it.each([
    [low, high, null, '0 … 10'],
    [low, null, null, '≥ 0'],
    [null, high, null, '≤ 10'],
    [low, high, set, '0 … 10 (4)'],
    [null, null, set, '4'],
    [null, null, null, null],
  ])('case %#', (lower, upper, point, text) => {
    expect(rangeText(lower, upper, point)).toBe(text)
  })
})

describe('a table', () => {
  it('is its pairs; what has no partner is left out', () => {
    expect(tableText([0, 50, 100], [1, 7])).toBe('0 → 1; 50 → 7')
    expect(tableText([null, 50], [1, 7])).toBe('50 → 7')
  })

  it.each([
    [null, [1]],
    [[1], null],
    [[], []],
    [[1], [null]],
  ])('of %j and %j is none', (defining, defined) => {
    expect(tableText(defining, defined)).toBeNull()
  })
})
