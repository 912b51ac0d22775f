import { renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type InterfaceLanguage, startInternationalization } from '../i18n/index.js'
import { useFormats } from './use-formats.js'

const formats = async (language: InterfaceLanguage) => {
  await startInternationalization(language)
  return renderHook(() => useFormats()).result.current
}

describe('in English', () => {
  test('sizes, dates and ages are the specification’s', async () => {
    const { size, date, age } = await formats('en')
    expect(size(4_099_307)).toBe('3.9 MB')
    expect(size(undefined)).toBe('0 KB')
    expect(date('2026-11-20T12:00:00Z')).toBe('Nov 20, 2026')
    expect(date(null)).toBe('Unknown')
    expect(age(new Date().toISOString())).toBe('Just now')
    expect(age(new Date(Date.now() - 5 * 60_000).toISOString())).toBe('5 minutes ago')
    expect(age(new Date(Date.now() - 3_600_000).toISOString())).toBe('1 hour ago')
    expect(age('2020-03-05T12:00:00Z')).toBe('05.03.2020')
    expect(age('soon')).toBe('Unknown')
  })
})

describe('in Armenian', () => {
  test('they have Armenian words whatever the browser knows', async () => {
    const { size, date, age } = await formats('hy')
    expect(size(4_099_307)).toBe('3,9 ՄԲ')
    expect(date('2026-11-20T12:00:00Z')).toBe('20 նոյ, 2026 թ.')
    expect(age(new Date(Date.now() - 5 * 60_000).toISOString())).toBe('5 րոպե առաջ')
  })
})

describe.each([
  ['ru', '3,9 МБ', '20 нояб. 2026 г.', '2 часа назад'],
  ['es', '3,9 MB', '20 nov 2026', 'hace 2 horas'],
] as const)('in %s', (language, sizeText, dateText, ageText) => {
  test('sizes, dates and ages are written as there', async () => {
    const { size, date, age, number } = await formats(language)
    expect(size(4_099_307)).toBe(sizeText)
    expect(date('2026-11-20T12:00:00Z')).toBe(dateText)
    expect(age(new Date(Date.now() - 2 * 3_600_000).toISOString())).toBe(ageText)
    expect(number(12_345)).toMatch(/^12[.\u00A0]345$/)
  })
})
