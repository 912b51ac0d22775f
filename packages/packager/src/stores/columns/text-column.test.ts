import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { TestScratchStorage } from '../../test-support/scratch-storage.js'
import { HashIndex } from './hash-index.js'
import { sortByKey } from './sort-by-key.js'
import { TextColumn, UniqueTexts } from './text-column.js'

const texts = ['', 'Wall', 'Պատ', '壁 😀', 'x'.repeat(100_000), 'Wall']

describe('TextColumn', () => {
  it.each([0, Infinity])('returns texts of all lengths and scripts with %d bytes in memory', (memoryBytes) => {
    const column = new TextColumn(new TestScratchStorage(memoryBytes))
    for (const text of texts) column.push(text)
    expect(column.length).toBe(6)
    expect(texts.map((_, number) => column.get(number))).toEqual(texts)
  })
})

describe('UniqueTexts', () => {
  it.each([0, Infinity])('numbers texts like a map with %d bytes in memory (seed 11)', (memoryBytes) => {
    const random = seededRandom(11)
    const unique = new UniqueTexts(new TestScratchStorage(memoryBytes))
    const numbers = new Map<string, number>()
    for (let round = 0; round < 20_000; round++) {
      const text = `text ${Math.floor(random() ** 3 * 12_000)}`
      if (!numbers.has(text)) numbers.set(text, numbers.size)
      expect(unique.intern(text)).toBe(numbers.get(text))
    }
    for (const [text, number] of numbers) expect(unique.get(number)).toBe(text)
  })
})

describe('HashIndex', () => {
  it('finds rows with equal hashes by their content', () => {
    const index = new HashIndex()
    for (let row = 0; row < 5000; row++) expect(index.add(row % 7)).toBe(row)
    expect(index.find(3, (row) => row === 3 + 7 * 500)).toBe(3 + 7 * 500)
    expect(index.find(3, (row) => row === 4)).toBe(-1)
    expect(index.find(7, () => true)).toBe(-1)
  })
})

describe('sortByKey', () => {
  it('sorts by unsigned keys, equal ones by number', () => {
    const keys = Uint32Array.of(5, 0xffffffff, 0, 5, 0x80000000)
    expect([...sortByKey(Uint32Array.of(3, 1, 4, 0, 2), keys)]).toEqual([2, 0, 3, 4, 1])
  })
})
