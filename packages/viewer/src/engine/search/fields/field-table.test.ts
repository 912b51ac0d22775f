import { isStoreyClass, listStoreys, storeyOfElements } from '@kamar/package-format/read'
import type { PropertySet, PropertyValue } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { createTestSources, createTestTree, type TestRow } from '../../../testing/search-sources.js'
import { testRandom } from '../../../testing/shapes.js'
import { FieldTable } from './field-table.js'
import { matchesTest, parseNumber, readField, type FilterOperator, type FilterTest } from '../filter-rule.js'
import { QueryEngine } from '../query-engine.js'
import { SearchIndex } from '../search-index.js'
import { listContainingStoreys, listFileElements } from '../storey-lookup.js'

const set = (name: string, values: Readonly<Record<string, PropertyValue>>): PropertySet => ({
  name,
  properties: Object.entries(values).map(([property, value]) => ({ name: property, value })),
})

const house: readonly TestRow[] = [
  { name: 'Site', class: 'IfcSite' },
  { name: 'Ground', class: 'IfcBuildingStorey', parent: 0 },
  { name: 'Wall', class: 'IfcWall', parent: 1 },
  { name: 'Window', class: 'IfcWindow', parent: 2 },
  { name: 'Other file', class: 'Document' },
  { name: 'First floor', class: 'Level', parent: 4 },
  { name: 'Door', class: 'IfcDoor', parent: 5 },
  { name: '', class: 'IfcDoor', parent: 4 },
]

describe('storeys', () => {
  const tree = createTestTree(house)

  it('are recognised by their class in IFC, Revit and German models', () => {
    expect(['IfcBuildingStorey', 'Level', 'Geschoss', 'STOREY'].map(isStoreyClass)).toEqual([true, true, true, true])
    expect(['Levels', 'LevelDatum', 'IfcWall', ''].map(isStoreyClass)).toEqual([false, false, false, false])
    expect(listStoreys(tree)).toEqual([1, 5])
  })

  it('contain everything below them, and themselves', () => {
    expect([...storeyOfElements(tree)]).toEqual([-1, 1, 1, 1, -1, 5, 5, -1])
    expect([...listContainingStoreys(tree)]).toEqual([-1, -1, 1, 1, -1, -1, 5, -1])
  })

  it('belong to the file at the root', () => {
    expect([...listFileElements(tree)]).toEqual([0, 0, 0, 0, 4, 4, 4, 4])
  })
})

