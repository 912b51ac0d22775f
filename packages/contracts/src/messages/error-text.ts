import type { ErrorCode } from '@kamar/core'
import { limits } from '../limits.js'
import { fillPlaceholders } from './fill-placeholders.js'
import { type Language, messages } from './messages.js'

const kibibyte = 1024

/** Returns the text of an error in a language, with its details. */
export function errorText(
  language: Language,
  code: ErrorCode,
  details: Readonly<Record<string, string | number>> = {},
): string {
  const text = messages[language].errors[code]
  if (code !== 'file-too-large') return fillPlaceholders(text, details)
  // Older servers omit the limit, which was always the default.
  const { limit = limits.defaultUploadBytes } = details
  return fillPlaceholders(text, { limit: formatLimitBytes(language, Number(limit)) })
}

/** Formats a size limit as the errors of uploads name it: 100MB in English, without a space (specification section 5). */
export function formatLimitBytes(language: Language, bytes: number): string {
  const unit = bytes < kibibyte ** 2 ? 'kilobytes' : bytes < kibibyte ** 3 ? 'megabytes' : 'gigabytes'
  const power = { kilobytes: 1, megabytes: 2, gigabytes: 3 }[unit]
  const numberFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false })
  return fillPlaceholders(messages[language].sizes[unit], { amount: numberFormat.format(bytes / kibibyte ** power) })
}
