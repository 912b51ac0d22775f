import { describe, expect, it } from 'vitest'
import { fitsGlob } from './glob.js'
import { JobRequest } from '../job-request.js'
import { inBaseUnit, measureText } from './measure.js'
import { objectRecord, parseFields, type SourceObject } from './object-properties.js'
import { objectTreeText } from './object-tree.js'
import { parsePropertyQuery } from './property-query.js'

const wall: SourceObject = {
  objectid: 7,
  name: 'Wall: 300',
  externalId: '2O2Fr$t4X7Zf8NOew3FLOH',
  sets: [
    {
      name: 'Pset_Wall.Common',
      properties: [
        { name: 'IsExternal', value: true },
        { name: 'FireRating', value: 'REI 60, Concrete in situ' },
      ],
    },
    {
      name: 'Quantities',
      properties: [
        { name: 'Width', value: 300, unit: 'mm' },
        { name: 'NetArea', value: 12.5, unit: 'm²' },
        { name: 'Layers', value: 3 },
        { name: 'Layers', value: 4 },
      ],
    },
    { name: '__proto__', properties: [{ name: '__proto__', value: 'kept' }] },
  ],
}
const finds = (query: unknown): boolean => {
  const filter = parsePropertyQuery(query)
  return filter.by === 'element' ? filter.matches(wall) : wall.sets.some((set) => filter.matches(set))
}
const selectFields = (fields: unknown) => objectRecord(wall, parseFields(fields))

describe('parsePropertyQuery', () => {
  it.each([
    [{ $in: ['objectid', 3, 7] }],
    [{ $in: ['objectid', '7'] }],
    [{ $in: ['externalId', '2O2Fr$t4X7Zf8NOew3FLOH'] }],
    [{ $prefix: ['name', 'Wall'] }],
    [{ $eq: ['name', 'Wall: 300'] }],
    [{ $eq: ['properties.Quantities.Width', 0.3] }],
    [{ $eq: ['properties.Pset_Wall.Common.IsExternal', true] }],
    [{ $between: ['properties.Quantities.Width', 0.29, 0.31] }],
    [{ $le: ['properties.Quantities.Layers', 3] }],
    [{ $ge: ['properties.Quantities.NetArea', 12.5] }],
    [{ $contains: ['properties.Pset_Wall.Common.FireRating', 'concrete SITU'] }],
    [{ $contains: ['name', '300 wall'] }],
    [undefined],
  ])('matches a wall by %j', (query) => {
    expect(finds(query)).toBe(true)
  })

  it.each([
    [{ $in: ['objectid', 8] }],
    [{ $in: ['externalId', 'x'] }],
    [{ $prefix: ['name', 'all'] }],
    [{ $eq: ['name', 'Wall'] }],
    [{ $eq: ['properties.Quantities.Width', 300] }],
    [{ $eq: ['properties.Quantities.Height', 0.3] }],
    [{ $between: ['properties.Quantities.Width', 1, 500] }],
    [{ $ge: ['properties.Pset_Wall.Common.FireRating', 0] }],
    [{ $contains: ['properties.Pset_Wall.Common.FireRating', 'concrete precast'] }],
  ])('does not match a wall by %j', (query) => {
    expect(finds(query)).toBe(false)
  })

  it.each([
    [{}],
    [null],
    [{ $regex: ['name', '.*'] }],
    [{ $in: ['objectid', 1], $prefix: ['name', 'a'] }],
    [{ $in: 'objectid' }],
    [{ $in: ['name', 'x'] }],
    [{ $in: ['externalId', 4] }],
    [{ $prefix: ['properties.A.B', 'x'] }],
    [{ $eq: ['Quantities.Width', 1] }],
    [{ $eq: ['properties.A.B'] }],
    [{ $between: ['properties.A.B', 1] }],
    [{ $between: ['properties.A.B', 1, 'x'] }],
    [{ $le: ['name', 1] }],
    [{ $contains: ['properties.A.B', ' '] }],
    [{ $contains: ['properties.A.B', 'a '.repeat(51)] }],
  ])('rejects %j', (query) => {
    expect(() => parsePropertyQuery(query)).toThrow(RangeError)
  })
})

describe('property query field list', () => {
  it('includes everything by default', () => {
    expect(selectFields(undefined)).toMatchObject({
      objectid: 7,
      name: 'Wall: 300',
      externalId: '2O2Fr$t4X7Zf8NOew3FLOH',
    })
    expect(Object.keys(selectFields(undefined).properties ?? {})).toEqual([
      'Pset_Wall.Common',
      'Quantities',
      '__proto__',
    ])
    expect(selectFields(['properties'])).toEqual({ properties: selectFields(undefined).properties })
  })

  it.each([
    [['objectid', 'name'], { objectid: 7, name: 'Wall: 300' }],
    [
      ['properties.Quantities'],
      { properties: { Quantities: expect.objectContaining({ Width: '300 mm' }) as unknown } },
    ],
    [['properties.Pset*'], { properties: { 'Pset_Wall.Common': expect.anything() as unknown } }],
    [['properties.Quantities.*'], { properties: { Quantities: expect.anything() as unknown } }],
    [['properties.*.IsExternal'], { properties: { 'Pset_Wall.Common': { IsExternal: true } } }],
    [['properties.Quantities.NetArea'], { properties: { Quantities: { NetArea: '12.5 m²' } } }],
    [['properties.None'], { properties: {} }],
  ])('selects only the fields %j', (fields, record) => {
    expect(selectFields(fields)).toEqual(record)
  })

  it('retains properties of equal names and sets of any name', () => {
    const { properties } = selectFields(undefined)
    expect(properties?.['Quantities']).toMatchObject({ Layers: 3, 'Layers (2)': 4 })
    expect(JSON.stringify(properties)).toContain('"__proto__":{"__proto__":"kept"}')
  })

  it('formats numbers with units on request', () => {
    expect(objectRecord(wall, parseFields(['properties']), 'unit').properties).toEqual({
      Quantities: {
        Width: '##300{mm}[0]{m}',
        NetArea: '##12.5{m²}[1]{m²}',
        Layers: '##3{}[0]{}',
        'Layers (2)': '##4{}[0]{}',
      },
    })
  })

  it.each([
    'properties',
    [1],
    ['objectId'],
    ['propertiesX'],
    [`properties.${'x'.repeat(300)}`],
    Array(101).fill('name'),
  ])('is rejected as %j', (fields) => {
    expect(() => parseFields(fields)).toThrow(RangeError)
  })
})