describe('FieldTable', () => {
  const sets = [
    set('A', { Load: 5, Note: 'x' }),
    set('A', { Load: 7 }),
    set('B', { Load: 'many', Note: '' }),
    set('B', { Fire: true }),
    set('C', { Fire: 'EI 30' }),
  ]
  const assigned = [[], [0], [1, 2], [2, 0], [3], [4], [3, 4], []]
  const table = new FieldTable(createTestSources(house, { sets, assigned }))
  const read = async (field: { set: string; property: string }): Promise<(PropertyValue | null)[]> => {
    const { values, valueOf } = await table.column(field)
    return [...valueOf].map((number) => (number < 0 ? null : values[number]))
  }

  it('has the first value of a property among the sets of each element', async () => {
    expect(await read({ set: 'A', property: 'Load' })).toEqual([null, 5, 7, 5, null, null, null, null])
    expect(await read({ set: 'B', property: 'Load' })).toEqual([null, null, 'many', 'many', null, null, null, null])
    // Of any set: the order of the element's sets decides.
    expect(await read({ set: '*', property: 'Load' })).toEqual([null, 5, 7, 'many', null, null, null, null])
    expect(await read({ set: '*', property: 'Fire' })).toEqual([null, null, null, null, true, 'EI 30', true, null])
    expect(await read({ set: 'X', property: 'Load' })).toEqual(Array.from({ length: 8 }, () => null))
  })

  it('has built-in fields, and treats an empty text as missing', async () => {
    expect(await read({ set: '', property: 'name' })).toEqual([...house.slice(0, 7).map(({ name }) => name), null])
    expect((await read({ set: '', property: 'class' }))[3]).toBe('IfcWindow')
    expect((await read({ set: '', property: 'id' }))[3]).toBe('id-3')
    expect((await read({ set: '', property: 'storey' }))[6]).toBe('First floor')
    expect(await read({ set: '', property: 'file' })).toEqual([
      ...Array.from({ length: 4 }, () => 'Site'),
      ...Array.from({ length: 4 }, () => 'Other file'),
    ])
    expect(await read({ set: '', property: 'height' })).toEqual(Array.from({ length: 8 }, () => null))
    expect(await read({ set: 'A', property: 'Note' })).toEqual([null, 'x', null, 'x', null, null, null, null])
  })

  it('stores each distinct value once', async () => {
    const { values, valueOf } = await table.column({ set: '', property: 'class' })
    expect(values).toHaveLength(new Set(house.map((row) => row.class)).size)
    expect(valueOf[6]).toBe(valueOf[7])
  })

  it('lists fields in the order of the model, then names of several sets, with kind and count', async () => {
    expect(await table.fields()).toEqual([
      { set: 'A', property: 'Load', kind: 'number', elements: 3 },
      { set: 'A', property: 'Note', kind: 'text', elements: 2 },
      { set: 'B', property: 'Load', kind: 'text', elements: 2 },
      { set: 'B', property: 'Note', kind: 'text', elements: 0 },
      { set: 'B', property: 'Fire', kind: 'boolean', elements: 2 },
      { set: 'C', property: 'Fire', kind: 'text', elements: 2 },
      { set: '*', property: 'Load', kind: 'text', elements: 3 },
      { set: '*', property: 'Note', kind: 'text', elements: 2 },
      { set: '*', property: 'Fire', kind: 'text', elements: 3 },
    ])
  })

  it('keeps the columns used last', async () => {
    const name = { set: '', property: 'name' }
    const first = await table.column(name)
    for (let at = 0; at < 23; at++) await table.column({ set: 'many', property: String(at) })
    expect(await table.column(name)).toBe(first)
    for (let at = 0; at < 23; at++) await table.column({ set: 'more', property: String(at) })
    expect(await table.column(name)).toBe(first)
    for (let at = 0; at < 24; at++) await table.column({ set: 'most', property: String(at) })
    expect(await table.column(name)).not.toBe(first)
  })

  it('has no properties of a package without any, or of elements beyond its index', async () => {
    const bare = new FieldTable(createTestSources(house, null))
    expect(await bare.fields()).toEqual([])
    expect([...(await bare.column({ set: 'A', property: 'Load' })).valueOf]).toEqual(
      Array.from({ length: 8 }, () => -1),
    )
    const short = new FieldTable(createTestSources(house, { sets, assigned: [[0], [0]] }))
    expect([...(await short.column({ set: 'A', property: 'Load' })).valueOf]).toEqual([0, 0, -1, -1, -1, -1, -1, -1])
  })
})

describe('matchesTest', () => {
  const matches = (value: PropertyValue, operator: FilterOperator, expected: string): boolean =>
    matchesTest(value, { kind: 'test', field: { set: '', property: '' }, operator, value: expected } as FilterTest)

  it.each<[PropertyValue, FilterOperator, string, boolean]>([
    [10, 'equals', ' 10 ', true],
    [10, 'equals', '10.00000999', true],
    [10, 'equals', '10.0001', false],
    [0, 'equals', '0', true],
    ['10,0', 'equals', '10', true],
    ['a10', 'equals', 'A10', true],
    ['résumé', 'equals', 'resume', false],
    [10, 'not-equals', '11', true],
    [9, 'less', '10', true],
    ['9', 'less', '10', true],
    ['level 9', 'less', 'level 10', true],
    [10, 'less', '10', false],
    [10, 'greater', '10', false],
    [11, 'greater', '10', true],
    [10, 'at-least', '10', true],
    [9.9, 'at-least', '10', false],
    [10, 'at-most', '10', true],
    [10.1, 'at-most', '10', false],
    ['Concrete C30', 'contains', 'c30', true],
    ['Concrete C30', 'not-contains', 'c30', false],
    ['Concrete C30', 'not-contains', 'c35', true],
    ['Concrete C30', 'starts-with', 'CONC', true],
    ['Concrete C30', 'starts-with', 'c30', false],
    [true, 'equals', 'TRUE', true],
    [false, 'equals', 'true', false],
    ['', 'exists', '', true],
    ['x', 'missing', '', false],
  ])('compares %s %s “%s”: %s', (value, operator, expected, result) => {
    expect(matches(value, operator, expected)).toBe(result)
  })

  it('orders numbers and texts consistently', () => {
    for (const [low, high] of [
      ['2', '10'],
      ['a2', 'a10'],
      ['B', 'c'],
    ])
      for (const [value, expected, less] of [
        [low, high, true],
        [high, low, false],
      ] as const) {
        expect(matches(value, 'less', expected)).toBe(less)
        expect(matches(value, 'at-most', expected)).toBe(less)
        expect(matches(value, 'greater', expected)).toBe(!less)
        expect(matches(value, 'at-least', expected)).toBe(!less)
        expect(matches(value, 'not-equals', expected)).toBe(true)
      }
  })
})

