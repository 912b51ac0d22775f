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

/** What stands between day, month and year in digits. */
const digitSeparators: Readonly<Record<InterfaceLanguage, string>> = { en: '/', hy: '.', ru: '.', es: '/' }
/** Words for a date are short in English; elsewhere digits are what fits. */
const hasShortMonths = (): boolean => currentLanguage() === 'en'

/** Names of months by number. */
export const getMonthNames = (t: TFunction, kind: 'months' | 'fullMonths' | 'calendarMonths'): readonly string[] =>
  t(`date.${kind}`).split(' ')

/**
 * How precise the times of a list are. `ages`: 5 minutes ago, as long as no two rows are of one minute; otherwise all rows
 * show the time of the day, `minutes` or, for rows of one minute, `seconds`.
 */
export type ListTimeStyle = 'ages' | 'minutes' | 'seconds'

export interface ListTimeOptions {
  readonly style?: ListTimeStyle
  readonly now?: number
}

/** Dates and times in the words of the chosen language. The day comes before the month in all of them. */
export function createTimeFormats(t: TFunction, clock: Pick<Clock, 'now'>) {
  const formats = {
    /** Day, short month and year: 24 Nov 2026. */
    date(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      if (!calendar) return t('common.unknown')
      const month = getMonthNames(t, 'months')[calendar.monthIndex] ?? ''
      return t('date.day', { day: String(calendar.day), month, year: String(calendar.year) })
    },
    /** The same where there is little room: in digits, in languages whose words for a date are long. */
    compactDate(value: TimeValue | null | undefined): string {
      return hasShortMonths() || !getCalendarDay(value) ? formats.date(value) : formats.dateDigits(value)
    },
    /** In digits, as it is typed: 24/11/2026; empty for none. */
    dateDigits(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      return calendar ? formatDigits(calendar, digitSeparators[currentLanguage()]) : ''
    },
    /** With the month's whole name: 24 November 2026. */
    fullDate(value: TimeValue | null | undefined): string {
      const calendar = getCalendarDay(value)
      if (!calendar) return t('common.unknown')
      const month = getMonthNames(t, 'fullMonths')[calendar.monthIndex] ?? ''
      return t('date.fullDay', { day: String(calendar.day), month, year: String(calendar.year) })
    },
    /** Day and time of the day: 24 Nov 2026, 14:20. */
    moment(value: TimeValue): string {
      const date = parseTime(value)
      return date ? `${formats.date(date)}, ${formatClock(date)}` : t('common.unknown')
    },
    /** Everything that is known: 24 November 2026, 14:20:05; of a day without a time its date. */
    fullTime(value: TimeValue): string {
      const date = parseTime(value)
      if (!date || isDay(value)) return formats.fullDate(value)
      return `${formats.fullDate(date)}, ${formatClock(date, 'seconds')}`
    },
    /** How long ago, for a day: 5 minutes ago; then a date. */
    age(value: TimeValue, now = clock.now()): string {
      const age = computeAge(value, now)
      if (age === null) return t('common.unknown')
      if (age.kind === 'now') return t('viewer.agoNow')
      if (age.kind === 'date') return formats.compactDate(value)
      return t(age.kind === 'minutes' ? 'viewer.agoMinutes' : 'viewer.agoHours', { count: age.count })
    },
    /** Among others of its day: 5 minutes ago, 14:20 of today, else 24 Nov 2026, 14:20. */
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

/** Where a line ends, it ends before the time. */
const withoutBreaks = (text: string): string => text.replaceAll(' ', '\u00A0')
