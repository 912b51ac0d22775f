const millisecondsPerMinute = 60_000
const millisecondsPerHour = 60 * millisecondsPerMinute
const millisecondsPerDay = 24 * millisecondsPerHour

/** What dates are written in: ISO 8601, milliseconds since 1970, or a date. */
export type TimeValue = string | number | Date

/** A day of the calendar. */
export interface CalendarDay {
  readonly day: number
  /** Counted from 0. */
  readonly monthIndex: number
  readonly year: number
}

/** Days without a time, `2026-11-24`: of the calendar, wherever one is. */
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A moment, or the beginning of a day here; null when the value is missing or is no date. */
export function parseTime(value: TimeValue | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const [, year, month, day] = (typeof value === 'string' ? dayPattern.exec(value) : null) ?? []
  const date = day === undefined ? new Date(value) : new Date(Number(year), Number(month) - 1, Number(day))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Whether a value is a day without a time. */
export const isDay = (value: TimeValue): boolean => typeof value === 'string' && dayPattern.test(value)

/**
 * The day of the device's calendar; null when the value is missing or is no date. The words are the caller's: Chromium has
 * no Armenian in its locale data and would answer in English.
 */
export function getCalendarDay(value: TimeValue | null | undefined): CalendarDay | null {
  const date = parseTime(value)
  return date && toCalendarDay(date)
}

/** A day as the API has it: `2026-11-24`. */
export const toIsoDay = ({ day, monthIndex, year }: CalendarDay): string =>
  [String(year).padStart(4, '0'), twoDigits(monthIndex + 1), twoDigits(day)].join('-')

/** Hours and minutes, and seconds where they are asked for: 14:20. */
export function formatClock(date: Date, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'seconds' ? [date.getSeconds()] : [])]
  return parts.map(twoDigits).join(':')
}

/** Digits of a day in the order of all our languages: 24.11.2026. */
export const formatDigits = ({ day, monthIndex, year }: CalendarDay, separator: string): string =>
  [twoDigits(day), twoDigits(monthIndex + 1), String(year).padStart(4, '0')].join(separator)

/** How long ago something was; the words are the caller's. */
export type Age =
  | { readonly kind: 'now' }
  | { readonly kind: 'date' }
  | { readonly kind: 'minutes' | 'hours'; readonly count: number }

/** 'Just now' under a minute, minutes under an hour, hours under a day, then a date; null for what is no date. */
export function computeAge(value: TimeValue, now: number): Age | null {
  const date = parseTime(value)
  if (!date) return null
  const milliseconds = now - date.getTime()
  if (milliseconds < millisecondsPerMinute) return { kind: 'now' }
  if (milliseconds < millisecondsPerHour)
    return { kind: 'minutes', count: Math.floor(milliseconds / millisecondsPerMinute) }
  if (milliseconds < millisecondsPerDay) return { kind: 'hours', count: Math.floor(milliseconds / millisecondsPerHour) }
  return { kind: 'date' }
}

/** Whether two moments are on one day here. */
export function isSameDay(first: Date, second: Date): boolean {
  return first.toDateString() === second.toDateString()
}

/**
 * The day that somebody wrote: day, month and year between points, slashes, hyphens or spaces, the month also as the beginning
 * of a name in one of the lists; or as the API has it. A year of two digits is of this century. Null for anything else.
 */
export function parseDay(text: string, monthLists: readonly (readonly string[])[]): CalendarDay | null {
  const trimmed = text.trim()
  const iso = dayPattern.exec(trimmed)
  if (iso) return toExistingDay(Number(iso[3]), Number(iso[2]) - 1, Number(iso[1]))
  const match = /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}{3,}\.?)[\s.,/-]+(\d{4}|\d{2})(?:\s*\p{L}+\.?)?$/u.exec(trimmed)
  if (!match) return null
  const [, day = '', month = '', year = ''] = match
  return toExistingDay(Number(day), toMonthIndex(month, monthLists), Number(year.length === 2 ? `20${year}` : year))
}

function toMonthIndex(text: string, monthLists: readonly (readonly string[])[]): number {
  if (/^\d/.test(text)) return Number(text) - 1
  const start = text.toLocaleLowerCase().replace('.', '')
  const indexes = monthLists.map((names) => names.findIndex((name) => name.toLocaleLowerCase().startsWith(start)))
  return indexes.find((index) => index >= 0) ?? -1
}

/** Null for the 31st of a month of 30 days. */
function toExistingDay(day: number, monthIndex: number, year: number): CalendarDay | null {
  const date = new Date(year, monthIndex, day)
  const isThere = date.getDate() === day && date.getMonth() === monthIndex && date.getFullYear() === year
  return isThere ? { day, monthIndex, year } : null
}

/** So many days later; earlier by a negative number. */
export function addDays({ day, monthIndex, year }: CalendarDay, count: number): CalendarDay {
  return toCalendarDay(new Date(year, monthIndex, day + count))
}

/** The same day so many months later, or the last of a month that is shorter. */
export function addMonths({ day, monthIndex, year }: CalendarDay, count: number): CalendarDay {
  const lastDay = new Date(year, monthIndex + count + 1, 0).getDate()
  return toCalendarDay(new Date(year, monthIndex + count, Math.min(day, lastDay)))
}

/** 0 for Monday to 6 for Sunday. */
export const getWeekday = ({ day, monthIndex, year }: CalendarDay): number =>
  (new Date(year, monthIndex, day).getDay() + 6) % 7

/** Whole weeks that hold all days of a month; `firstWeekday` is 0 for Monday to 6 for Sunday. */
export function computeWeeks(of: CalendarDay, firstWeekday: number): readonly (readonly CalendarDay[])[] {
  const first = { ...of, day: 1 }
  const before = (getWeekday(first) - firstWeekday + 7) % 7
  const days = new Date(of.year, of.monthIndex + 1, 0).getDate()
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => addDays(first, week * 7 + column - before)),
  )
}

const toCalendarDay = (date: Date): CalendarDay => ({
  day: date.getDate(),
  monthIndex: date.getMonth(),
  year: date.getFullYear(),
})
