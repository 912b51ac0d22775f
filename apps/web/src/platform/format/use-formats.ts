import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/index.js'
import { ClockContext } from './clock.js'
import { createTimeFormats } from './time-formats.js'
import { formatSize } from './format-size.js'
import { writeNumber } from './number.js'

const bytesPerGigabyte = 1024 ** 3
/** Returns formats for numbers, sizes, dates and ages in the chosen language. */
export function useFormats() {
  const { t } = useTranslation()
  const clock = useContext(ClockContext)
  return {
    /** Formats a whole number with thousands separators. */
    number: (value: number): string => writeNumber(value, currentLanguage()),
    size: (bytes: number | null | undefined): string => formatSize(bytes, t),
    /** Formats a size that may be a quota: from a gigabyte on in GB with one decimal. */
    volume(bytes: number): string {
      if (bytes < bytesPerGigabyte) return this.size(bytes)
      return t('size.gigabytes', {
        value: writeNumber(bytes / bytesPerGigabyte, currentLanguage(), { maxDecimals: 1 }),
      })
    },
    ...createTimeFormats(t, clock),
  }
}
