import type { PropertyValue } from '@kamar/scene'
import { lengthUnits, type LengthUnit } from '../shared/units.js'

const { inch, foot, millimetre, centimetre, metre } = lengthUnits
/** By the numbers of `LengthUnit` and `LengthFormat` among the options of a model. */
const units: readonly LengthUnit[] = [inch, foot, millimetre, centimetre, metre]
const styles = ['decimal', 'architectural', 'engineering', 'fractional'] as const
const inchesPerFoot = 12
const maxDecimals = 6
/** Sixty-fourths of an inch. */
const finestFraction = 6

/** How lengths are written. */
export interface LengthFormat {
  /** Architectural: feet, inches and fractions; engineering: feet with decimals; fractional: inches and fractions. */
  readonly style: (typeof styles)[number]
  readonly unit: LengthUnit
  /** Digits behind the point; of fractions the power of two below the line. */
  readonly precision: number
  readonly showsUnit: boolean
}

/** What the options of a model (`UnitsOptions`) say of lengths; null where they name no unit. */
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

/** A length as the program writes it. */
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
