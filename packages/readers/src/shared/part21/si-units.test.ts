import { describe, expect, it } from 'vitest'
import { productSymbol, siPrefixes, siSymbols } from './si-units.js'

describe('symbols of units', () => {
  it('of products are written with powers, above and below', () => {
    const of = (...factors: [string, number][]): string =>
      productSymbol(factors.map(([symbol, exponent]) => ({ symbol, exponent })))
    expect(of(['mm', 2])).toBe('mm²')
    expect(of(['kg', 1], ['m', -3])).toBe('kg/m³')
    expect(of(['m', 1], ['kg', 1], ['s', -2], ['K', -1])).toBe('m·kg/(s²·K)')
    expect(of(['s', -1])).toBe('1/s')
    expect(of(['m', 0])).toBe('')
    expect(of()).toBe('')
  })

  it('have prefixes by their names', () => {
    expect([siPrefixes['MILLI'], siPrefixes['MICRO']?.[1], siPrefixes['NOTHING']]).toEqual([
      [1e-3, 'm'],
      'µ',
      undefined,
    ])
    expect(siSymbols['SQUARE_METRE']).toBe('m²')
  })
})
