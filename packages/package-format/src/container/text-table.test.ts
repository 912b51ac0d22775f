import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { RowTable } from './row-table.js'
import { StringTableBuilder, stringTableSections } from './string-table.js'
import { TextTable } from './text-table.js'

describe('TextTable', () => {
  it('has the numbers and sections of a table of strings (seed 2)', () => {
    const random = seededRandom(2)
    const texts = new TextTable()
    const strings = new StringTableBuilder()
    for (let round = 0; round < 5000; round++) {
      const number = Math.floor(random() * 3000)
      const text = number === 7 ? '' : `${'壁'.repeat(number % 5)} Պատ ${number}`
      expect(texts.indexOf(text)).toBe(strings.indexOf(text))
    }
    expect(texts.count).toBe(strings.texts.length)
    expect(texts.sections('name')).toEqual(stringTableSections('name', strings.texts))
  })
})

describe('RowTable', () => {
  it('numbers distinct rows in the order of their first occurrence (seed 5)', () => {
    const random = seededRandom(5)
    const rows = new RowTable(2)
    const expected = new Map<string, number>()
    for (let round = 0; round < 5000; round++) {
      const row = [Math.floor(random() * 40), 2 ** 32 - 1 - Math.floor(random() * 40)] as const
      const key = row.join()
      if (!expected.has(key)) expected.set(key, expected.size)
      expect(rows.indexOf(...row)).toBe(expected.get(key))
    }
    expect(rows.count).toBe(expected.size)
    const columns = [0, 1].map((field) => rows.column(field))
    expect([...expected.keys()]).toEqual([...columns[0].keys()].map((row) => `${columns[0][row]},${columns[1][row]}`))
  })
})
