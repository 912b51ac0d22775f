import type { Language } from '@kamar/contracts'

/** Languages of the interface, in the order of the menu; the first is the default. */
export const interfaceLanguages = ['en', 'hy', 'ru', 'es'] as const satisfies readonly Language[]
export type InterfaceLanguage = Language

export const languageNames: Record<InterfaceLanguage, string> = {
  en: 'English',
  hy: 'Հայերեն',
  ru: 'Русский',
  es: 'Español',
}

export const isInterfaceLanguage = (value: string | null): value is InterfaceLanguage =>
  interfaceLanguages.some((language) => language === value)
