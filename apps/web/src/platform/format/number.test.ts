import { afterEach, describe, expect, test, vi } from 'vitest'
import { interfaceLanguages } from '../i18n/languages.js'
import { localiseDigits, numberFormat, numberLocale, writeNumber } from './number.js'

describe('writeNumber', () => {
  test.each([
    ['en', 1234567, '1,234,567'],
    ['en', 1234, '1,234'],
    ['en', 999, '999'],
    ['en', -1234, '-1,234'],
    ['hy', 1234567, '1\u00A0234\u00A0567'],
    ['ru', 1234, '1\u00A0234'],
    ['es', 1234, '1234'],
    ['es', 12345, '12.345'],
  ] as const)('uses the separators of %s: %s becomes %s', (language, value, text) => {
    expect(writeNumber(value, language)).toBe(text)
  })

  test.each([
    ['en', 0.1 + 0.2, '0.3'],
    ['hy', 2.5, '2,5'],
    ['ru', 1 / 3, '0,3333'],
    ['es', 12345.6789, '12345,6789'],
    ['en', 2, '2'],
    ['en', 100, '100'],
  ] as const)('uses the separators of %s with decimals: %s becomes %s', (language, value, text) => {
    expect(writeNumber(value, language, { maxDecimals: 4, grouped: false })).toBe(text)
  })

  test('agrees with Intl.NumberFormat for every interface language', () => {
    for (const language of interfaceLanguages) {
      for (const value of [0, 7, 1000, 9999, 10_000, 123_456_789, -54_321]) {
        expect(writeNumber(value, language)).toBe(new Intl.NumberFormat(language).format(value))
      }
    }
  })

  test('writes Infinity unchanged', () => {
    expect(writeNumber(Number.POSITIVE_INFINITY, 'en')).toBe('Infinity')
  })
})

test('localiseDigits keeps the decimals of rounded numbers', () => {
  expect(localiseDigits('3.0', 'ru')).toBe('3,0')
  expect(localiseDigits('1023', 'en')).toBe('1,023')
})

describe('numberLocale without Armenian support', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('selects a locale with Armenian separators', () => {
    vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf').mockReturnValue([])
    const formatter = new Intl.NumberFormat(numberLocale('hy'), { minimumFractionDigits: 3 })
    expect([7.309, 12345].map((value) => formatter.format(value))).toEqual(['7,309', '12\u00A0345,000'])
  })
})

test('numberLocale returns each supported language unchanged', () => {
  expect(interfaceLanguages.map(numberLocale)).toEqual(interfaceLanguages)
})

test('numberFormat uses the separators of each language', () => {
  const storey = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const formatter = ['en', 'hy', 'ru', 'es'].map((language) => numberFormat(language, storey).format(6))
  expect(formatter).toEqual(['6.00', '6,00', '6,00', '6,00'])
})
