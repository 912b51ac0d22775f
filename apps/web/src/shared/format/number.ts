import type { InterfaceLanguage } from '../i18n/languages.js'

interface Marks {
  readonly decimal: string
  readonly group: string
  /** Digits before the point from which on thousands are set apart. */
  readonly groupsFrom: number
}

const noBreakSpace = '\u00A0'

/** As CLDR has them; written down because Chromium knows no Armenian and would answer with its own language's. */
const marks: Record<InterfaceLanguage, Marks> = {
  en: { decimal: '.', group: ',', groupsFrom: 4 },
  hy: { decimal: ',', group: noBreakSpace, groupsFrom: 5 },
  ru: { decimal: ',', group: noBreakSpace, groupsFrom: 4 },
  es: { decimal: ',', group: '.', groupsFrom: 5 },
}

/** What `Intl` writes numbers of a language in: where Chromium does not know Armenian, Portugal has the same marks. */
export const numberLocale = (language: string): string =>
  Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : language === 'hy' ? 'pt-PT' : 'en'

/** A way to write many numbers alike, in the marks of a language. */
export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat(numberLocale(language), options)

interface NumberOptions {
  /** Digits after the point at most; trailing zeros are left out. */
  readonly maxDecimals?: number
  readonly grouped?: boolean
}

/** A number as people of this language write it. */
export function writeNumber(value: number, language: InterfaceLanguage, options: NumberOptions = {}): string {
  const { maxDecimals = 0, grouped = true } = options
  if (!Number.isFinite(value)) return String(value)
  const factor = 10 ** maxDecimals
  const rounded = Math.round(value * factor) / factor
  return localiseDigits(withoutExponent(rounded, maxDecimals), language, grouped)
}

/** A number that is already written with a point, in the marks of a language. */
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
