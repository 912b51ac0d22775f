import { renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type InterfaceLanguage, startInternationalization } from '../i18n/index.js'
import { useFormats } from './use-formats.js'

const formats = async (language: InterfaceLanguage) => {
  await startInternationalization(language)
  return renderHook(() => useFormats()).result.current
}

/** Returns noon of a local day. */
const noon = (year: number, month: number, day: number): string => new Date(year, month - 1, day, 12).toISOString()

describe('useFormats in English', () => {
  test('formats sizes, dates and ages as specified', async () => {
    const { size, date, age } = await formats('en')
    const now = Date.parse('2026-11-20T12:00:00Z')
    const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()
    expect(size(4_099_307)).toBe('3.9 MB')
    expect(size(undefined)).toBe('0 KB')
    expect(date(noon(2026, 11, 20))).toBe('20 Nov 2026')
    expect(date(null)).toBe('Unknown')
    expect(age(ago(0), now)).toBe('Just now')
    expect(age(ago(5), now)).toBe('5 minutes ago')
    expect(age(ago(60), now)).toBe('1 hour ago')
    expect(age(noon(2020, 3, 5), now)).toBe('5 Mar 2020')
    expect(age('soon', now)).toBe('Unknown')
  })
})

describe('useFormats in Armenian', () => {
  test('uses Armenian words regardless of browser support', async () => {
    const { size, date, age } = await formats('hy')
    const now = Date.parse('2026-11-20T12:00:00Z')
    expect(size(4_099_307)).toBe('3,9 ՄԲ')
    expect(date(noon(2026, 11, 20))).toBe('20 նոյ, 2026 թ.')
    expect(age(now - 5 * 60_000, now)).toBe('5 րոպե առաջ')
  })
  test('writes an age above one day as a numeric date', async () => {
    const { age } = await formats('hy')
    expect(age(noon(2026, 3, 5), Date.parse('2026-11-20T12:00:00Z'))).toBe('05.03.2026')
  })
})

describe.each([
  ['ru', '3,9 МБ', '20 нояб. 2026 г.', '2 часа назад'],
  ['es', '3,9 MB', '20 nov 2026', 'hace 2 horas'],
] as const)('useFormats in %s', (language, sizeText, dateText, ageText) => {
  test('formats sizes, dates, ages and numbers for the locale', async () => {
    const { size, date, age, number } = await formats(language)
    const now = Date.parse('2026-11-20T12:00:00Z')
    expect(size(4_099_307)).toBe(sizeText)
    expect(date(noon(2026, 11, 20))).toBe(dateText)
    expect(age(now - 2 * 3_600_000, now)).toBe(ageText)
    expect(number(12_345)).toMatch(/^12[.\u00A0]345$/)
  })
})

describe.each([
  ['en', '24/11/2026', '24 November 2026, 14:20:05', '24 Nov 2026, 14:20'],
  ['hy', '24.11.2026', '24 նոյեմբերի, 2026 թ., 14:20:05', '24.11.2026, 14:20'],
  ['ru', '24.11.2026', '24 ноября 2026 г., 14:20:05', '24.11.2026, 14:20'],
  ['es', '24/11/2026', '24 de noviembre de 2026, 14:20:05', '24/11/2026, 14:20'],
] as const)('useFormats times in %s', (language, digits, full, listed) => {
  const value = new Date(2026, 10, 24, 14, 20, 5)
  test('have the day before the month in every style', async () => {
    const { dateDigits, fullTime, listTime } = await formats(language)
    expect(dateDigits(value)).toBe(digits)
    expect(fullTime(value)).toBe(full)
    expect(listTime(value, { now: new Date(2026, 10, 26).getTime() }).replaceAll('\u00A0', ' ')).toBe(listed)
  })
})

describe('listTime', () => {
  const value = new Date(2026, 10, 24, 14, 20, 5)
  const at = (hour: number, minute: number): number => new Date(2026, 10, 24, hour, minute, 5).getTime()
  test('shows minutes, then the time of the same day', async () => {
    const { listTime } = await formats('en')
    expect(listTime(value, { now: at(14, 20) })).toBe('Just now')
    expect(listTime(value, { now: at(14, 22) })).toBe('2 minutes ago')
    expect(listTime(value, { now: at(23, 0) })).toBe('14:20')
    expect(listTime('soon', { now: at(23, 0) })).toBe('Unknown')
  })
  test('shows the time of day with or without seconds on request', async () => {
    const { listTime } = await formats('en')
    expect(listTime(value, { now: at(14, 22), style: 'seconds' })).toBe('14:20:05')
    expect(listTime(value, { now: at(14, 22), style: 'minutes' })).toBe('14:20')
  })
})

test('fullTime omits the time of a day without one', async () => {
  const { fullTime } = await formats('en')
  expect(fullTime('2026-11-24')).toBe('24 November 2026')
})