describe('metric measure', () => {
  it('is converted to base units', () => {
    expect(inBaseUnit(12, 'in')).toBeCloseTo(0.3048, 12)
    expect(inBaseUnit(1, 'ft²')).toBeCloseTo(0.09290304, 12)
    expect(inBaseUnit(180, '°')).toBeCloseTo(Math.PI, 12)
    expect(inBaseUnit(5, 'parsec')).toBe(5)
  })

  it('is written with value, unit, digits and base unit', () => {
    expect(measureText(94.172, 'mm')).toBe('##94.172{mm}[3]{m}')
    expect(measureText(1e-7, 'm')).toBe('##1e-7{m}[0]{m}')
  })
})

describe('fitsGlob', () => {
  it.each([
    ['*', '', true],
    ['a*c', 'abbc', true],
    ['a*c', 'abb', false],
    ['*.b', 'a.x.b', true],
    ['a', 'ab', false],
    ['', '', true],
    ['a**b', 'ab', true],
  ])('compares the pattern %j with the text %j: %s', (pattern, text, fits) => {
    expect(fitsGlob(pattern, text)).toBe(fits)
  })

  it('handles a pattern with a hundred wildcards', () => {
    expect(fitsGlob(`${'a*'.repeat(100)}b`, 'a'.repeat(5000))).toBe(false)
  })
})

describe('objectTreeText', () => {
  const children: Readonly<Record<number, readonly number[]>> = { 0: [1, 3], 1: [2] }
  const tree = {
    count: 4,
    roots: [0],
    name: (element: number) => `"${element}"`,
    children: (element: number) => children[element] ?? [],
  }
  const read = (choice = {}): unknown => {
    const text = objectTreeText(tree, choice)
    return text && JSON.parse([...text].join(''))
  }

  it('nests objects from the roots', () => {
    expect(read()).toEqual({
      data: {
        type: 'objects',
        objects: [
          {
            objectid: 1,
            name: '"0"',
            objects: [
              { objectid: 2, name: '"1"', objects: [{ objectid: 3, name: '"2"' }] },
              { objectid: 4, name: '"3"' },
            ],
          },
        ],
      },
    })
  })

  it('starts at an object and ends at a level', () => {
    expect(read({ objectid: 2 })).toMatchObject({ data: { objects: [{ objectid: 2, objects: [{ objectid: 3 }] }] } })
    expect(read({ objectid: 1, level: 1 })).toEqual({
      data: {
        type: 'objects',
        objects: [
          {
            objectid: 1,
            name: '"0"',
            objects: [
              { objectid: 2, name: '"1"' },
              { objectid: 4, name: '"3"' },
            ],
          },
        ],
      },
    })
    for (const objectid of [0, 5, 1.5]) expect(read({ objectid })).toBeNull()
  })

  it('writes a tree of 50,000 levels', () => {
    const depth = 50_000
    const chain = {
      count: depth,
      roots: [0],
      name: () => 'x',
      children: (at: number) => (at + 1 < depth ? [at + 1] : []),
    }
    const text = [...(objectTreeText(chain) ?? [])].join('')
    expect(text.match(/objectid/g)).toHaveLength(depth)
    expect(text.endsWith(`${'}]'.repeat(depth)}}}`)).toBe(true)
  })
})

describe('JobRequest', () => {
  const request = { input: { urn: 'dXJu' }, output: { formats: [{ type: 'SVF2', views: ['2d', '3d'], advanced: {} }] } }

  it('has default values', () => {
    expect(JobRequest.parse(request)).toMatchObject({
      input: { urn: 'dXJu', compressedUrn: false, checkReferences: false },
      output: { formats: [{ type: 'svf2' }] },
    })
  })

  it('accepts booleans as text', () => {
    const input = { urn: 'x', checkReferences: 'true', compressedUrn: 'false' }
    expect(JobRequest.parse({ ...request, input }).input).toMatchObject({ checkReferences: true, compressedUrn: false })
  })

  it.each([
    [{ misc: { workflow: 'x'.repeat(37) } }],
    [{ misc: { workflow: 'two words' } }],
    [{ misc: { workflowAttribute: { text: 'x'.repeat(1100) } } }],
    [{ output: { formats: [] } }],
    [{ input: {} }],
  ])('rejects %j', (change) => {
    expect(JobRequest.safeParse({ ...request, ...change }).success).toBe(false)
  })
})
