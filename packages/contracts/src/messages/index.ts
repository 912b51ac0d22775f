import type { ErrorCode, TranslationFailureCode } from '@kamar/core'
import { errorMessagesEnglish, failureMessagesEnglish } from './en.js'
import { errorMessagesSpanish, failureMessagesSpanish } from './es.js'
import { errorMessagesArmenian, failureMessagesArmenian } from './hy.js'
import { errorMessagesRussian, failureMessagesRussian } from './ru.js'

/** Languages of the product; the first is the default. */
export const languages = ['en', 'hy', 'ru', 'es'] as const
/** One of `languages`. */
export type Language = (typeof languages)[number]

/** Error messages by language and code; placeholders are written `{{name}}`. */
export const errorMessages: Record<Language, Record<ErrorCode, string>> = {
  en: errorMessagesEnglish,
  hy: errorMessagesArmenian,
  ru: errorMessagesRussian,
  es: errorMessagesSpanish,
}

/** Translation failure messages by language and code; placeholders are written `{{name}}`. */
export const failureMessages: Record<Language, Record<TranslationFailureCode, string>> = {
  en: failureMessagesEnglish,
  hy: failureMessagesArmenian,
  ru: failureMessagesRussian,
  es: failureMessagesSpanish,
}

/** Fills `{{name}}` placeholders; a missing value becomes a question mark instead of the raw placeholder. */
export function fillPlaceholders(text: string, details: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(details[name] ?? '?'))
}

export { failureDetails } from './failure-details.js'
