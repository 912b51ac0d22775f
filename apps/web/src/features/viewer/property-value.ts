import type { Property } from '@kamar/scene'
import { writeNumber } from '../../shared/format/number.js'
import type { InterfaceLanguage } from '../../shared/i18n/languages.js'

/** Digits after the point: a tenth of a millimetre in metres, and no noise of floating point. */
const maxDecimals = 4

interface BooleanLabels {
  readonly yes: string
  readonly no: string
}

/** A value as it is read, with its unit. */
export function propertyText(
  { value, unit }: Property,
  labels: BooleanLabels,
  language: InterfaceLanguage = 'en',
): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no
  const text = typeof value === 'number' ? numberText(value, language) : value
  return unit ? `${text} ${unit}` : text
}

/** A value as it is copied: whole, without separators. */
export const propertyCopy = ({ value }: Property): string => String(value)

/** A number of a property as it is read: rounded, in the marks of the language, thousands together. */
export function numberText(value: number, language: InterfaceLanguage): string {
  // Something tiny is not nothing.
  if (value !== 0 && Math.abs(value) < 10 ** -maxDecimals) return value.toPrecision(3)
  return writeNumber(value, language, { maxDecimals, grouped: false })
}
