import { describe, expect, it } from 'vitest'
import { decideUnit, originNear } from './assumed-unit.js'
import { lengthUnits, unitOfLength } from '@kamar/core'

describe('assumed unit of a model without a unit', () => {
  it.each([
    ['a house in metres', 12, 'm', 12],
    ['the largest site', 10_000, 'm', 10_000],
    ['a house in millimetres', 12_000, 'mm', 12],
    ['an empty model', 0, 'm', 0],
  ])('follows the size of %s', (_, longestSide, unit, metres) => {
    expect(decideUnit(null, longestSide)).toMatchObject({
      unit: { name: unit },
      finding: { code: 'unit-assumed', severity: 'information', details: { unit, metres } },
    })
  })

  it('is replaced by the unit named in a comment, at any size', () => {
    expect(decideUnit(lengthUnits.inch, 1e6)).toMatchObject({
      unit: lengthUnits.inch,
      finding: { code: 'unit-from-comment', details: { unit: 'in', metres: 25_400 } },
    })
  })

  it('is reported with a rounded length', () => {
    expect(decideUnit(null, 12.345_678).finding.details).toMatchObject({ metres: 12.35 })
  })
})

describe('scene origin', () => {
  it.each([
    ['near zero', [600, 600, 0], [0, 0, 0]],
    ['far from zero', [5000.4, -1200.6, 3.2], [5000, -1201, 3]],
    ['far from zero along one axis', [0, 0, 1000], [0, 0, 1000]],
    ['with non-finite bounds', [Number.NaN, 5000, 0], [0, 0, 0]],
    ['with infinite bounds', [Infinity, 0, 0], [0, 0, 0]],
  ] as const)('is in whole metres for a model %s', (_, center, origin) => {
    expect(originNear(center)).toEqual(origin)
  })

  it('contains no negative zero', () => {
    expect(originNear([5000, -0.2, -0.4]).map((value) => Object.is(value, -0))).toEqual([false, false, false])
  })
})

describe('unit name of a length', () => {
  it.each([
    [1, 'm'],
    [0.3048, 'ft'],
    [0.025_4, 'in'],
    [0.999_999_9, 'm'],
    [0.000_001, 'µm'],
    [0.9144, 'yd'],
  ])('names %d metres %s', (metres, name) => {
    expect(unitOfLength(metres)?.name).toBe(name)
  })

  it.each([0, -1, 1.01, 0.3048006, 7, Number.NaN])('returns null for %d metres', (metres) => {
    expect(unitOfLength(metres)).toBeNull()
  })
})
