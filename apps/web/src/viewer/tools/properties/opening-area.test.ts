import type { FieldSummary } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { findOpeningExtents, sumOpeningAreas } from './opening-area.js'

const field = (property: string, more: Partial<FieldSummary> = {}): FieldSummary => ({
  set: 'Attributes',
  property,
  elements: 14,
  distinct: 2,
  value: null,
  sum: 10,
  unit: 'm',
  ...more,
})
const doors = [{ text: 'IfcDoor' }]

describe('findOpeningExtents', () => {
  test('finds the attributes of IFC, and the properties of Revit', () => {
    const attributes = [field('Width'), field('OverallHeight'), field('OverallWidth'), field('Height')]
    expect(findOpeningExtents(attributes, doors)?.fields.map(({ property }) => property)).toEqual([
      'OverallWidth',
      'OverallHeight',
    ])
    expect(
      findOpeningExtents([field('Width'), field('Height')], [{ text: 'Doors' }, { text: 'Windows' }]),
    ).toMatchObject({
      unit: 'm',
    })
  })

  test.each([
    ['elements whose width is a thickness', [field('Width'), field('Height')], [{ text: 'IfcWall' }]],
    ['openings among other elements', [field('Width'), field('Height')], [...doors, { text: 'IfcWall' }]],
    ['a height without a width', [field('OverallHeight')], doors],
    ['different units', [field('Width'), field('Height', { unit: 'mm' })], doors],
    ['no unit', [field('Width', { unit: undefined as never }), field('Height')], doors],
    ['texts', [field('Width', { sum: null }), field('Height')], doors],
  ])('is null for %s', (_name, fields, classes) => {
    expect(findOpeningExtents(fields, classes)).toBeNull()
  })
})

describe('sumOpeningAreas', () => {
  test('multiplies element by element, in square metres', () => {
    const cells = [
      [1000, 900, null],
      [2000, 2100, 2100],
    ]
    expect(sumOpeningAreas(cells, 'mm')).toEqual({ sum: expect.closeTo(3.89, 9), unit: 'm²', elements: 2 })
    expect(sumOpeningAreas([[3], [7]], 'ft')).toEqual({ sum: 21, unit: 'ft²', elements: 1 })
  })

  test('is null if no element has both', () => {
    expect(
      sumOpeningAreas(
        [
          [1, null],
          [null, 2],
        ],
        'm',
      ),
    ).toBeNull()
  })
})
