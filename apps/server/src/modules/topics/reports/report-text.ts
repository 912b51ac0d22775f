import type { Language } from '@kamar/contracts'
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import hy from './messages/hy.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }

/** Texts of reports; placeholders are written `{{name}}`. */
export type ReportMessages = typeof en

export const reportMessages: Readonly<Record<Language, ReportMessages>> = { en, hy, ru, es }

/** Fills in the placeholders of a text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** Translates a status, type or priority; values from imported files are shown unchanged. */
export function translateWord(word: string, { word: translations }: ReportMessages): string {
  return Object.hasOwn(translations, word) ? translations[word as keyof typeof translations] : word
}
