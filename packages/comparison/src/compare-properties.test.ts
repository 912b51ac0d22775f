import type { PropertySet } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { compareProperties, readPropertyChanges } from './index.js'

const common = (fireRating: string, width: number): PropertySet => ({
  name: 'Pset_WallCommon',
  properties: [
    { name: 'FireRating', value: fireRating },
    { name: 'Width', value: width, unit: 'mm' },
    { name: 'IsExternal', value: true },
  ],
})

describe('compareProperties', () => {
  it('finds no difference between reordered property sets', () => {
    const other: PropertySet = { name: 'Other', properties: [{ name: 'A', value: 1 }] }
    expect(compareProperties([common('F30', 200), other], [other, common('F30', 200)])).toEqual([])
  })

  it('returns old and new values with units', () => {
    expect(compareProperties([common('F30', 200)], [common('F90', 240)])).toEqual([
      { set: 'Pset_WallCommon', name: 'FireRating', before: { value: 'F30' }, after: { value: 'F90' } },
      {
        set: 'Pset_WallCommon',
        name: 'Width',
        before: { value: 200, unit: 'mm' },
        after: { value: 240, unit: 'mm' },
      },
    ])
  })

  it('returns properties of only one version', () => {
    const [first, ...rest] = common('F30', 200).properties
    const fewer = { name: 'Pset_WallCommon', properties: rest }
    const only = { set: 'Pset_WallCommon', name: first.name }
    expect(compareProperties([fewer], [common('F30', 200)])).toEqual([
      { ...only, before: null, after: { value: 'F30' } },
    ])
    expect(compareProperties([common('F30', 200)], [fewer])).toEqual([
      { ...only, before: { value: 'F30' }, after: null },
    ])
  })

  it('distinguishes numbers from texts and units from each other', () => {
    const set = (value: string | number, unit?: string): PropertySet[] => [
      { name: 'Set', properties: [{ name: 'Length', value, ...(unit === undefined ? {} : { unit }) }] },
    ]
    expect(compareProperties(set('3'), set(3))).toHaveLength(1)
    expect(compareProperties(set(3, 'm'), set(3, 'mm'))).toHaveLength(1)
    expect(compareProperties(set(Number.NaN), set(Number.NaN))).toEqual([])
  })

  it('matches sets of the same name in order', () => {
    const layers = (...widths: number[]): PropertySet[] =>
      widths.map((value) => ({ name: 'Layer', properties: [{ name: 'Width', value }] }))
    expect(compareProperties(layers(10, 20), layers(10, 30, 40))).toEqual([
      { set: 'Layer', name: 'Width', before: { value: 20 }, after: { value: 30 } },
      { set: 'Layer', name: 'Width', before: null, after: { value: 40 } },
    ])
  })
})

it('readPropertyChanges reads the properties of the two compared elements only', async () => {
  const requests: string[] = []
  const source = (name: string, sets: readonly PropertySet[]) => ({
    of: (element: number) => {
      requests.push(`${name} ${element}`)
      return Promise.resolve(sets)
    },
  })
  const sources = { before: source('old', [common('F30', 1)]), after: source('new', [common('F90', 1)]) }
  expect(await readPropertyChanges(sources, { before: 3, after: 8 })).toHaveLength(1)
  expect(requests).toEqual(['old 3', 'new 8'])
})
