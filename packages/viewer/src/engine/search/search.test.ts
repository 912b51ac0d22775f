import type { PropertySet } from '@kamar/core'
import type { TextColumns } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { createTestBlocks, createTestSources } from '../../testing/search-sources.js'
import { testRandom } from '../../testing/shapes.js'
import { SearchIndex } from './search-index.js'
import { TextColumn } from './text-column.js'

function toColumns(texts: readonly string[]): TextColumns {
  const parts = texts.map((text) => new TextEncoder().encode(text))
  let end = 0
  return {
    bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
    ends: Uint32Array.from(parts, ({ length }) => (end += length)),
  }
}

describe('TextColumn', () => {
  const column = new TextColumn(toColumns(['Wall', 'Window', '', 'WALL 2', 'wall wall']))
  const matches = (word: string): number[] => {
    const matches: number[] = []
    column.forEachMatch(word, (index) => matches.push(index))
    return matches
  }
  it('finds each text once, whatever its case', () => {
    expect(matches('wall')).toEqual([0, 3, 4])
    expect(matches('w')).toEqual([0, 1, 3, 4])
    expect(matches('xyz')).toEqual([])
  })
  it('does not match across two neighbouring texts', () => {
    expect(matches('wallwindow')).toEqual([])
  })
  it('agrees with a text-by-text search (seed 2)', () => {
    const random = testRandom(2)
    const texts = Array.from({ length: 400 }, () =>
      Array.from({ length: Math.floor(random() * 8) }, () => 'abc'[Math.floor(random() * 3)]).join(''),
    )
    const other = new TextColumn(toColumns(texts))
    for (const word of ['a', 'ab', 'abc', 'cc', 'bcab']) {
      const matches: number[] = []
      other.forEachMatch(word, (index) => matches.push(index))
      expect(matches).toEqual(texts.flatMap((text, index) => (text.includes(word) ? [index] : [])))
    }
  })
  it.each([
    ['ASCII', ['abC.(d)', 'x*Y', '[Z]\\1', '', 'a value longer than twelve Characters', '12.5', 'K']],
    ['other scripts', ['ԴՈՒՌ 1', 'дверь', 'ДВЕРЬ Ё', '', 'İstanbul', 'Straße', 'ends with \u{feff}', 'k']],
  ])('restores the texts of %s and finds every part of them in lower case', (_, texts) => {
    const other = new TextColumn(toColumns(texts))
    expect(texts.map((_, index) => other.text(index))).toEqual(texts)
    expect(texts.map((_, index) => other.isEmpty(index))).toEqual(texts.map((text) => text === ''))
    expect(other.text(texts.length)).toBe('')
    const parts = texts.flatMap((text) => [...text].map((_, at) => [...text].slice(at, at + 3).join('')))
    for (const word of [...parts.map((part) => part.toLowerCase()), 'դ', 'k']) {
      const matches: number[] = []
      other.forEachMatch(word, (index) => matches.push(index))
      const expected = texts.flatMap((text, index) => (text.toLowerCase().includes(word) ? [index] : []))
      expect(matches, word).toEqual(expected)
      const endings = texts.flatMap((_, index) => (other.endsWith(index, word) ? [index] : []))
      expect(endings, word).toEqual([...texts.keys()].filter((at) => texts[at].toLowerCase().endsWith(word)))
    }
  })
})

describe('SearchIndex', () => {
  const rows = [
    { name: 'Basic Wall 200', class: 'IfcWall', id: '0aB$x' },
    { name: 'Պատուհան 1', class: 'IfcWindow', id: '1cD$y' },
    { name: 'Door', class: 'IfcDoor', id: '2eF$z' },
    { name: 'Wall light', class: 'IfcLightFixture', id: '3gH$w' },
  ]
  const sets: PropertySet[] = [
    {
      name: 'Pset_WallCommon',
      properties: [
        { name: 'FireRating', value: 'EI 60' },
        { name: 'Width', value: 0.2, unit: 'm' },
      ],
    },
    {
      name: 'Pset_DoorCommon',
      properties: [
        { name: 'FireRating', value: 'EI 30' },
        { name: 'External', value: true },
      ],
    },
    { name: 'Other', properties: [{ name: 'Note', value: 'next to the wall' }] },
  ]
  const index = new SearchIndex(createTestSources(rows, { sets, assigned: [[0], [], [1, 2], [0]] }))
  const find = (text: string, limit = 10) => index.search({ text, limit })

  it('searches names, ids, classes and values, best matches first', async () => {
    const matches = await find('wall')
    expect(matches.total).toBe(3)
    expect(matches.hits).toEqual([
      { element: 0, matched: 'name', text: 'Basic Wall 200' },
      { element: 3, matched: 'name', text: 'Wall light' },
      { element: 2, matched: 'property', text: 'next to the wall', set: 'Other', property: 'Note' },
    ])
    expect((await find('ifcwindow')).hits).toEqual([{ element: 1, matched: 'class', text: 'IfcWindow' }])
    expect((await find('1CD$')).hits).toEqual([{ element: 1, matched: 'id', text: '1cD$y' }])
    expect((await find('պատուհան')).hits[0].element).toBe(1)
    expect((await find('0.2 m')).hits.map((hit) => hit.element)).toEqual([0, 3])
  })

  it('requires every word, in any field', async () => {
    expect((await find('wall ei')).hits.map((hit) => hit.element)).toEqual([0, 3, 2])
    expect((await find('wall light 60')).hits.map((hit) => hit.element)).toEqual([3])
    expect((await find('wall nothing')).total).toBe(0)
  })

  it('counts matches beyond the limit, and finds nothing for a blank query', async () => {
    expect(await find('e', 1)).toMatchObject({ total: 3, hits: [expect.anything()] })
    expect(await find('   ')).toMatchObject({ total: 0, hits: [] })
  })

  it('works without properties', async () => {
    expect((await new SearchIndex(createTestSources(rows, null)).search({ text: 'wall', limit: 9 })).total).toBe(2)
  })

  it('finds names, identifiers and properties among 100,000 elements', async () => {
    const tokens = ['concrete', 'steel', 'glass', 'door', 'wall', 'level']
    const large = Array.from({ length: 100_000 }, (_, element) => ({
      name: `${tokens[element % 6]} ${element}`,
      class: `Ifc${tokens[element % 5]}`,
      id: `id${element.toString(36)}`,
    }))
    const sets = Array.from({ length: 20_000 }, (_, set) => ({
      name: 'Pset',
      properties: [
        { name: 'Mark', value: `mark ${set}` },
        { name: 'Material', value: tokens[set % 6] },
      ],
    }))
    const elements = Array.from({ length: 100_000 }, (_, element) => element)
    const assigned = elements.map((element) => [element % 20_000])
    const sources = createTestSources(large, null)
    const over = new SearchIndex({ ...sources, blocks: createTestBlocks({ sets, assigned, setsPerBlock: 4000 }) })
    for (const text of ['wall', 'concrete 77', 'mark 1999', 'e', 'id2s']) {
      expect((await over.search({ text, limit: 200 })).total).toBeGreaterThan(0)
    }
  })
})
