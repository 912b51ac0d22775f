import type { ErrorCode, TranslationFailureCode } from '@kamar/core'
import { type Language, messages } from './messages.js'

export { type Language, languages } from './messages.js'
export { failureDetails } from './failure-details.js'

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

/** Fills `{{name}}` placeholders; a missing value becomes a question mark instead of the raw placeholder. */
export function fillPlaceholders(text: string, details: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(details[name] ?? '?'))
}
