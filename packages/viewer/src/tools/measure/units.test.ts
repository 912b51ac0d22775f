import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { lengthText, plainNumber, quantityText, unitFor, type LengthUnit } from './units.js'

const english = (unit: LengthUnit) => ({ unit, locale: 'en' })

describe('measurement units', () => {
  it('default to the unit of the source', () => {
    expect([0.001, 0.01, 1, 0.3048, 0.0254, 1200 / 3937, 1000].map(unitFor)).toEqual([
      'mm',
      'cm',
      'm',
      'ft-in',
      'ft-in',
      'ft-in',
      'm',
    ])
  })

  it.each([
    [3.4567, 'mm', '3,457 mm'],
    [3.4567, 'cm', '345.7 cm'],
    [3.4567, 'm', '3.457 m'],
    [0.00031, 'mm', '0.31 mm'],
    [-2, 'm', '-2.000 m'],
    [3.4567, 'ft-in', `11'-4 1/16"`],
    [0.3048, 'ft-in', `1'-0"`],
    [0.0127, 'ft-in', `0'-0 1/2"`],
    [-0.3048 * 2.5, 'ft-in', `-2'-6"`],
    [0.30479, 'ft-in', `1'-0"`],
  ] as const)('format %d m in %s as %s', (metres, unit, text) => {
    expect(lengthText(metres, english(unit))).toBe(text)
  })

  it('format areas, volumes, angles and slopes', () => {
    expect(quantityText('area', 12.3456, english('mm'))).toBe('12.346 m²')
    expect(quantityText('area', 0.0001, english('m'))).toBe('100.0 mm²')
    expect(quantityText('volume', 1, english('ft-in'))).toBe('35.31 ft³')
    expect(quantityText('angle', 89.999, english('m'))).toBe('90.00°')
    expect(quantityText('slope', 0.02, english('m'))).toBe('2.0 % · 1.1°')
    expect(quantityText('slope', Infinity, english('m'))).toBe('90.0°')
    expect(quantityText('coordinate', 0.001, english('m'))).toBe('0.001 m')
  })

  it.each([
    ['mm', '0.00 mm'],
    ['cm', '0.00 cm'],
    ['m', '0.000 m'],
    ['ft-in', `0'-0"`],
  ] as const)('give a coordinate that rounds to 0 no sign, in %s', (unit, text) => {
    for (const metres of [-1e-9, 1e-9]) expect(lengthText(metres, english(unit))).toBe(text)
    expect(quantityText('coordinate', -1e-6, english('m'))).toBe('0.000 m')
    expect(quantityText('coordinate', -0.0006, english('m'))).toBe('-0.001 m')
  })

  it('are within half a sixteenth of an inch in feet and inches (seed 71)', () => {
    const random = testRandom(71)
    for (let round = 0; round < 200; round++) {
      const metres = (random() - 0.5) * 60
      const [, sign, feet, inches, top = '0', bottom = '1'] =
        /^(-?)(\d+)'-(\d+)(?: (\d+)\/(\d+))?"$/.exec(lengthText(metres, english('ft-in'))) ?? []
      expect(Number(inches)).toBeLessThan(12)
      expect(Number(top)).toBeLessThan(Number(bottom))
      // In lowest terms: the numerator is odd.
      expect(top === '0' || Number(top) % 2 === 1).toBe(true)
      const read = (Number(feet) * 12 + Number(inches) + Number(top) / Number(bottom)) * 0.0254
      expect(Math.abs((sign === '-' ? -read : read) - metres)).toBeLessThanOrEqual(0.0254 / 32 + 1e-9)
    }
  })

  it('follow the locale in texts, and give plain numbers for tables', () => {
    expect(lengthText(1234.5, { unit: 'm', locale: 'es' })).toBe('1234,500 m')
    expect(plainNumber('length', 1.5, 'ft-in')).toEqual({ number: '4.92126', unit: 'ft' })
    expect(plainNumber('length', 1.5, 'mm')).toEqual({ number: '1500.0', unit: 'mm' })
    expect(plainNumber('area', 2, 'mm')).toEqual({ number: '2.000000', unit: 'm2' })
    expect(plainNumber('volume', 1, 'ft-in')).toEqual({ number: '35.314667', unit: 'ft3' })
    expect(plainNumber('area', 1, 'ft-in')).toEqual({ number: '10.763910', unit: 'ft2' })
    expect(plainNumber('angle', 45, 'm')).toEqual({ number: '45.0000', unit: 'deg' })
    expect(plainNumber('slope', 0.5, 'm')).toEqual({ number: '50.000', unit: '%' })
  })
})