describe('parseNumber', () => {
  it.each<[PropertyValue, number | null]>([
    [4.5, 4.5],
    ['+4', 4],
    ['4.', 4],
    ['-.25', -0.25],
    ['1,5e-2', 0.015],
    ['1E3', 1000],
    ['0x10', null],
    ['1 000', null],
    ['-', null],
    ['.', null],
    ['4 m', null],
    [false, null],
  ])('reads %s as %s', (value, expected) => {
    expect(parseNumber(value)).toBe(expected)
  })
})

describe('readField', () => {
  it('accepts two texts and rejects everything else', () => {
    expect(readField({ set: 'A', property: 'B', more: 1 })).toEqual({ set: 'A', property: 'B' })
    for (const wrong of [null, 'A', 3, [], ['A', 'B'], {}, { set: 'A' }, { set: 1, property: 'B' }])
      expect(readField(wrong)).toBeNull()
  })
})

describe('QueryEngine', () => {
  const random = testRandom(23)
  const count = 400
  const rows = Array.from({ length: count }, (_, at): TestRow => ({ name: `E${at}`, class: 'Thing' }))
  const values = rows.map(() => {
    const kind = random()
    if (kind < 0.2) return null
    if (kind < 0.7) return Math.floor(random() * 40) / 4
    return kind < 0.85 ? String(Math.floor(random() * 10)) : `T${Math.floor(random() * 12)}`
  })
  const sets = values.map((value) => set('P', value === null ? {} : { V: value }))
  const engine = new QueryEngine(createTestSources(rows, { sets, assigned: rows.map((_, at) => [at]) }))
  const field = { set: 'P', property: 'V' }
  const marked = Uint8Array.from(rows, () => (random() < 0.6 ? 1 : 0))
  const candidates = rows.map((_, at) => at).filter((at) => marked[at] === 1)

  it('groups the marked elements by value, the largest group first (seed 23)', async () => {
    const groups = new Map<string, number[]>()
    for (const at of candidates) {
      const value = values[at]
      if (value === null) continue
      // 3 and '3' are different values of the model, with one text.
      const key = `${typeof value} ${value}`
      groups.set(key, [...(groups.get(key) ?? []), at])
    }
    const result = await engine.values(field, marked, 7)
    expect(result.groups.map(({ elements }) => elements.length)).toEqual(
      [...groups.values()]
        .map(({ length }) => length)
        .sort((a, b) => b - a)
        .slice(0, 7),
    )
    for (const { text, elements } of result.groups)
      expect([`number ${text}`, `string ${text}`].map((key) => groups.get(key)?.join())).toContain([...elements].join())
    expect([result.others, result.range]).toEqual([groups.size - 7, null])
  })

  it('splits numbers into ranges that include their lower bound, and the last its upper one', async () => {
    const bounds = [1, 2.5, 4, 9.75]
    const ranges = await engine.ranges(field, marked, bounds)
    const expected = [0, 1, 2].map((range) =>
      candidates.filter((at) => {
        const number = values[at] === null ? null : parseNumber(values[at])
        if (number === null) return false
        return number >= bounds[range] && (range === 2 ? number <= bounds[3] : number < bounds[range + 1])
      }),
    )
    expect(ranges.map((elements) => [...elements])).toEqual(expected)
  })

  it('sorts numbers before texts, equal values by element, and missing ones last', async () => {
    const all = Uint32Array.from(candidates)
    for (const descending of [false, true]) {
      const order = [...(await engine.order(all, { field, descending }))]
      expect(order.toSorted((a, b) => a - b)).toEqual(candidates)
      const missing = order.findIndex((at) => values[at] === null)
      expect(order.slice(missing).every((at) => values[at] === null)).toBe(true)
      for (let at = 1; at < missing; at++) {
        const [one, other] = [values[order[at - 1]], values[order[at]]] as [PropertyValue, PropertyValue]
        const numbers = [parseNumber(one), parseNumber(other)]
        const [a, b] = numbers.map((number) => (number ?? Number.NaN) * (descending ? -1 : 1))
        // Texts are in an order of their own.
        const isInOrder = one === other ? order[at - 1] < order[at] : !(a > b)
        expect(isInOrder).toBe(true)
      }
    }
  })

  it('returns cells in the order of the rows, null for missing ones', async () => {
    const some = Uint32Array.of(9, 3, 77, 3)
    expect(await engine.cells(some, [{ set: '', property: 'name' }, field])).toEqual([
      ['E9', 'E3', 'E77', 'E3'],
      [9, 3, 77, 3].map((at) => values[at]),
    ])
  })

  it('matches nothing of an empty group, and combines groups like sets (seed 23)', async () => {
    const test = (operator: FilterOperator, value: string) => ({ kind: 'test', field, operator, value }) as const
    const low = new Set(await engine.filter(test('less', '5'), null))
    const exact = new Set(await engine.filter(test('equals', '2'), null))
    const text = new Set(await engine.filter(test('starts-with', 'T1'), null))
    const any = await engine.filter({ kind: 'any', rules: [test('equals', '2'), test('starts-with', 'T1')] }, null)
    expect(new Set(any)).toEqual(new Set([...exact, ...text]))
    const all = await engine.filter({ kind: 'all', rules: [test('less', '5'), test('equals', '2')] }, null)
    expect(new Set(all)).toEqual(new Set([...low].filter((element) => exact.has(element))))
    expect(await engine.filter({ kind: 'any', rules: [] }, null)).toHaveLength(0)
    expect(exact.size).toBeGreaterThan(3)
  })
})

