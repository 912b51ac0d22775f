import type { ErrorCode, TranslationFailureCode } from '@kamar/core'
import { type Language, texts } from './texts.js'

export { type Language, languages } from './texts.js'
export { failureDetails } from './failure-details.js'

/** Error messages by language and code; placeholders are written `{{name}}`. */
export const errorMessages: Record<Language, Record<ErrorCode, string>> = {
  en: texts.en.errors,
  hy: texts.hy.errors,
  ru: texts.ru.errors,
  es: texts.es.errors,
}

/** Translation failure messages by language and code; placeholders are written `{{name}}`. */
export const failureMessages: Record<Language, Record<TranslationFailureCode, string>> = {
  en: texts.en.failures,
  hy: texts.hy.failures,
  ru: texts.ru.failures,
  es: texts.es.failures,
}

/** Fills `{{name}}` placeholders; a missing value becomes a question mark instead of the raw placeholder. */
export function fillPlaceholders(text: string, details: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(details[name] ?? '?'))
}
