import { conversionSymbols, productSymbol, siPrefixes, siSymbols } from '@kamar/codecs/part21'
import { lengthUnits, unitOfLength, type LengthUnit } from '@kamar/core'
import { toNumber, toText, toEnumeration, type StepFile } from '../step-file.js'

/** A unit of the file. */
export interface Unit {
  readonly symbol: string
  /** Number of SI base units in one of it. */
  readonly factor: number
}

const maxUnitDepth = 4
/** Units of representation contexts and of measures; each is read once. */
export class Units {
  readonly #file: StepFile
  readonly #lengths = new Map<number, LengthUnit | null>()
  readonly #angles = new Map<number, number>()
  readonly #units = new Map<number, Unit | null>()

  constructor(file: StepFile) {
    this.#file = file
  }

  /** Returns the unit of length of a context's row; millimetres where it has none. */
  getLengthUnit(context: number): LengthUnit {
    return this.statedLength(context) ?? lengthUnits.millimetre
  }

  /** Returns the unit of length that a context states, or null. */
  statedLength(context: number): LengthUnit | null {
    let length = this.#lengths.get(context)
    if (length === undefined) {
      length = this.#readLength(context)
      this.#lengths.set(context, length)
    }
    return length
  }

  /** Returns the radians per unit of plane angle of a context. */
  getAngleUnit(context: number): number {
    let radians = this.#angles.get(context)
    if (radians === undefined) {
      const row = this.#assigned(context).find((unit) => this.#file.is(unit, 'PLANE_ANGLE_UNIT'))
      radians = (row === undefined ? null : this.unit(row))?.factor ?? 1
      this.#angles.set(context, radians)
    }
    return radians
  }

  /** Returns a unit's row as symbol and factor, or null. */
  unit(row: number, depth = 0): Unit | null {
    if (row < 0 || depth > maxUnitDepth) return null
    let unit = this.#units.get(row)
    if (unit === undefined) {
      // A cyclic definition then resolves to null.
      this.#units.set(row, null)
      unit = this.#readUnit(row, depth)
      this.#units.set(row, unit)
    }
    return unit
  }

  #readUnit(row: number, depth: number): Unit | null {
    const si = this.#file.part(row, 'SI_UNIT')
    if (si) return siUnit(toEnumeration(si.at(-2)), toEnumeration(si.at(-1)))
    const conversion = this.#file.part(row, 'CONVERSION_BASED_UNIT')
    if (conversion) return this.#conversion(conversion, depth)
    const derived = this.#file.part(row, 'DERIVED_UNIT')
    return derived ? this.#derived(this.#file.rowsIn(derived[0]), depth) : null
  }

  #assigned(context: number): number[] {
    const part = this.#file.part(context, 'GLOBAL_UNIT_ASSIGNED_CONTEXT')
    return part ? this.#file.rowsIn(part.at(-1)) : []
  }

  #readLength(context: number): LengthUnit | null {
    const row = this.#assigned(context).find((unit) => this.#file.is(unit, 'LENGTH_UNIT'))
    const unit = row === undefined ? null : this.unit(row)
    if (!unit || !(unit.factor > 0) || !Number.isFinite(unit.factor)) return null
    // Programs define even millimetres by conversion, under various names: the length itself determines the unit.
    return unitOfLength(unit.factor) ?? { name: unit.symbol, metres: unit.factor }
  }

  #conversion(attributes: ReturnType<StepFile['attributes']>, depth: number): Unit | null {
    const name = toText(attributes.at(-2)).toUpperCase()
    const measure = this.#file.rowOf(attributes.at(-1))
    const values = readMeasure(this.#file, measure)
    if (!values) return null
    const base = this.unit(values.unit, depth + 1)
    return { symbol: conversionSymbols[name] ?? name.toLowerCase(), factor: values.value * (base?.factor ?? 1) }
  }

  #derived(elements: readonly number[], depth: number): Unit | null {
    let factor = 1
    const factors: { symbol: string; exponent: number }[] = []
    for (const element of elements) {
      const [unitValue, exponentValue] = this.#file.attributes(element)
      const unit = this.unit(this.#file.rowOf(unitValue), depth + 1)
      if (!unit) return null
      const exponent = toNumber(exponentValue) ?? 1
      factors.push({ symbol: unit.symbol, exponent })
      factor *= unit.factor ** exponent
    }
    return { symbol: productSymbol(factors), factor }
  }
}

function siUnit(prefixName: string, name: string): Unit | null {
  const symbol = siSymbols[name]
  if (symbol === undefined) return null
  const [factor, prefix] = siPrefixes[prefixName] ?? [1, '']
  const power = name === 'SQUARE_METRE' ? 2 : name === 'CUBIC_METRE' ? 3 : 1
  // The SI unit of mass is the kilogram.
  return { symbol: `${prefix}${symbol}`, factor: factor ** power * (name === 'GRAM' ? 0.001 : 1) }
}

/**
 * Reads the value and unit's row of a measure (`LENGTH_MEASURE_WITH_UNIT`, also as a part of a complex instance);
 * returns null for any other row.
 */
export function readMeasure(file: StepFile, row: number): { readonly value: number; readonly unit: number } | null {
  const attributes = file.part(row, 'MEASURE_WITH_UNIT') ?? simpleMeasure(file, row)
  if (!attributes) return null
  const value = toNumber(attributes[0])
  return value === null ? null : { value, unit: file.rowOf(attributes[1]) }
}

function simpleMeasure(file: StepFile, row: number): ReturnType<StepFile['attributes']> | null {
  const typeName = file.typeOf(row)
  if (typeName.endsWith('MEASURE_WITH_UNIT')) return file.attributes(row)
  return typeName === 'MEASURE_REPRESENTATION_ITEM' ? file.attributes(row).slice(1) : null
}
