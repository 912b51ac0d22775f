import { noParent, type ModelTree, type PropertyBlock, type PropertyIndex } from '@kamar/package-format/read'
import type { PropertySet } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { GroupedNumbers } from './grouped-numbers.js'
import { SearchIndex } from './search-index.js'
import { TextColumn } from './text-column.js'

const createTree = (elements: readonly { name: string; class: string; id: string }[]): ModelTree => {
  const classNames = [...new Set(elements.map((element) => element.class))]
  return {
    count: elements.length,
    parent: new Uint32Array(elements.length).fill(noParent),
    classNames,
    classIndex: Uint16Array.from(elements, (element) => classNames.indexOf(element.class)),
    hidden: new Uint8Array(elements.length),
    name: (element) => elements[element].name,
    sourceId: (element) => elements[element].id,
    roots: Uint32Array.from(elements, (_, index) => index),
    children: () => new Uint32Array(0),
  }
}

/** Creates sets in one block; `assigned[element]` are its set numbers. */
const createProperties = (sets: readonly PropertySet[], assigned: readonly (readonly number[])[]) => ({
  index: {
    elementCount: assigned.length,
    setCount: sets.length,
    blockCount: 1,
    setsOf: (element) => Uint32Array.from(assigned[element]),
    findBlock: () => 0,
  } as PropertyIndex,
  blocks: [{ firstSet: 0, setCount: sets.length, set: (number) => sets[number] } as PropertyBlock],
})

describe('TextColumn', () => {
  const column = new TextColumn(['Wall', 'Window', '', 'WALL 2', 'wall wall'])
  const matches = (word: string): number[] => {
    const matches: number[] = []
    column.forEachMatch(word, (index) => matches.push(index))
    return matches
  }
  it('finds each text once, whatever its case', () => {
    expect(matches('wall')).toEqual([0, 3, 4])
    expect(matches('w')).toEqual([0, 1, 3, 4])
    expect(matches('xyz')).toEqual([])
    expect(column.text(3)).toBe('wall 2')
  })
  it('does not match across two neighbouring texts', () => {
    expect(matches('wallwindow')).toEqual([])
  })
  it('agrees with a text-by-text search (seed 2)', () => {
    const random = testRandom(2)
    const texts = Array.from({ length: 400 }, () =>
      Array.from({ length: Math.floor(random() * 8) }, () => 'abc'[Math.floor(random() * 3)]).join(''),
    )
    const other = new TextColumn(texts)
    for (const word of ['a', 'ab', 'abc', 'cc', 'bcab']) {
      const matches: number[] = []
      other.forEachMatch(word, (index) => matches.push(index))
      expect(matches).toEqual(texts.flatMap((text, index) => (text.includes(word) ? [index] : [])))
    }
  })
})

describe('GroupedNumbers', () => {
  it('keeps the order of insertion', () => {
    const groups = new GroupedNumbers(3, [2, 0, 2], [10, 20, 30])
    expect([0, 1, 2].map((key) => [...groups.of(key)])).toEqual([[20], [], [10, 30]])
    expect([...new GroupedNumbers(2, [1, 0, 1]).of(1)]).toEqual([0, 2])
  })
})

describe('SearchIndex', () => {
  const tree = createTree([
    { name: 'Basic Wall 200', class: 'IfcWall', id: '0aB$x' },
    { name: 'Պատուհան 1', class: 'IfcWindow', id: '1cD$y' },
    { name: 'Door', class: 'IfcDoor', id: '2eF$z' },
    { name: 'Wall light', class: 'IfcLightFixture', id: '3gH$w' },
  ])
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
  const index = new SearchIndex(tree, createProperties(sets, [[0], [], [1, 2], [0]]))
  const find = (text: string, limit = 10) => index.search({ text, limit })

  it('searches names, ids, classes and values, best matches first', () => {
    const matches = find('wall')
    expect(matches.total).toBe(3)
    expect(matches.hits).toEqual([
      { element: 0, matched: 'name', text: 'Basic Wall 200' },
      { element: 3, matched: 'name', text: 'Wall light' },
      { element: 2, matched: 'property', text: 'next to the wall', set: 'Other', property: 'Note' },
    ])
    expect(find('ifcwindow').hits).toEqual([{ element: 1, matched: 'class', text: 'IfcWindow' }])
    expect(find('1CD$').hits).toEqual([{ element: 1, matched: 'id', text: '1cD$y' }])
    expect(find('պատուհան').hits[0].element).toBe(1)
    expect(find('0.2 m').hits.map((hit) => hit.element)).toEqual([0, 3])
  })

  it('requires every word, in any field', () => {
    expect(find('wall ei').hits.map((hit) => hit.element)).toEqual([0, 3, 2])
    expect(find('wall light 60').hits.map((hit) => hit.element)).toEqual([3])
    expect(find('wall nothing').total).toBe(0)
  })

  it('counts matches beyond the limit, and finds nothing for a blank query', () => {
    expect(find('e', 1)).toMatchObject({ total: 3, hits: [expect.anything()] })
    expect(find('   ')).toMatchObject({ total: 0, hits: [] })
  })

  it('works without properties', () => {
    expect(new SearchIndex(tree, null).search({ text: 'wall', limit: 9 }).total).toBe(2)
  })

  it('finds names, identifiers and properties among 100,000 elements', () => {
    const tokens = ['concrete', 'steel', 'glass', 'door', 'wall', 'level']
    const large = createTree(
      Array.from({ length: 100_000 }, (_, element) => ({
        name: `${tokens[element % 6]} ${element}`,
        class: `Ifc${tokens[element % 5]}`,
        id: `id${element.toString(36)}`,
      })),
    )
    const sets = Array.from({ length: 20_000 }, (_, set) => ({
      name: 'Pset',
      properties: [
        { name: 'Mark', value: `mark ${set}` },
        { name: 'Material', value: tokens[set % 6] },
      ],
    }))
    const over = new SearchIndex(
      large,
      createProperties(
        sets,
        Array.from({ length: 100_000 }, (_, element) => [element % 20_000]),
      ),
    )
    for (const text of ['wall', 'concrete 77', 'mark 1999', 'e', 'id2s']) {
      expect(over.search({ text, limit: 200 }).total).toBeGreaterThan(0)
    }
  })
})
