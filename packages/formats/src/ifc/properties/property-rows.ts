import type { Property } from '@kamar/core'
import type { IfcFile } from '../model/ifc-file.js'
import { unitKindOfMeasure, type ProjectUnits } from '../model/units.js'
import { rangeText, readValue, tableText, type ReadValue } from './property-values.js'

/** Max nesting of complex properties; real files stay below it, and cycles end here. */
const maxComplexDepth = 8

const quantityUnits: Readonly<Record<string, string | null>> = {
  IFCQUANTITYLENGTH: 'LENGTHUNIT',
  IFCQUANTITYAREA: 'AREAUNIT',
  IFCQUANTITYVOLUME: 'VOLUMEUNIT',
  IFCQUANTITYWEIGHT: 'MASSUNIT',
  IFCQUANTITYTIME: 'TIMEUNIT',
  IFCQUANTITYCOUNT: null,
  IFCQUANTITYNUMBER: null,
}

/**
 * Reader of property and quantity statements. Equal statements are read once: most of a large file's properties are
 * copies that differ only in their number (78,923 rows of one sample have 3,538 distinct ones).
 */
export class PropertyRows {
  readonly #file: IfcFile
  readonly #units: ProjectUnits
  readonly #numbers = new Map<number, Map<string, number>>()
  /** Properties by number; a complex one has several. */
  readonly #properties: (readonly Property[])[] = []

  constructor(file: IfcFile, units: ProjectUnits) {
    this.#file = file
    this.#units = units
  }

  /** Number of distinct statements read so far. */
  get cachedCount(): number {
    return this.#properties.length
  }

  /** Returns a number that is the same for equal statements. */
  getNumber(row: number): number {
    const type = this.#file.index.getType(row)
    let numberByBody = this.#numbers.get(type)
    if (!numberByBody) this.#numbers.set(type, (numberByBody = new Map()))
    const body = this.#file.attributesText(row)
    const number = numberByBody.get(body)
    if (number !== undefined) return number
    const added = this.#properties.push(this.#read(row, 0)) - 1
    numberByBody.set(body, added)
    return added
  }

  /** Returns the properties of a number. */
  properties(number: number): readonly Property[] {
    return this.#properties[number]
  }

  #read(row: number, depth: number): readonly Property[] {
    const typeName = this.#file.typeOf(row)
    if (typeName === 'IFCCOMPLEXPROPERTY') return this.#readComplex(row, 3, depth)
    if (typeName === 'IFCPHYSICALCOMPLEXQUANTITY') return this.#readComplex(row, 2, depth)
    const name = this.#file.textAt(row, 0) ?? ''
    if (name === '') return []
    const property = typeName in quantityUnits ? this.#readQuantity(row, name) : this.#readSimple(row, name)
    return property ? [property] : []
  }

  #readComplex(row: number, attribute: number, depth: number): readonly Property[] {
    if (depth >= maxComplexDepth) return []
    const name = this.#file.textAt(row, 0) ?? ''
    const parts = this.#file.rowsAt(row, attribute).flatMap((part) => this.#read(part, depth + 1))
    return parts.map((part) => ({ ...part, name: `${name} / ${part.name}` }))
  }

  #readQuantity(row: number, name: string): Property | null {
    const cursor = this.#file.at(row, 2)
    const unitRow = cursor.row()
    const value = cursor.number()
    if (value === null) return null
    const kind = quantityUnits[this.#file.typeOf(row)] ?? null
    return withUnit(
      { name, value },
      unitRow >= 0 ? this.#units.symbolOfRow(unitRow) : kind === null ? undefined : this.#units.symbol(kind),
    )
  }

  #readSimple(row: number, name: string): Property | null {
    const cursor = this.#file.at(row, 2)
    switch (this.#file.typeOf(row)) {
      case 'IFCPROPERTYSINGLEVALUE':
      case 'IFCPROPERTYLISTVALUE': {
        const value = readValue(cursor.value())
        return this.#property(name, value, cursor.row())
      }
      case 'IFCPROPERTYENUMERATEDVALUE':
        return this.#property(name, readValue(cursor.value()), -1)
      case 'IFCPROPERTYBOUNDEDVALUE': {
        const [upper, lower] = [readValue(cursor.value()), readValue(cursor.value())]
        const unitRow = cursor.row()
        const text = rangeText(lower, upper, readValue(cursor.value()))
        const measure = (upper ?? lower)?.measure ?? null
        return this.#property(name, text === null ? null : { value: text, measure }, unitRow)
      }
      case 'IFCPROPERTYTABLEVALUE': {
        const text = tableText(cursor.value(), cursor.value())
        return text === null ? null : { name, value: text }
      }
      case 'IFCPROPERTYREFERENCEVALUE':
        return this.#readReference(row, name)
      default:
        return null
    }
  }

  #readReference(row: number, name: string): Property | null {
    const referred = this.#file.rowAt(row, 3)
    const value = referred < 0 ? null : this.#file.textAt(referred, 0)
    return value === null || value === '' ? null : { name, value }
  }

  #property(name: string, read: ReadValue | null, unitRow: number): Property | null {
    if (read === null || read.value === '') return null
    const kind = read.measure === null ? null : unitKindOfMeasure(read.measure)
    const symbol =
      unitRow >= 0 ? this.#units.symbolOfRow(unitRow) : kind === null ? undefined : this.#units.symbol(kind)
    return withUnit({ name, value: read.value }, symbol)
  }
}

function withUnit(property: Property, unit: string | undefined): Property {
  return unit === undefined || unit === '' ? property : { ...property, unit }
}
