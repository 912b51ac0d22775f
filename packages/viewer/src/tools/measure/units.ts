/** Display units of lengths. */
export type LengthUnit = 'mm' | 'cm' | 'm' | 'ft-in'

const metresPerFoot = 0.3048
const inchesPerFoot = 12
/** Fractions of an inch that are displayed. */
const inchParts = 16

/** Quantity of a number of a measurement. */
export type Quantity = 'length' | 'area' | 'volume' | 'angle' | 'slope' | 'coordinate'

/** Number format. */
export interface NumberStyle {
  readonly unit: LengthUnit
  /** BCP 47; determines decimal separators. */
  readonly locale: string
}

/** Returns the unit nearest to that of the source. */
export function unitFor(metresPerSourceUnit: number): LengthUnit {
  if (Math.abs(metresPerSourceUnit - 0.001) < 1e-6) return 'mm'
  if (Math.abs(metresPerSourceUnit - 0.01) < 1e-5) return 'cm'
  const isFeet = Math.abs(metresPerSourceUnit / metresPerFoot - 1) < 1e-3
  const isInches = Math.abs((metresPerSourceUnit * inchesPerFoot) / metresPerFoot - 1) < 1e-3
  return isFeet || isInches ? 'ft-in' : 'm'
}

const decimalsOf = { mm: 0, cm: 1, m: 3 } as const
const perMetre = { mm: 1000, cm: 100, m: 1 } as const

/** A value that rounds to 0 has no sign. */
const numberText = (value: number, decimals: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    Math.abs(value) < 0.5 / 10 ** decimals ? 0 : value,
  )

/** Returns more decimals for small values: the pin of a machine is not 0 mm long. */
function decimalsFor(metres: number, unit: 'mm' | 'cm' | 'm'): number {
  const size = Math.abs(metres) * perMetre[unit]
  const more = size > 0 && size < 10 ? 2 : 0
  return Math.max(decimalsOf[unit], more)
}

/** Formats 12'-3 5/16", the sixteenths in lowest terms. */
function feetAndInches(metres: number): string {
  const parts = Math.round((Math.abs(metres) / metresPerFoot) * inchesPerFoot * inchParts)
  const sign = metres < 0 && parts > 0 ? '-' : ''
  const feet = Math.floor(parts / (inchesPerFoot * inchParts))
  const rest = parts - feet * inchesPerFoot * inchParts
  const inches = Math.floor(rest / inchParts)
  const fraction = lowestTerms(rest - inches * inchParts)
  return `${sign}${feet}'-${inches}${fraction === '' ? '' : ` ${fraction}`}"`
}

function lowestTerms(sixteenths: number): string {
  if (sixteenths === 0) return ''
  let [top, bottom] = [sixteenths, inchParts]
  while (top % 2 === 0) {
    top /= 2
    bottom /= 2
  }
  return `${top}/${bottom}`
}

/** Formats a length in metres, with its unit. */
export function lengthText(metres: number, { unit, locale }: NumberStyle): string {
  if (unit === 'ft-in') return feetAndInches(metres)
  return `${numberText(metres * perMetre[unit], decimalsFor(metres, unit), locale)} ${unit}`
}

/** Formats a coordinate, to the millimetre at least. */
function coordinateText(metres: number, { unit, locale }: NumberStyle): string {
  if (unit === 'ft-in') return feetAndInches(metres)
  return `${numberText(metres * perMetre[unit], decimalsOf[unit], locale)} ${unit}`
}

const powerText = (value: number, power: 2 | 3, { unit, locale }: NumberStyle): string => {
  const sign = power === 2 ? '²' : '³'
  if (unit === 'ft-in') return `${numberText(value / metresPerFoot ** power, 2, locale)} ft${sign}`
  const small = Math.abs(value) > 0 && Math.abs(value) < 0.01
  if (small) return `${numberText(value * 1000 ** power, power === 2 ? 1 : 0, locale)} mm${sign}`
  return `${numberText(value, 3, locale)} m${sign}`
}

/** Formats a number of a measurement: metres and their powers, degrees, or a slope (rise over run). */
export function quantityText(quantity: Quantity, value: number, style: NumberStyle): string {
  if (quantity === 'length') return lengthText(value, style)
  if (quantity === 'coordinate') return coordinateText(value, style)
  if (quantity === 'angle') return `${numberText(value, 2, style.locale)}°`
  if (quantity === 'slope') return slopeText(value, style.locale)
  return powerText(value, quantity === 'area' ? 2 : 3, style)
}

function slopeText(riseOverRun: number, locale: string): string {
  const degrees = (Math.atan(riseOverRun) * 180) / Math.PI
  if (!Number.isFinite(riseOverRun) || riseOverRun > 100) return `${numberText(degrees, 1, locale)}°`
  return `${numberText(riseOverRun * 100, 1, locale)} % · ${numberText(degrees, 1, locale)}°`
}

/** Returns the value as a plain number in the unit, for tables: decimal point, no grouping. */
export function plainNumber(quantity: Quantity, value: number, unit: LengthUnit): { number: string; unit: string } {
  if (quantity === 'angle') return { number: value.toFixed(4), unit: 'deg' }
  if (quantity === 'slope') return { number: (value * 100).toFixed(3), unit: '%' }
  const isFeet = unit === 'ft-in'
  if (quantity === 'area')
    return { number: (isFeet ? value / metresPerFoot ** 2 : value).toFixed(6), unit: isFeet ? 'ft2' : 'm2' }
  if (quantity === 'volume')
    return { number: (isFeet ? value / metresPerFoot ** 3 : value).toFixed(6), unit: isFeet ? 'ft3' : 'm3' }
  if (isFeet) return { number: (value / metresPerFoot).toFixed(5), unit: 'ft' }
  return { number: (value * perMetre[unit]).toFixed(unit === 'm' ? 4 : unit === 'cm' ? 2 : 1), unit }
}
