import type { PropertySet, PropertyValue } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { createTestSources } from '../../testing/search-sources.js'
import { testRandom } from '../../testing/shapes.js'
import { parseNumber, type FilterOperator, type FilterRule } from './filter-rule.js'
import { QueryEngine } from './query-engine.js'

interface TestElement {
  readonly name: string
  readonly class: string
  readonly parent?: number
  readonly values?: Readonly<Record<string, PropertyValue>>
}

function createEngine(elements: readonly TestElement[]): QueryEngine {
  const sets: PropertySet[] = elements.map(({ values = {} }) => ({
    name: 'Common',
    properties: Object.entries(values).map(([name, value]) => ({
      name,
      value,
      ...(name === 'Area' ? { unit: 'm²' } : {}),
    })),
  }))
  return new QueryEngine(createTestSources(elements, { sets, assigned: elements.map((_, element) => [element]) }))
}

const building: readonly TestElement[] = [
  { name: 'House', class: 'IfcBuilding' },
  { name: 'Ground', class: 'IfcBuildingStorey', parent: 0, values: { Elevation: 0 } },
  { name: 'Wall 10', class: 'IfcWall', parent: 1, values: { Material: 'Concrete', Area: 12.5, External: true } },
  { name: 'Wall 2', class: 'IfcWall', parent: 1, values: { Material: 'Brick', Area: 4, External: false } },
  { name: 'Door', class: 'IfcDoor', parent: 1, values: { Area: 2.1, Rating: 'EI 30' } },
  { name: 'Upper', class: 'IfcBuildingStorey', parent: 0 },
  { name: 'Wall 1', class: 'IfcWall', parent: 5, values: { Material: 'concrete, light', Area: '7,25' } },
]
const engine = createEngine(building)
const common = (property: string) => ({ set: 'Common', property })
const test = (property: string, operator: FilterOperator, value = ''): FilterRule => ({
  kind: 'test',
  field: common(property),
  operator,
  value,
})
const filterElements = async (rule: FilterRule): Promise<number[]> => [...(await engine.filter(rule, null))]

describe('query filter', () => {
  it.each<[FilterOperator, string, string, number[]]>([
    ['equals', 'Material', 'CONCRETE', [2]],
    ['not-equals', 'Material', 'concrete', [3, 6]],
    ['contains', 'Material', 'concrete', [2, 6]],
    ['not-contains', 'Material', 'concrete', [3]],
    ['starts-with', 'Rating', 'ei', [4]],
    ['equals', 'Area', '12.5000001', [2]],
    ['greater', 'Area', '4', [2, 6]],
    ['at-least', 'Area', '4', [2, 3, 6]],
    ['less', 'Area', '7.25', [3, 4]],
    ['at-most', 'Area', '7,25', [3, 4, 6]],
    ['equals', 'External', 'true', [2]],
    ['exists', 'Area', '', [2, 3, 4, 6]],
    ['missing', 'Area', '', [0, 1, 5]],
    ['equals', 'Unknown', 'x', []],
  ])('applies %s to %s with the value %s', async (operator, property, value, expected) => {
    expect(await filterElements(test(property, operator, value))).toEqual(expected)
  })

  it('combines nested all and any groups, also within a subset', async () => {
    const storey: FilterRule = {
      kind: 'test',
      field: { set: '', property: 'storey' },
      operator: 'equals',
      value: 'Ground',
    }
    const rule: FilterRule = {
      kind: 'all',
      rules: [storey, { kind: 'any', rules: [test('Area', 'less', '3'), test('External', 'equals', 'true')] }],
    }
    expect(await filterElements(rule)).toEqual([2, 4])
    expect([...(await engine.filter(rule, Uint8Array.of(1, 1, 0, 1, 1, 1, 1)))]).toEqual([4])
    expect(await filterElements({ kind: 'all', rules: [] })).toEqual([])
  })

  it('agrees with a linear search (seed 7)', async () => {
    const random = testRandom(7)
    const elements = Array.from({ length: 500 }, (_, at) => ({
      name: `E${at}`,
      class: 'Thing',
      values: { Load: Math.floor(random() * 20), ...(random() < 0.5 ? { Mark: `M${Math.floor(random() * 5)}` } : {}) },
    }))
    const rule: FilterRule = {
      kind: 'all',
      rules: [test('Load', 'at-least', '5'), test('Load', 'less', '15'), test('Mark', 'not-equals', 'M2')],
    }
    const byHand = elements.flatMap(({ values }, at) => {
      const mark = 'Mark' in values ? values.Mark : undefined
      return values.Load >= 5 && values.Load < 15 && mark !== undefined && mark !== 'M2' ? [at] : []
    })
    expect([...(await createEngine(elements).filter(rule, null))]).toEqual(byHand)
  })
})

