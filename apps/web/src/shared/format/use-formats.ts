import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/index.js'
import { ClockContext } from './clock.js'
import { createTimeFormats } from './time-formats.js'
import { shownSize } from './format.js'
import { localiseDigits, writeNumber } from './number.js'

const bytesPerGigabyte = 1024 ** 3
/** Numbers, sizes, dates and ages in the words of the chosen language. */
export function useFormats() {
  const { t } = useTranslation()
  const clock = useContext(ClockContext)
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
        value: writeNumber(bytes / bytesPerGigabyte, currentLanguage(), { maxDecimals: 1 }),
      })
    },
    ...createTimeFormats(t, clock),
  }
}
