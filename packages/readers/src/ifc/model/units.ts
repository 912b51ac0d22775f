import type { IfcFile } from './ifc-file.js'

const prefixes: Readonly<Record<string, readonly [factor: number, symbol: string]>> = {
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

const symbols: Readonly<Record<string, string>> = {
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

const conversionSymbols: Readonly<Record<string, string>> = {
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

/** A unit of the file. */
export interface Unit {
  readonly symbol: string
  /** How many SI base units one of it is; 1 when it is not known. */
  readonly factor: number
}

/** The units a file counts in. */
export interface ProjectUnits {
  readonly length: { readonly name: string; readonly metres: number }
  /** False when the file states no length unit, so that metres are assumed. */
  readonly lengthStated: boolean
  /** Radians of one unit of angle. */
  readonly angleRadians: number
  /** The symbol for a kind of unit (`LENGTHUNIT`), or undefined. */
  symbol(kind: string): string | undefined
  /** The symbol of a unit's row, for values that state their own unit. */
  symbolOfRow(row: number): string | undefined
  /** How many SI base units one of a unit's row is, or undefined. */
  factorOfRow(row: number): number | undefined
}

const superscripts: Readonly<Record<string, string>> = { '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵' }
const deepestUnit = 4

function siUnit(file: IfcFile, row: number): Unit | null {
  const cursor = file.at(row, 2)
  const prefix = prefixes[cursor.enumeration() ?? '']
  const name = cursor.enumeration() ?? ''
  const symbol = symbols[name]
  if (symbol === undefined) return null
  const power = name === 'SQUARE_METRE' ? 2 : name === 'CUBIC_METRE' ? 3 : 1
  return { symbol: `${prefix?.[1] ?? ''}${symbol}`, factor: (prefix?.[0] ?? 1) ** power }
}

function conversionUnit(file: IfcFile, row: number, depth: number): Unit | null {
  const name = file.textAt(row, 2) ?? ''
  const measure = file.rowAt(row, 3)
  const ratio = measure < 0 ? null : file.numberAt(measure, 0)
  const base = measure < 0 ? null : readUnit(file, file.rowAt(measure, 1), depth + 1)
  const symbol = conversionSymbols[name.toUpperCase()] ?? name.toLowerCase()
  return { symbol, factor: (ratio ?? 1) * (base?.factor ?? 1) }
}

function derivedUnit(file: IfcFile, row: number, depth: number): Unit | null {
  const above: string[] = []
  const below: string[] = []
  let factor = 1
  for (const element of file.rowsAt(row, 0)) {
    const unit = readUnit(file, file.rowAt(element, 0), depth + 1)
    const exponent = file.numberAt(element, 1) ?? 1
    if (!unit) return null
    factor *= unit.factor ** exponent
    const power = Math.abs(exponent)
    const written =
      power === 1
        ? unit.symbol
        : `${unit.symbol}${String(power).replace(/\d/g, (digit) => superscripts[digit] ?? digit)}`
    if (exponent > 0) above.push(written)
    else below.push(written)
  }
  if (above.length === 0 && below.length === 0) return null
  const top = above.join('·') || '1'
  const bottom = below.length > 1 ? `(${below.join('·')})` : below.join('')
  return { symbol: bottom === '' ? top : `${top}/${bottom}`, factor }
}

function readUnit(file: IfcFile, row: number, depth = 0): Unit | null {
  if (row < 0 || depth > deepestUnit) return null
  switch (file.typeOf(row)) {
    case 'IFCSIUNIT':
      return siUnit(file, row)
    case 'IFCCONVERSIONBASEDUNIT':
    case 'IFCCONVERSIONBASEDUNITWITHOFFSET':
      return conversionUnit(file, row, depth)
    case 'IFCDERIVEDUNIT':
      return derivedUnit(file, row, depth)
    case 'IFCMONETARYUNIT':
      return { symbol: file.at(row).enumeration() ?? file.textAt(row, 0) ?? '', factor: 1 }
    case 'IFCCONTEXTDEPENDENTUNIT':
      return { symbol: file.textAt(row, 2) ?? '', factor: 1 }
    default:
      return null
  }
}

function unitKind(file: IfcFile, row: number): string {
  const typeName = file.typeOf(row)
  if (typeName === 'IFCMONETARYUNIT') return 'MONETARYUNIT'
  return file.at(row, 1).enumeration() ?? ''
}

const unitNames: Readonly<Record<string, string>> = {
  m: 'metre',
  mm: 'millimetre',
  cm: 'centimetre',
  dm: 'decimetre',
  km: 'kilometre',
  in: 'inch',
  ft: 'foot',
}

/** The row of the unit assignment that counts: the project's, else the first of the file. */
export function unitAssignmentRow(file: IfcFile): number {
  const [project] = file.rowsOf('IFCPROJECT', 'IFCPROJECTLIBRARY')
  const stated = project === undefined ? -1 : file.rowAt(project, 8)
  return stated >= 0 ? stated : (file.index.rowsOf('IFCUNITASSIGNMENT')[0] ?? -1)
}

/** Reads the project's units; metres and radians where the file is silent. */
export function readUnits(file: IfcFile): ProjectUnits {
  const assignment = unitAssignmentRow(file)
  const units = new Map<string, Unit>()
  for (const row of assignment < 0 ? [] : file.rowsAt(assignment, 0)) {
    const kind = unitKind(file, row)
    const unit = readUnit(file, row)
    if (unit && !units.has(kind)) units.set(kind, unit)
  }
  const length = units.get('LENGTHUNIT')
  const usable = length !== undefined && length.factor > 0 && Number.isFinite(length.factor)
  const metres = usable ? length.factor : 1
  return {
    length: { name: usable ? (unitNames[length.symbol] ?? length.symbol) : 'metre', metres },
    lengthStated: usable,
    angleRadians: units.get('PLANEANGLEUNIT')?.factor ?? 1,
    symbol: (kind) => units.get(kind)?.symbol,
    symbolOfRow: (row) => readUnit(file, row)?.symbol,
    factorOfRow: (row) => readUnit(file, row)?.factor,
  }
}

/** The kind of unit that a measure counts in (`IFCLENGTHMEASURE` → `LENGTHUNIT`), or null for plain numbers. */
export function unitKindOfMeasure(measure: string): string | null {
  const found = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(measure)
  if (!found || plainMeasures.has(found[1] ?? '')) return null
  return `${found[1]}UNIT`
}

const plainMeasures = new Set([
  'RATIO',
  'NORMALISEDRATIO',
  'COUNT',
  'NUMERIC',
  'DESCRIPTIVE',
  'PARAMETERVALUE',
  'PH',
  'CONTEXTDEPENDENT',
])
