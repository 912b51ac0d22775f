import type { PropertySet } from '@kamar/core'
import { decodeTreeColumns } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { createTestBlocks, createTestSources, encodeTestTree, type TestRow } from '../../testing/search-sources.js'
import { testRandom } from '../../testing/shapes.js'
import type { SearchResult } from '../types.js'
import { IdSearch } from './id-search.js'
import { NameSearch } from './name-search.js'
import { QueryEngine } from './query-engine.js'
import { SearchIndex } from './search-index.js'
import { rankValues, selectFirst } from './fields/value-order.js'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

function createRandom(seed: number) {
  const random = testRandom(seed)
  const pick = <Item>(items: ArrayLike<Item>): Item => items[Math.floor(random() * items.length)]
  const createGlobalId = (): string => pick('0123') + Array.from({ length: 21 }, () => pick(digits)).join('')
  return { random, pick, createGlobalId }
}

const listMarked = (marks: Uint8Array): number[] => [...marks.keys()].filter((element) => marks[element] !== 0)

describe('NameSearch', () => {
  it.each([1, 2, 3])('finds what a search in every name finds, also across its number (seed %d)', (seed) => {
    const { random, pick } = createRandom(seed)
    const stems = ['Wall:', 'Wall 1', 'Wall 10', 'Ծածկ 0', '', 'Door:Single 00', 'ΟΔΟΣ:', 'x']
    const rows = Array.from({ length: 600 }, (): TestRow => {
      const tail = random() < 0.15 ? '' : String(Math.floor(random() * 10 ** Math.ceil(random() * 11)))
      return { name: pick(stems) + tail, class: 'Thing' }
    })
    const { names } = decodeTreeColumns(encodeTestTree(rows))
    expect(names.tails.length).toBe(rows.length)
    const search = new NameSearch(names)
    const parts = rows.flatMap(({ name }) => {
      const start = Math.floor(random() * name.length)
      return name.slice(start, start + 1 + Math.floor(random() * 8)).toLowerCase()
    })
    for (const text of [
      ...parts.filter((part) => part !== ''),
      '0',
      '00',
      '1',
      '10',
      '010',
      'wall:1',
      '999999999999',
    ]) {
      const marks = new Uint8Array(rows.length)
      search.mark(text, marks, 1)
      const expected = rows.flatMap(({ name }, element) => (name.toLowerCase().includes(text) ? [element] : []))
      expect(listMarked(marks), text).toEqual(expected)
    }
  })
})

describe('IdSearch', () => {
  it.each([4, 5])('finds parts of every length in GlobalIds and in other ids (seed %d)', (seed) => {
    const { random, createGlobalId } = createRandom(seed)
    const rows = Array.from({ length: 400 }, (_, element): TestRow => {
      const id = element % 7 === 0 ? '' : element % 5 === 0 ? `handle-${element.toString(16)}` : createGlobalId()
      return { name: 'Wall', class: 'Thing', id }
    })
    const search = new IdSearch(decodeTreeColumns(encodeTestTree(rows)).ids)
    for (let length = 1; length <= 22; length++)
      for (let time = 0; time < 12; time++) {
        const id = rows[1 + Math.floor(random() * (rows.length - 1))].id ?? ''
        const start = Math.floor(random() * (id.length - length + 1))
        const text = id.slice(start, start + length).toLowerCase()
        if (text === '') continue
        const marks = new Uint8Array(rows.length)
        search.mark(text, marks, 2)
        const expected = rows.flatMap((row, element) => ((row.id ?? '').toLowerCase().includes(text) ? [element] : []))
        expect(listMarked(marks), text).toEqual(expected)
      }
  })
})

/** Elements with sets of their own and shared ones. */
function createModel() {
  const { random, pick } = createRandom(6)
  const rows = Array.from({ length: 300 }, (_, element): TestRow => ({ name: `Part ${element}`, class: 'Part' }))
  const shared = ['steel', 'oak', ''].map((value): PropertySet => ({
    name: 'Type',
    properties: [{ name: 'Material', value }],
  }))
  const own = rows.map((_, element): PropertySet => ({
    name: 'Own',
    properties: [
      { name: 'Mark', value: `M-${element}` },
      { name: 'Load', value: Math.floor(random() * 100) / 4, unit: 'kN' },
      { name: 'Visible', value: random() < 0.5 },
    ],
  }))
  const assigned = rows.map((_, element) => [pick([0, 1, 2]), shared.length + element])
  return { rows, sets: [...shared, ...own], assigned }
}