describe('SearchIndex', () => {
  it.each([31, 32])('finds what a search through every text of every element finds (seed %d)', async (seed) => {
    const random = testRandom(seed)
    const vocabulary = ['wall', 'door', 'ei 30', 'level', 'ab', 'bc', 'c30']
    const pick = (): string => vocabulary[Math.floor(random() * vocabulary.length)]
    const rows = Array.from({ length: 120 }, (): TestRow => ({ name: `${pick()} ${pick()}`, class: `Ifc${pick()}` }))
    const sets = Array.from({ length: 40 }, () => ({
      name: 'P',
      properties: [
        { name: 'A', value: pick() },
        { name: 'B', value: Math.floor(random() * 50), unit: 'mm' },
      ],
    }))
    const assigned = rows.map(() => Array.from({ length: Math.floor(random() * 3) }, () => Math.floor(random() * 40)))
    const index = new SearchIndex(createTestSources(rows, { sets, assigned }))
    const listTexts = (element: number): string[][] => [
      [rows[element].name],
      [`id-${element}`],
      [rows[element].class],
      assigned[element].flatMap((one) =>
        sets[one].properties.map(({ value, unit }) => (unit === undefined ? value : `${value} ${unit}`)),
      ),
    ]
    for (const text of ['wall', 'Wall door', 'mm', '7 mm ab', 'id-1', 'ifc', 'c30 level', '-11 ifc']) {
      const tokens = text.toLowerCase().split(' ')
      const expected = rows.flatMap((_, element) => {
        const fields = listTexts(element).map((texts) => texts.map((one) => one.toLowerCase()))
        const has = (token: string): number => fields.findIndex((texts) => texts.some((one) => one.includes(token)))
        return tokens.every((token) => has(token) >= 0) ? [{ element, field: has(tokens[0]) }] : []
      })
      const { hits, total } = await index.search({ text, limit: 1000 })
      expect(total).toBe(expected.length)
      const names = ['name', 'id', 'class', 'property']
      expect(hits.map(({ element, matched }) => [names.indexOf(matched), element])).toEqual(
        expected.map(({ element, field }) => [field, element]).sort((a, b) => a[0] - b[0] || a[1] - b[1]),
      )
      for (const hit of hits) expect(hit.text.toLowerCase()).toContain(tokens[0])
      expect((await index.search({ text, limit: 5 })).hits).toEqual(hits.slice(0, 5))
    }
  })
})
