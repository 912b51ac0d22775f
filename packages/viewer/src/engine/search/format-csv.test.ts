import { describe, expect, it } from 'vitest'
import { formatCsv } from './format-csv.js'
import { Interner } from '../interner.js'

describe('formatCsv', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['@sum', "'@sum"],
    ['-a', "'-a"],
    ['-1.5', '-1.5'],
    ['-2e-3', '-2e-3'],
    ['=a,b', '"\'=a,b"'],
    [-3, '-3'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
  ])('writes %s as %s', (value, text) => {
    expect(formatCsv([[value]])).toBe(`\uFEFF${text}\r\n`)
  })

  it('separates cells and lines', () => {
    expect(
      formatCsv([
        ['a', 1],
        ['b', null],
      ]),
    ).toBe('\uFEFFa,1\r\nb,\r\n')
  })
})

describe('Interner', () => {
  it('numbers values in the order of their first occurrence', () => {
    const interner = new Interner<string>()
    expect(['b', 'a', 'b', 'c', 'a'].map((value) => interner.intern(value))).toEqual([0, 1, 0, 2, 1])
    expect(interner.values).toEqual(['b', 'a', 'c'])
  })
})