describe('properties beyond the limit of memory', () => {
  const model = createModel()
  const complete = createTestSources(model.rows, model)
  const reads: number[] = []
  const blocks = createTestBlocks({ ...model, setsPerBlock: 5, maxBytes: 1500 }, reads)
  const limited = { columns: complete.columns, tree: complete.tree, names: complete.names, blocks }

  it('are found as those in memory are', async () => {
    const [index, limitedIndex] = [new SearchIndex(complete), new SearchIndex(limited)]
    for (const text of ['steel', 'm-7', 'true', 'kn part', 'oak m-1', '12.5']) {
      const [expected, result] = [
        await index.search({ text, limit: 50 }),
        await limitedIndex.search({ text, limit: 50 }),
      ]
      expect([result.total, result.hits], text).toEqual([expected.total, expected.hits])
      expect(await limitedIndex.findElements(text)).toEqual(await index.findElements(text))
    }
  })

  it('answer every query as those in memory do', async () => {
    const [engine, limitedEngine] = [new QueryEngine(complete), new QueryEngine(limited)]
    const marked = new Uint8Array(model.rows.length).fill(1)
    const rows = Uint32Array.from(model.rows.keys())
    const load = { set: '*', property: 'Load' }
    const mark = { set: 'Own', property: 'Mark' }
    const test = { kind: 'test', field: load, operator: 'greater', value: '12' } as const
    for (const query of [
      (engine: QueryEngine) => engine.fields(),
      (engine: QueryEngine) => engine.filter(test, null),
      (engine: QueryEngine) => engine.suggest(mark, 'm-2', { limit: 4 }),
      (engine: QueryEngine) => engine.values(load, marked, 5),
      (engine: QueryEngine) => engine.groups({ set: 'Type', property: 'Material' }, marked),
      (engine: QueryEngine) => engine.order(rows, { field: mark, descending: true }),
      (engine: QueryEngine) => engine.cells(rows.subarray(20, 40), [mark, load]),
      (engine: QueryEngine) => engine.summary(rows.subarray(100, 200)),
    ])
      expect(await query(limitedEngine)).toEqual(await query(engine))
  })

  it('are searched after names, ids and classes, whose matches are reported first', async () => {
    const index = new SearchIndex(complete)
    const partial: SearchResult[] = []
    const onPartial = (result: SearchResult): unknown => partial.push(result)
    const result = await index.search({ text: '7', limit: 500 }, { onPartial })
    const names = model.rows.filter(({ name }) => name.includes('7'))
    expect(partial.map(({ total, hits }) => [total, hits.length])).toEqual([[names.length, names.length]])
    expect(result.total).toBeGreaterThan(names.length)
    expect(result.hits.slice(0, names.length)).toEqual(partial[0].hits)
    await index.search({ text: 'steel', limit: 5 }, { onPartial })
    expect(partial).toHaveLength(1)
  })

  it('are not searched to the end once another text is typed', async () => {
    reads.length = 0
    const controller = new AbortController()
    const search = new SearchIndex(limited).search({ text: 'steel', limit: 5 }, { signal: controller.signal })
    controller.abort()
    await expect(search).rejects.toThrow(/abort/i)
    expect(reads.length).toBeLessThan(blocks.index.blockCount / 2)
  })

  it('are read again by every scan, except for the first blocks', async () => {
    reads.length = 0
    await blocks.scan(() => undefined)
    await blocks.scan(() => undefined)
    const count = (block: number): number => reads.filter((one) => one === block).length
    expect(count(0)).toBe(0)
    expect(count(blocks.index.blockCount - 20)).toBe(2)
  })
})

describe('order of values', () => {
  it('selects the first items as sorting all of them does (seed 8)', () => {
    const { random } = createRandom(8)
    const items = Array.from({ length: 500 }, (_, at) => ({ key: Math.floor(random() * 40), at }))
    const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key
    for (const limit of [0, 1, 7, 100, 499, 500, Infinity])
      expect(selectFirst(items, limit, compare)).toEqual(items.toSorted(compare).slice(0, limit))
  })

  it('ranks more texts than are collated by their numbers, after all numbers', () => {
    const values = Array.from({ length: 100_001 }, (_, at) => `Mark-${(at * 7919) % 100_003}`)
    const ranks = rankValues([...values, 5, '3'])
    const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b])
    expect(order.slice(0, 2)).toEqual([100_002, 100_001])
    const numbers = order.slice(2).map((at) => Number(values[at].slice(5)))
    expect(numbers.every((number, at) => at === 0 || number >= numbers[at - 1])).toBe(true)
  })
})
