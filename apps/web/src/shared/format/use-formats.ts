import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/index.js'
import type { InterfaceLanguage } from '../i18n/languages.js'
import { calendarDay, relativeTime, shownSize } from './format.js'
import { localiseDigits, writeNumber } from './number.js'

const bytesPerGigabyte = 1024 ** 3
/** What stands between day, month and year in digits. */
const digitSeparators: Partial<Record<InterfaceLanguage, string>> = { hy: '.', ru: '.', es: '/' }

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Numbers, sizes, dates and ages in the words of the chosen language. */
export function useFormats() {
  const { t } = useTranslation()
  return {
    /** A whole number with its thousands set apart. */
    number: (value: number): string => writeNumber(value, currentLanguage()),
    size(bytes: number | null | undefined): string {
      const { value, unit } = shownSize(bytes)
      return t(`size.${unit}`, { value: localiseDigits(value, currentLanguage(), false) })
    },
    /** A size that may be a plan's: from a gigabyte on in GB with one decimal. */
    volume(bytes: number): string {
      if (bytes < bytesPerGigabyte) return this.size(bytes)
      return t('size.gigabytes', {
        value: writeNumber(bytes / bytesPerGigabyte, currentLanguage(), { mostDecimals: 1 }),
      })
    },
    /** Short month, day and year. */
    date(value: string | null | undefined): string {
      const calendar = calendarDay(value)
      if (!calendar) return t('common.unknown')
      const month = t('date.months').split(' ')[calendar.monthIndex] ?? ''
      return t('date.day', { day: calendar.day, month, year: String(calendar.year) })
    },
    /** The same where there is little room: in digits, in languages whose words for a date are long. */
    compactDate(value: string | null | undefined): string {
      const calendar = calendarDay(value)
      const separator = digitSeparators[currentLanguage()]
      if (!calendar || separator === undefined) return this.date(value)
      const { day, monthIndex, year } = calendar
      return [twoDigits(day), twoDigits(monthIndex + 1), year].join(separator)
    },
    /** Day and time of the day. */
    moment(value: string): string {
      const time = new Date(value)
      const clock = [time.getHours(), time.getMinutes()].map(twoDigits).join(':')
      return `${this.date(value)}, ${clock}`
    },
    age(value: string): string {
      const age = relativeTime(value)
      if (age === null) return t('common.unknown')
      if (age.kind === 'now') return t('viewer.agoNow')
      if (age.kind === 'date') return age.text
      return t(age.kind === 'minutes' ? 'viewer.agoMinutes' : 'viewer.agoHours', { count: age.count })
    },
  }
}
