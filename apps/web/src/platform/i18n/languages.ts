import type { Language } from '@kamar/contracts'

export type InterfaceLanguage = Language

/** Names of the languages, in the order of the menu; the first is the default. */
export const languageNames: Readonly<Record<InterfaceLanguage, string>> = {
  en: 'English',
  hy: 'Հայերեն',
  ru: 'Русский',
  es: 'Español',
}

export const interfaceLanguages = Object.keys(languageNames) as readonly InterfaceLanguage[]

export const isInterfaceLanguage = (value: string | null): value is InterfaceLanguage =>
  value !== null && Object.hasOwn(languageNames, value)
