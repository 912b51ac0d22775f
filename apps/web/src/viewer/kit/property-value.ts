import type { Property } from '@kamar/core'
import { writeNumber } from '../../platform/format/number.js'
import type { InterfaceLanguage } from '../../platform/i18n/languages.js'

/** Decimal places: a tenth of a millimetre in metres, without floating-point noise. */
const maxDecimals = 4

interface BooleanLabels {
  readonly yes: string
  readonly no: string
}

/** Formats a value for display, with its unit. */
export function propertyText(
  { value, unit }: Property,
  labels: BooleanLabels,
  language: InterfaceLanguage = 'en',
): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no
  const text = typeof value === 'number' ? numberText(value, language) : value
  return unit ? `${text} ${unit}` : text
}

/** Formats a value for copying: unrounded, without separators. */
export const propertyCopy = ({ value }: Property): string => String(value)

/** Formats a number for display: rounded, with the separators of the language. */
export function numberText(value: number, language: InterfaceLanguage): string {
  // A very small value is not displayed as zero.
  if (value !== 0 && Math.abs(value) < 10 ** -maxDecimals) return value.toPrecision(3)
  return writeNumber(value, language, { maxDecimals, grouped: false })
}
