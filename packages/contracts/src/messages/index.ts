import type { ErrorCode, TranslationFailureCode } from '@kamar/core'
import { type Language, messages } from './messages.js'

export { type Language, languages } from './messages.js'
export { errorText, formatLimitBytes } from './error-text.js'
export { failureDetails } from './failure-details.js'
export { fillPlaceholders } from './fill-placeholders.js'

/** Error messages by language and code; placeholders are written `{{name}}`. */
export const errorMessages: Record<Language, Record<ErrorCode, string>> = {
  en: messages.en.errors,
  hy: messages.hy.errors,
  ru: messages.ru.errors,
  es: messages.es.errors,
}

/** Translation failure messages by language and code; placeholders are written `{{name}}`. */
export const failureMessages: Record<Language, Record<TranslationFailureCode, string>> = {
  en: messages.en.failures,
  hy: messages.hy.failures,
  ru: messages.ru.failures,
  es: messages.es.failures,
}
