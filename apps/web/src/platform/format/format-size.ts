import type { TFunction } from 'i18next'
import { currentLanguage } from '../i18n/index.js'
import { shownSize } from './format.js'
import { localiseDigits } from './number.js'

/** Formats a file size in KB or MB in the chosen language. */
export function formatSize(bytes: number | null | undefined, t: TFunction): string {
  const { value, unit } = shownSize(bytes)
  return t(`size.${unit}`, { value: localiseDigits(value, currentLanguage(), false) })
}
