import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  computeAge,
  computeWeeks,
  formatClock,
  getCalendarDay,
  getWeekday,
  parseDay,
  parseTime,
  toIsoDay,
} from './time.js'

const day = (iso: string) => getCalendarDay(iso) ?? { day: 0, monthIndex: 0, year: 0 }

describe('parseTime', () => {
  test('parses a day without a time in the local time zone', () => {
    expect(parseTime('2026-11-24')?.getTime()).toBe(new Date(2026, 10, 24).getTime())
  })
  test.each([undefined, null, '', 'yesterday-ish'])('returns null for %s', (value) => {
    expect(parseTime(value)).toBeNull()
    expect(getCalendarDay(value)).toBeNull()
  })
})

describe('getCalendarDay', () => {
  test('returns day, month index and year of a date', () => {
    expect(getCalendarDay(new Date(2026, 10, 20, 12))).toEqual({ day: 20, monthIndex: 10, year: 2026 })
  })
})

describe('computeAge', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString()
  test.each([
    [0, { kind: 'now' }],
    [59, { kind: 'now' }],
    [60, { kind: 'minutes', count: 1 }],
    [59 * 60 + 59, { kind: 'minutes', count: 59 }],
    [3600, { kind: 'hours', count: 1 }],
    [23 * 3600 + 3599, { kind: 'hours', count: 23 }],
    [24 * 3600, { kind: 'date' }],
  ])('classifies an age of %s seconds as specified', (seconds, expected) => {
    expect(computeAge(ago(seconds), now)).toEqual(expected)
  })
  test('returns now for a time slightly in the future', () => {
    expect(computeAge(ago(-30), now)).toEqual({ kind: 'now' })
  })
  test('returns null for an invalid date', () => {
    expect(computeAge('soon', now)).toBeNull()
  })
})

test('formatClock writes two digits each, with seconds on request', () => {
  const date = new Date(2026, 10, 24, 4, 5, 6)
  expect([formatClock(date), formatClock(date, 'seconds')]).toEqual(['04:05', '04:05:06'])
})

describe('parseDay', () => {
  const months = [
    ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
    ['հնվ', 'փտվ', 'մրտ'],
  ]
  test.each([
    ['24/11/2026', '2026-11-24'],
    ['24.11.2026', '2026-11-24'],
    [' 4-3-2026 ', '2026-03-04'],
    ['24 11 26', '2026-11-24'],
    ['24 nov 2026', '2026-11-24'],
    ['24 Nov. 2026', '2026-11-24'],
    ['5 մրտ, 2026 թ.', '2026-03-05'],
    ['2026-11-24', '2026-11-24'],
    ['29.02.2028', '2028-02-29'],
  ])('parses %s', (text, iso) => {
    const parsed = parseDay(text, months)
    expect(parsed && toIsoDay(parsed)).toBe(iso)
  })
  test.each(['11/24/2026', '31.11.2026', '29.02.2026', '24.11', 'tomorrow', '24 xyz 2026', '1.2.202', '0.1.2026'])(
    'returns null for %s',
    (text) => {
      expect(parseDay(text, months)).toBeNull()
    },
  )
})

describe('calendar arithmetic', () => {
  test('crosses month and year boundaries by days', () => {
    expect(toIsoDay(addDays(day('2026-12-31'), 1))).toBe('2027-01-01')
    expect(toIsoDay(addDays(day('2028-03-01'), -1))).toBe('2028-02-29')
  })
  test('clamps to the last day of a shorter month', () => {
    expect(toIsoDay(addMonths(day('2026-01-31'), 1))).toBe('2026-02-28')
    expect(toIsoDay(addMonths(day('2026-03-15'), -12))).toBe('2025-03-15')
  })
  test('counts weekdays from Monday', () => {
    expect([getWeekday(day('2026-11-23')), getWeekday(day('2026-11-29'))]).toEqual([0, 6])
  })
  test.each([
    [0, '2026-10-26', '2026-12-06'],
    [6, '2026-11-01', '2026-12-05'],
  ])('builds whole weeks that begin with weekday %s', (firstWeekday, first, last) => {
    const weeks = computeWeeks(day('2026-11-24'), firstWeekday)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect([weeks[0]?.[0], weeks.at(-1)?.[6]].map((one) => one && toIsoDay(one))).toEqual([first, last])
  })
})