describe('query engine', () => {
  const all = new Uint8Array(building.length).fill(1)

  it('lists fields with unit, kind and element count', async () => {
    const area = (await engine.fields()).find(({ property }) => property === 'Area')
    expect(area).toEqual({ set: 'Common', property: 'Area', unit: 'm²', kind: 'text', elements: 4 })
    expect((await engine.fields()).find(({ property }) => property === 'External')?.kind).toBe('boolean')
    expect((await engine.fields()).find(({ property }) => property === 'Elevation')?.kind).toBe('number')
  })

  it('suggests typed values, most frequent first', async () => {
    const classes = await engine.suggest({ set: '', property: 'class' }, 'ifc', { limit: 2 })
    expect(classes).toEqual([
      { text: 'IfcWall', elements: 3 },
      { text: 'IfcBuildingStorey', elements: 2 },
    ])
    expect(await engine.suggest(common('Material'), 'BRI', { limit: 5 })).toEqual([{ text: 'Brick', elements: 1 }])
  })

  it('groups values with their elements and splits numbers into ranges', async () => {
    const { groups, others, range } = await engine.values(common('Area'), all, 3)
    expect(groups.map(({ text }) => text)).toEqual(['12.5', '4', '2.1'])
    expect({ others, range }).toEqual({ others: 1, range: { low: 2.1, high: 12.5 } })
    expect((await engine.values(common('Material'), all, 9)).range).toBeNull()
    const ranges = await engine.ranges(common('Area'), all, [2.1, 5, 12.5])
    expect(ranges.map((elements) => [...elements])).toEqual([
      [3, 4],
      [2, 6],
    ])
    expect([...(await engine.ranges(common('Area'), Uint8Array.of(0, 0, 1, 0, 0, 0, 0), [0, 99]))[0]]).toEqual([2])
  })

  it('groups in natural order with missing values last', async () => {
    const names = await engine.groups({ set: '', property: 'name' }, Uint8Array.of(0, 0, 1, 1, 0, 0, 1))
    expect(names.map(({ text }) => text)).toEqual(['Wall 1', 'Wall 2', 'Wall 10'])
    const materials = await engine.groups({ set: '*', property: 'Material' }, all)
    expect(materials.at(-1)).toEqual({ text: '', elements: Uint32Array.of(0, 1, 4, 5) })
  })

  it('sorts rows and writes CSV', async () => {
    const rows = Uint32Array.of(2, 3, 4, 5, 6)
    const field = common('Area')
    expect([...(await engine.order(rows, { field, descending: false }))]).toEqual([4, 3, 6, 2, 5])
    expect([...(await engine.order(rows, { field, descending: true }))]).toEqual([2, 6, 3, 4, 5])
    const csv = await engine.csv(
      Uint32Array.of(2, 6, 5),
      [{ set: '', property: 'name' }, common('Material')],
      ['Name', '=1+1'],
    )
    expect(csv).toBe('\uFEFFName,\'=1+1\r\nWall 10,Concrete\r\nWall 1,"concrete, light"\r\nUpper,\r\n')
  })
})

describe('number parser', () => {
  it.each([
    ['12', 12],
    [' -1,5 ', -1.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['EI 30', null],
    ['', null],
    ['1.2.3', null],
    [true, null],
  ])('parses the text “%s”', (value, expected) => {
    expect(parseNumber(value)).toBe(expected)
  })
})
