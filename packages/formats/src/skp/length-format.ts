import { type PropertyValue, lengthUnits, type LengthUnit } from '@kamar/core'

const { inch, foot, millimetre, centimetre, metre } = lengthUnits
/** In the order of `LengthUnit` and `LengthFormat` in a model's options. */
const units: readonly LengthUnit[] = [inch, foot, millimetre, centimetre, metre]
const styles = ['decimal', 'architectural', 'engineering', 'fractional'] as const
const inchesPerFoot = 12
const maxDecimals = 6
/** 1/64 inch. */
const finestFraction = 6

/** Format of lengths. */
export interface LengthFormat {
  /** Architectural: feet, inches and fractions; engineering: feet with decimals; fractional: inches and fractions. */
  readonly style: (typeof styles)[number]
  readonly unit: LengthUnit
  /** Decimal places; for fractions the exponent of the denominator, a power of two. */
  readonly precision: number
  readonly showsUnit: boolean
}

/** Parses the length format from a model's options (`UnitsOptions`); returns null where they state no unit. */
export function toLengthFormat(options: readonly (readonly [string, PropertyValue])[]): LengthFormat | null {
  const optionByKey = new Map(options)
  const getNumber = (key: string): number => {
    const value = optionByKey.get(key)
    return typeof value === 'number' ? value : NaN
  }
  const unit = units[getNumber('LengthUnit')]
  if (unit === undefined) return null
  const precision = getNumber('LengthPrecision')
  return {
    style: styles[getNumber('LengthFormat')] ?? 'decimal',
    unit,
    precision: precision >= 0 && precision <= maxDecimals ? precision : 2,
    showsUnit: optionByKey.get('SuppressUnitsDisplay') !== true,
  }
}

/** Formats a length as SketchUp does. */
export function lengthText(inches: number, { precision, showsUnit, style, unit }: LengthFormat): string {
  if (style === 'architectural') return feetText(inches, precision)
  if (style === 'fractional') return `${fractionText(inches, precision)}${showsUnit ? '"' : ''}`
  const displayUnit = style === 'engineering' ? foot : unit
  const value = ((inches * inch.metres) / displayUnit.metres).toFixed(precision)
  return showsUnit ? `${value}${formatSuffix(displayUnit)}` : value
}

function formatSuffix(unit: LengthUnit): string {
  if (unit === inch) return '"'
  return unit === foot ? "'" : ` ${unit.name}`
}

function feetText(inches: number, precision: number): string {
  const step = 2 ** -Math.min(precision, finestFraction)
  const rounded = Math.round(inches / step) * step
  const feet = Math.floor(rounded / inchesPerFoot)
  const rest = rounded - feet * inchesPerFoot
  if (feet === 0) return `${fractionText(rest, precision)}"`
  return rest === 0 ? `${feet}'` : `${feet}' ${fractionText(rest, precision)}"`
}

function fractionText(inches: number, precision: number): string {
  let below = 2 ** Math.min(precision, finestFraction)
  const parts = Math.round(inches * below)
  const integer = Math.floor(parts / below)
  let above = parts - integer * below
  if (above === 0) return String(integer)
  while (above % 2 === 0) [above, below] = [above / 2, below / 2]
  return integer === 0 ? `${above}/${below}` : `${integer} ${above}/${below}`
}
