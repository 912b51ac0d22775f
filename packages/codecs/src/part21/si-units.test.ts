import { describe, expect, it } from 'vitest'
import { productSymbol, siPrefixes, siSymbols } from './si-units.js'

describe('unit symbol', () => {
  it('writes products with powers and a fraction bar', () => {
    const of = (...factors: [string, number][]): string =>
      productSymbol(factors.map(([symbol, exponent]) => ({ symbol, exponent })))
    expect(of(['mm', 2])).toBe('mm²')
    expect(of(['kg', 1], ['m', -3])).toBe('kg/m³')
    expect(of(['m', 1], ['kg', 1], ['s', -2], ['K', -1])).toBe('m·kg/(s²·K)')
    expect(of(['s', -1])).toBe('1/s')
    expect(of(['m', 0])).toBe('')
    expect(of()).toBe('')
  })

  it('has SI prefixes by name', () => {
    expect([siPrefixes['MILLI'], siPrefixes['MICRO']?.[1], siPrefixes['NOTHING']]).toEqual([
      [1e-3, 'm'],
      'µ',
      undefined,
    ])
    expect(siSymbols['SQUARE_METRE']).toBe('m²')
  })
})
