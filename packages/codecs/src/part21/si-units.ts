/** Prefixes of SI units in ISO 10303: factor and symbol. */
export const siPrefixes: Readonly<Record<string, readonly [factor: number, symbol: string]>> = {
  EXA: [1e18, 'E'],
  PETA: [1e15, 'P'],
  TERA: [1e12, 'T'],
  GIGA: [1e9, 'G'],
  MEGA: [1e6, 'M'],
  KILO: [1e3, 'k'],
  HECTO: [1e2, 'h'],
  DECA: [10, 'da'],
  DECI: [0.1, 'd'],
  CENTI: [0.01, 'c'],
  MILLI: [1e-3, 'm'],
  MICRO: [1e-6, 'µ'],
  NANO: [1e-9, 'n'],
  PICO: [1e-12, 'p'],
  FEMTO: [1e-15, 'f'],
  ATTO: [1e-18, 'a'],
}

/** Symbols of SI units by their names in ISO 10303. */
export const siSymbols: Readonly<Record<string, string>> = {
  METRE: 'm',
  SQUARE_METRE: 'm²',
  CUBIC_METRE: 'm³',
  GRAM: 'g',
  SECOND: 's',
  RADIAN: 'rad',
  STERADIAN: 'sr',
  KELVIN: 'K',
  DEGREE_CELSIUS: '°C',
  AMPERE: 'A',
  VOLT: 'V',
  OHM: 'Ω',
  WATT: 'W',
  JOULE: 'J',
  NEWTON: 'N',
  PASCAL: 'Pa',
  HERTZ: 'Hz',
  LUMEN: 'lm',
  LUX: 'lx',
  CANDELA: 'cd',
  MOLE: 'mol',
  COULOMB: 'C',
  FARAD: 'F',
  HENRY: 'H',
  SIEMENS: 'S',
  TESLA: 'T',
  WEBER: 'Wb',
  BECQUEREL: 'Bq',
  GRAY: 'Gy',
  SIEVERT: 'Sv',
}

/** Symbols of conversion-based units, by their customary names in capitals. */
export const conversionSymbols: Readonly<Record<string, string>> = {
  INCH: 'in',
  FOOT: 'ft',
  'US SURVEY FOOT': 'ft',
  YARD: 'yd',
  MILE: 'mi',
  DEGREE: '°',
  'SQUARE INCH': 'in²',
  'SQUARE FOOT': 'ft²',
  'CUBIC INCH': 'in³',
  'CUBIC FOOT': 'ft³',
  'CUBIC YARD': 'yd³',
  LITRE: 'l',
  POUND: 'lb',
  MINUTE: 'min',
  HOUR: 'h',
  DAY: 'd',
}

const superscripts: Readonly<Record<string, string>> = { '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵' }

/** Returns the symbol of a derived unit, a product of powers of others: `kg/m³`; '' when it is dimensionless. */
export function productSymbol(factors: readonly { readonly symbol: string; readonly exponent: number }[]): string {
  const write = ({ symbol, exponent }: { readonly symbol: string; readonly exponent: number }): string => {
    const power = Math.abs(exponent)
    return power === 1 ? symbol : `${symbol}${String(power).replace(/\d/g, (digit) => superscripts[digit] ?? digit)}`
  }
  const above = factors.filter(({ exponent }) => exponent > 0).map(write)
  const below = factors.filter(({ exponent }) => exponent < 0).map(write)
  if (above.length === 0 && below.length === 0) return ''
  const top = above.join('·') || '1'
  const bottom = below.length > 1 ? `(${below.join('·')})` : below.join('')
  return bottom === '' ? top : `${top}/${bottom}`
}
