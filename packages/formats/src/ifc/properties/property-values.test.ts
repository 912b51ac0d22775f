import { describe, expect, it } from 'vitest'
import { rangeText, readValue, tableText, type ReadValue } from './property-values.js'

const plain = (value: ReadValue['value']): ReadValue => ({ value, measure: null })

describe('IFC property value', () => {
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
  ])('is read from %j as %j', (source, read) => {
    expect(readValue(source as Parameters<typeof readValue>[0])).toEqual(read)
  })

  it('joins the items of a list and takes the measure of the first', () => {
    const length = (value: number) => ({ type: 'IFCLENGTHMEASURE', value })
    expect(readValue([length(1), null, length(2.5)])).toEqual({ value: '1, 2.5', measure: 'IFCLENGTHMEASURE' })
    expect(readValue([])).toBeNull()
    expect(readValue([null])).toBeNull()
  })

  it('joins at most a thousand items of a list', () => {
    const read = readValue(Array.from({ length: 5000 }, () => 7))
    expect(String(read?.value).split(', ')).toHaveLength(1000)
  })
})

describe('rangeText', () => {
  const [low, high, set] = [plain(0), plain(10), plain(4)]

  it.each([
    [low, high, null, '0 … 10'],
    [low, null, null, '≥ 0'],
    [null, high, null, '≤ 10'],
    [low, high, set, '0 … 10 (4)'],
    [null, null, set, '4'],
    [null, null, null, null],
  ])('formats bounds and set point (case %#)', (lower, upper, point, text) => {
    expect(rangeText(lower, upper, point)).toBe(text)
  })
})

describe('tableText', () => {
  it('joins pairs and omits values without a counterpart', () => {
    expect(tableText([0, 50, 100], [1, 7])).toBe('0 → 1; 50 → 7')
    expect(tableText([null, 50], [1, 7])).toBe('50 → 7')
  })

  it.each([
    [null, [1]],
    [[1], null],
    [[], []],
    [[1], [null]],
  ])('returns null for %j and %j', (defining, defined) => {
    expect(tableText(defining, defined)).toBeNull()
  })
})
