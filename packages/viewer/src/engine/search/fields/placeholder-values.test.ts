import type { PropertySet, PropertyValue } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { createTestSources } from '../../../testing/search-sources.js'
import type { FilterOperator } from '../filter-rule.js'
import { isPlaceholder, normalizeName } from './placeholder-values.js'
import { QueryEngine } from '../query-engine.js'

describe('isPlaceholder', () => {
  it.each<[PropertyValue, string]>([
    ['', 'FireRating'],
    ['  ', 'FireRating'],
    ['-', 'FireRating'],
    ['N/A', 'FireRating'],
    ['None', 'FireRating'],
    ['<By Category>', 'Material'],
    ['<Unnamed>', 'Material'],
    ['undefined', 'LoadBearing'],
    ['Fire Rating', 'FireRating'],
    ['fire_rating', 'Fire Rating'],
    ['не задано', 'FireRating'],
    ['սահմանված չէ', 'FireRating'],
    ['Sin definir', 'FireRating'],
    [Number.NaN, 'Area'],
  ])('accepts %j of %s', (value, property) => {
    expect(isPlaceholder(value, property)).toBe(true)
  })

  it.each<[PropertyValue, string]>([
    ['EI 30', 'FireRating'],
    ['0', 'FireRating'],
    [0, 'Area'],
    [false, 'LoadBearing'],
    ['No', 'IsExternal'],
    ['нет', 'IsExternal'],
    ['a < b > c', 'Note'],
    ['Fire Rating', 'Note'],
  ])('rejects %j of %s', (value, property) => {
    expect(isPlaceholder(value, property)).toBe(false)
  })

  it('compares names without case, spaces and hyphens', () => {
    expect(new Set(['FireRating', 'Fire Rating', 'fire_rating', 'FIRE-RATING'].map(normalizeName)).size).toBe(1)
  })
})

describe('QueryEngine with a property that several sets have', () => {
  const sets: readonly PropertySet[] = [
    { name: 'Common', properties: [{ name: 'FireRating', value: 'FireRating' }] },
    { name: 'Type', properties: [{ name: 'Fire Rating', value: 'EI 60' }] },
    { name: 'Common', properties: [{ name: 'FireRating', value: 'EI 30' }] },
    { name: 'Type', properties: [{ name: 'Fire Rating', value: '' }] },
    {
      name: 'Size',
      properties: [
        { name: 'Area', value: 2.5, unit: 'm²' },
        { name: 'Mark', value: 'D1' },
      ],
    },
    {
      name: 'Size',
      properties: [
        { name: 'Area', value: 1.5, unit: 'm²' },
        { name: 'Mark', value: 'D2' },
      ],
    },
  ]
  /** A placeholder; a placeholder and a value; two values; a value; an empty text; nothing. */
  const assigned = [[0], [0, 1, 4], [2, 1, 4], [2, 5], [3], []]
  const rows = assigned.map((_, element) => ({ name: `Door ${element}`, class: 'IfcDoor' }))
  const engine = new QueryEngine(createTestSources(rows, { sets, assigned }))
  const field = { set: '*', property: 'FireRating' }
  const find = async (operator: FilterOperator, value = '') => [
    ...(await engine.filter({ kind: 'test', field, operator, value }, null)),
  ]

  it('is empty where no set has a value', async () => {
    expect(await find('empty')).toEqual([0, 4, 5])
    expect(await find('filled')).toEqual([1, 2, 3])
    expect(await find('missing')).toEqual([4, 5])
    expect(await find('exists')).toEqual([0, 1, 2, 3])
  })

  it('matches a value of any set, and denies it only if no set has it', async () => {
    expect(await find('equals', 'EI 30')).toEqual([2, 3])
    expect(await find('equals', 'EI 60')).toEqual([1, 2])
    expect(await find('not-equals', 'EI 30')).toEqual([0, 1])
    expect(await find('not-contains', '30')).toEqual([0, 1])
  })

  it('is listed once with the elements of all its sets, and suggests values before placeholders', async () => {
    expect((await engine.fields()).filter(({ set }) => set === '*')).toEqual([
      { set: '*', property: 'FireRating', kind: 'text', elements: 4 },
    ])
    expect(await engine.suggest(field, '', { limit: 5 })).toEqual([
      { text: 'EI 30', elements: 2 },
      { text: 'EI 60', elements: 1 },
      { text: 'FireRating', elements: 1 },
    ])
    const candidates = Uint8Array.of(0, 0, 0, 1, 0, 0)
    expect(await engine.suggest(field, '', { limit: 5, candidates })).toEqual([{ text: 'EI 30', elements: 1 }])
  })

  it('summarizes common values, varying values and sums of several elements', async () => {
    const { fields, omitted } = await engine.summary(Uint32Array.of(1, 2, 3))
    const get = (property: string) => fields.find((one) => one.property === property)
    expect(omitted).toBe(0)
    expect(get('Area')).toMatchObject({ unit: 'm²', elements: 3, distinct: 2, value: null, sum: 6.5 })
    expect(get('Mark')).toMatchObject({ elements: 3, distinct: 2, sum: null })
    expect(get('Fire Rating')).toMatchObject({ elements: 2, distinct: 1, value: null })
    expect((await engine.summary(Uint32Array.of(1, 2))).fields.find((one) => one.set === 'Type')).toMatchObject({
      value: 'EI 60',
    })
  })
})

describe('QueryEngine groups by storey', () => {
  it('orders storeys by elevation in metres, then those without one by name', async () => {
    const names = ['Roof', 'Cellar', 'Ground', 'Annex', 'Storey 10', 'Storey 2']
    const elevations = [6, -2.5, 0, 3, null, null]
    const count = names.length * 2 + 1
    const sets = elevations.map((value, at): PropertySet => ({
      name: `Element ${at}`,
      properties: value === null ? [] : [{ name: 'Elevation', value: value * 1000, unit: 'mm' }],
    }))
    const rows = Array.from({ length: count }, (_, element) => ({
      name: names[element] ?? 'Wall',
      class: element < 6 ? 'IfcBuildingStorey' : 'IfcWall',
      ...(element < 6 || element === 12 ? {} : { parent: element - 6 }),
    }))
    const engine = new QueryEngine(createTestSources(rows, { sets, assigned: sets.map((_, set) => [set]) }))
    const shapes = Uint8Array.from({ length: count }, (_, element) => (element < 6 ? 0 : 1))
    const groups = await engine.groups({ set: '', property: 'storey' }, shapes)
    expect(groups.map(({ text, elevation }) => [text, elevation])).toEqual([
      ['Cellar', -2.5],
      ['Ground', 0],
      ['Annex', 3],
      ['Roof', 6],
      ['Storey 2', undefined],
      ['Storey 10', undefined],
      ['', undefined],
    ])
  })
})
