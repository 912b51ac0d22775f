const millisecondsPerMinute = 60_000
const millisecondsPerHour = 60 * millisecondsPerMinute
const millisecondsPerDay = 24 * millisecondsPerHour

/** Representation of a date: ISO 8601, milliseconds since 1970, or a `Date`. */
export type TimeValue = string | number | Date

/** A calendar day. */
export interface CalendarDay {
  readonly day: number
  /** Counted from 0. */
  readonly monthIndex: number
  readonly year: number
}

/** Days without a time, `2026-11-24`: calendar days, independent of the time zone. */
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Parses a point in time, or the local start of a day; null when the value is missing or not a date. */
export function parseTime(value: TimeValue | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const [, year, month, day] = (typeof value === 'string' ? dayPattern.exec(value) : null) ?? []
  const date = day === undefined ? new Date(value) : new Date(Number(year), Number(month) - 1, Number(day))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns whether a value is a day without a time. */
export const isDay = (value: TimeValue): boolean => typeof value === 'string' && dayPattern.test(value)

/**
 * Returns the day in the device's calendar; null when the value is missing or not a date. The caller provides the
 * words: Chromium has no Armenian locale data and would use English.
 */
export function getCalendarDay(value: TimeValue | null | undefined): CalendarDay | null {
  const date = parseTime(value)
  return date && toCalendarDay(date)
}

/** Formats a day for the API: `2026-11-24`. */
export const toIsoDay = ({ day, monthIndex, year }: CalendarDay): string =>
  [String(year).padStart(4, '0'), twoDigits(monthIndex + 1), twoDigits(day)].join('-')

/** Formats hours and minutes, and seconds on request: 14:20. */
export function formatClock(date: Date, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'seconds' ? [date.getSeconds()] : [])]
  return parts.map(twoDigits).join(':')
}

/** Formats the digits of a day in the order of all supported languages: 24.11.2026. */
export const formatDigits = ({ day, monthIndex, year }: CalendarDay, separator: string): string =>
  [twoDigits(day), twoDigits(monthIndex + 1), String(year).padStart(4, '0')].join(separator)

/** Age of a point in time; the caller provides the words. */
export type Age =
  | { readonly kind: 'now' }
  | { readonly kind: 'date' }
  | { readonly kind: 'minutes' | 'hours'; readonly count: number }

/**
 * Returns 'just now' under a minute, minutes under an hour, hours under a day, then a date; null if the value is not a
 * date.
 */
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

/** Returns whether two points in time are on the same local day. */
export function isSameDay(first: Date, second: Date): boolean {
  return first.toDateString() === second.toDateString()
}

/**
 * Parses a typed day: day, month and year separated by points, slashes, hyphens or spaces, the month also as the
 * beginning of a name in one of the lists; or in the API's format. A two-digit year is of this century. Null for
 * anything else.
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

/** Returns null for a day that does not exist, e.g. the 31st of a month of 30 days. */
function toExistingDay(day: number, monthIndex: number, year: number): CalendarDay | null {
  const date = new Date(year, monthIndex, day)
  const isThere = date.getDate() === day && date.getMonth() === monthIndex && date.getFullYear() === year
  return isThere ? { day, monthIndex, year } : null
}

/** Adds a number of days, which may be negative. */
export function addDays({ day, monthIndex, year }: CalendarDay, count: number): CalendarDay {
  return toCalendarDay(new Date(year, monthIndex, day + count))
}

/** Returns the same day a number of months later, or the last day of a shorter month. */
export function addMonths({ day, monthIndex, year }: CalendarDay, count: number): CalendarDay {
  const lastDay = new Date(year, monthIndex + count + 1, 0).getDate()
  return toCalendarDay(new Date(year, monthIndex + count, Math.min(day, lastDay)))
}

/** Returns 0 for Monday to 6 for Sunday. */
export const getWeekday = ({ day, monthIndex, year }: CalendarDay): number =>
  (new Date(year, monthIndex, day).getDay() + 6) % 7

/** Returns the complete weeks that contain all days of a month; `firstWeekday` is 0 for Monday to 6 for Sunday. */
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
