import { describe, expect, it } from 'vitest'
import { toLengthFormat, lengthText } from './length-format.js'

const formatInches = (inches: number, options: Readonly<Record<string, number | boolean>>): string => {
  const format = toLengthFormat(Object.entries(options))
  return format === null ? '' : lengthText(inches, format)
}

describe('SketchUp length format', () => {
  it.each([
    ['decimal inches', { LengthFormat: 0, LengthUnit: 0, LengthPrecision: 2 }, '63.13"'],
    ['decimal feet', { LengthFormat: 0, LengthUnit: 1, LengthPrecision: 1 }, "5.3'"],
    ['millimetres', { LengthFormat: 0, LengthUnit: 2, LengthPrecision: 0 }, '1603 mm'],
    ['metres without the unit', { LengthUnit: 4, LengthPrecision: 3, SuppressUnitsDisplay: true }, '1.603'],
    ['feet and inches', { LengthFormat: 1, LengthUnit: 0, LengthPrecision: 4 }, `5' 3 1/8"`],
    ['engineering feet', { LengthFormat: 2, LengthUnit: 0, LengthPrecision: 3 }, "5.260'"],
    ['inches with fractions', { LengthFormat: 3, LengthUnit: 0, LengthPrecision: 3 }, '63 1/8"'],
    ['an invalid precision', { LengthUnit: 3, LengthPrecision: 99 }, '160.34 cm'],
  ])('formats a length in %s', (_, options, text) => {
    expect(formatInches(63.125, options)).toBe(text)
  })

  it.each([
    [0, '0"'],
    [0.5, '1/2"'],
    [11.99, "1'"],
    [12, "1'"],
    [24.25, `2' 1/4"`],
    [30, `2' 6"`],
  ])('writes %f inches as %s in feet and inches', (inches, text) => {
    expect(formatInches(inches, { LengthFormat: 1, LengthUnit: 0, LengthPrecision: 4 })).toBe(text)
  })

  it('is null for a missing or unknown unit', () => {
    expect(toLengthFormat([])).toBeNull()
    expect(toLengthFormat([['LengthUnit', 9]])).toBeNull()
  })
})
