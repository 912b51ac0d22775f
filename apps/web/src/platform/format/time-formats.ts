import type { TFunction } from 'i18next'
import { currentLanguage } from '../i18n/index.js'
import type { InterfaceLanguage } from '../i18n/languages.js'
import type { Clock } from './clock.js'
import {
  computeAge,
  formatClock,
  formatDigits,
  getCalendarDay,
  isDay,
  isSameDay,
  parseTime,
  type TimeValue,
} from './time.js'

/** Separators between day, month and year in digits. */
const digitSeparators: Readonly<Record<InterfaceLanguage, string>> = { en: '/', hy: '.', ru: '.', es: '/' }
/** Returns whether month names are short enough; only English ones are, other languages use digits. */
const hasShortMonths = (): boolean => currentLanguage() === 'en'

/** Returns the names of months by number. */
export const getMonthNames = (t: TFunction, kind: 'months' | 'fullMonths' | 'calendarMonths'): readonly string[] =>
  t(`date.${kind}`).split(' ')

/**
 * Precision of the times of a list. `ages`: 5 minutes ago, as long as no two rows are of one minute; otherwise all rows
 * show the time of day, `minutes` or, for rows of one minute, `seconds`.
 */
export type ListTimeStyle = 'ages' | 'minutes' | 'seconds'

export interface ListTimeOptions {
  readonly style?: ListTimeStyle
  readonly now?: number
}

/** Returns formats for dates and times in the chosen language. The day precedes the month in all languages. */
export function createTimeFormats(t: TFunction, clock: Pick<Clock, 'now'>) {
  const formats = {
    /** Formats day, short month and year: 24 Nov 2026. */
    date(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      if (!calendar) return t('common.unknown')
      const month = getMonthNames(t, 'months')[calendar.monthIndex] ?? ''
      return t('date.day', { day: String(calendar.day), month, year: String(calendar.year) })
    },
    /** Formats the same for narrow layouts: in digits, in languages with long month names. */
    compactDate(value: TimeValue | null | undefined): string {
      return hasShortMonths() || !getCalendarDay(value) ? formats.date(value) : formats.dateDigits(value)
    },
    /** Formats digits, as typed: 24/11/2026; empty for none. */
    dateDigits(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      return calendar ? formatDigits(calendar, digitSeparators[currentLanguage()]) : ''
    },
    /** Formats the date with the full month name: 24 November 2026. */
    fullDate(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      if (!calendar) return t('common.unknown')
      const month = getMonthNames(t, 'fullMonths')[calendar.monthIndex] ?? ''
      return t('date.fullDay', { day: String(calendar.day), month, year: String(calendar.year) })
    },
    /** Formats day and time of day: 24 Nov 2026, 14:20. */
    moment(value: TimeValue): string {
      const date = parseTime(value)
      return date ? `${formats.date(date)}, ${formatClock(date)}` : t('common.unknown')
    },
    /** Formats at full precision: 24 November 2026, 14:20:05; for a day without a time, its date. */
    fullTime(value: TimeValue): string {
      const date = parseTime(value)
      if (!date || isDay(value)) return formats.fullDate(value)
      return `${formats.fullDate(date)}, ${formatClock(date, 'seconds')}`
    },
    /** Formats the age, for a day: 5 minutes ago; then a date. */
    age(value: TimeValue, now = clock.now()): string {
      const age = computeAge(value, now)
      if (age === null) return t('common.unknown')
      if (age.kind === 'now') return t('viewer.agoNow')
      if (age.kind === 'date') return formats.compactDate(value)
      return t(age.kind === 'minutes' ? 'viewer.agoMinutes' : 'viewer.agoHours', { count: age.count })
    },
    /** Formats a time in a list: 5 minutes ago, 14:20 for today, else 24 Nov 2026, 14:20. */
    listTime(value: TimeValue, { style = 'ages', now = clock.now() }: ListTimeOptions = {}): string {
      const date = parseTime(value)
      if (!date) return t('common.unknown')
      const age = computeAge(date, now)
      if (style === 'ages' && (age?.kind === 'now' || age?.kind === 'minutes')) return formats.age(date, now)
      const time = formatClock(date, style === 'seconds' ? 'seconds' : 'minutes')
      return isSameDay(date, new Date(now)) ? time : `${withoutBreaks(formats.compactDate(date))}, ${time}`
    },
  }
  return formats
}

/** Prevents line breaks within a time; one may occur before it only. */
const withoutBreaks = (text: string): string => text.replaceAll(' ', '\u00A0')
