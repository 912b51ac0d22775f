import { conversionSymbols, productSymbol, siPrefixes, siSymbols } from '@kamar/codecs/part21'
import type { IfcFile } from './ifc-file.js'

/** A unit of the file. */
export interface Unit {
  readonly symbol: string
  /** Number of SI base units per unit; 1 when unknown. */
  readonly factor: number
}

/** The units of a file. */
export interface ProjectUnits {
  readonly length: { readonly name: string; readonly metres: number }
  /** False when the file states no length unit, so that metres are assumed. */
  readonly lengthStated: boolean
  /** Radians per angle unit. */
  readonly angleRadians: number
  /** Returns the symbol for a kind of unit (`LENGTHUNIT`), or undefined. */
  symbol(kind: string): string | undefined
  /** Returns the symbol of a unit's row, for values that state their own unit. */
  symbolOfRow(row: number): string | undefined
  /** Returns the number of SI base units per unit of a row, or undefined. */
  factorOfRow(row: number): number | undefined
}

const maxUnitDepth = 4

function siUnit(file: IfcFile, row: number): Unit | null {
  const cursor = file.at(row, 2)
  const prefix = siPrefixes[cursor.enumeration() ?? '']
  const name = cursor.enumeration() ?? ''
  const symbol = siSymbols[name]
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
  const factors: { symbol: string; exponent: number }[] = []
  let factor = 1
  for (const element of file.rowsAt(row, 0)) {
    const unit = readUnit(file, file.rowAt(element, 0), depth + 1)
    const exponent = file.numberAt(element, 1) ?? 1
    if (!unit) return null
    factor *= unit.factor ** exponent
    factors.push({ symbol: unit.symbol, exponent })
  }
  const symbol = productSymbol(factors)
  return symbol === '' ? null : { symbol, factor }
}

function readUnit(file: IfcFile, row: number, depth = 0): Unit | null {
  if (row < 0 || depth > maxUnitDepth) return null
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

/** Returns the row of the unit assignment that applies: the project's, or else the first of the file. */
export function unitAssignmentRow(file: IfcFile): number {
  const [project] = file.listRows('IFCPROJECT', 'IFCPROJECTLIBRARY')
  const assignment = project === undefined ? -1 : file.rowAt(project, 8)
  return assignment >= 0 ? assignment : (file.index.listRows('IFCUNITASSIGNMENT')[0] ?? -1)
}

/** Reads the project's units; metres and radians where the file states none. */
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

/** Returns the kind of unit of a measure (`IFCLENGTHMEASURE` → `LENGTHUNIT`), or null for plain numbers. */
export function unitKindOfMeasure(measure: string): string | null {
  const match = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(measure)
  if (!match || plainMeasures.has(match[1] ?? '')) return null
  return `${match[1]}UNIT`
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
