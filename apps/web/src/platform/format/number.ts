import type { InterfaceLanguage } from '../i18n/languages.js'

interface Marks {
  readonly decimal: string
  readonly group: string
  /** Minimum number of integer digits for thousands separators. */
  readonly groupsFrom: number
}

const noBreakSpace = '\u00A0'

/** Separators from CLDR; hard-coded because Chromium does not support Armenian and would use its own language's. */
const marks: Record<InterfaceLanguage, Marks> = {
  en: { decimal: '.', group: ',', groupsFrom: 4 },
  hy: { decimal: ',', group: noBreakSpace, groupsFrom: 5 },
  ru: { decimal: ',', group: noBreakSpace, groupsFrom: 4 },
  es: { decimal: ',', group: '.', groupsFrom: 5 },
}

/**
 * Returns the locale in which `Intl` formats numbers of a language: where Chromium does not support Armenian,
 * Portuguese (Portugal) has the same separators.
 */
export const numberLocale = (language: string): string =>
  Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : language === 'hy' ? 'pt-PT' : 'en'

/** Returns a reusable number format with the separators of a language. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat(numberLocale(language), options)

interface NumberOptions {
  /** Maximum number of decimal places; trailing zeros are omitted. */
  readonly maxDecimals?: number
  readonly grouped?: boolean
}

/** Formats a number for a language. */
export function writeNumber(value: number, language: InterfaceLanguage, options: NumberOptions = {}): string {
  const { maxDecimals = 0, grouped = true } = options
  if (!Number.isFinite(value)) return String(value)
  const factor = 10 ** maxDecimals
  const rounded = Math.round(value * factor) / factor
  return localiseDigits(withoutExponent(rounded, maxDecimals), language, grouped)
}

/** Converts a number written with a decimal point to the separators of a language. */
export function localiseDigits(text: string, language: InterfaceLanguage, grouped = true): string {
  const { decimal, group, groupsFrom } = marks[language]
  const [integerPart = '', fraction] = text.split('.')
  const digits = integerPart.replace('-', '')
  const integerText =
    grouped && digits.length >= groupsFrom ? integerPart.replace(/\B(?=(\d{3})+$)/g, group) : integerPart
  return fraction === undefined ? integerText : integerText + decimal + fraction
}

function withoutExponent(value: number, maxDecimals: number): string {
  const text = value.toFixed(maxDecimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
