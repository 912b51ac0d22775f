import type { Property, PropertyScene, PropertySet, PropertySetId } from '@kamar/core'
import type { IfcFile } from '../model/ifc-file.js'
import { toClassName } from '../model/product-classes.js'
import type { ProjectUnits } from '../model/units.js'
import { predefinedRatios, predefinedSetAttributes } from './predefined-sets.js'
import { PropertyRows } from './property-rows.js'
import { readValue } from './property-values.js'

/**
 * Statements of sets whose numbers are cached: most sets of a large file belong to one element, and a table of all would
 * cost more time than it saves. Another statement in the same slot replaces the cached one.
 */
const rowSlots = 1 << 14

/** Reader-internal number of a set; equal sets share one. */
export type SetNumber = number

/**
 * Property sets of a file: each is read once, equal ones are shared, and they are added to the scene when an element
 * has them.
 */
export class PropertySets {
  readonly #file: IfcFile
  readonly #scene: PropertyScene
  readonly #units: ProjectUnits
  readonly #rows: PropertyRows
  /** Rows of statements that were read, and the number of each: see `rowSlots`. */
  readonly #slotRows = new Int32Array(rowSlots).fill(-1)
  readonly #slotNumbers = new Int32Array(rowSlots)
  readonly #numberOfContent = new Map<string, SetNumber>()
  readonly #merged = new Map<string, SetNumber>()
  readonly #sets: PropertySet[] = []
  readonly #ids: (PropertySetId | undefined)[] = []

  constructor(file: IfcFile, units: ProjectUnits, scene: PropertyScene) {
    this.#file = file
    this.#units = units
    this.#scene = scene
    this.#rows = new PropertyRows(file, units)
  }

  /** Returns the set of a statement; null when it is empty. */
  ofRow(row: number): SetNumber | null {
    const slot = row & (rowSlots - 1)
    if (this.#slotRows[slot] !== row) {
      this.#slotNumbers[slot] = this.#read(row) ?? -1
      this.#slotRows[slot] = row
    }
    const number = this.#slotNumbers[slot]
    return number < 0 ? null : number
  }

  /** Adds a generated set; null when it is empty. */
  add(set: PropertySet): SetNumber | null {
    return set.properties.length === 0 ? null : this.#intern(JSON.stringify(set), () => set)
  }

  /** Number of cached sets and distinct property statements. */
  get cachedCount(): number {
    return this.#sets.length + this.#rows.cachedCount
  }

  /** Returns the set's name. */
  getName(number: SetNumber): string {
    return this.#sets[number].name
  }

  /** Merges two sets: all of `own`, plus the properties that only the type's set states. */
  merge(own: SetNumber, ofType: SetNumber): SetNumber {
    const key = `${own} ${ofType}`
    const cached = this.#merged.get(key)
    if (cached !== undefined) return cached
    const set = this.#sets[own]
    const ownNames = new Set(set.properties.map(({ name }) => name))
    const inherited = this.#sets[ofType].properties.filter(({ name }) => !ownNames.has(name))
    const merged =
      inherited.length === 0
        ? own
        : (this.add({ name: set.name, properties: [...set.properties, ...inherited] }) ?? own)
    this.#merged.set(key, merged)
    return merged
  }

  /** Returns the scene's id of a set. */
  getId(number: SetNumber): PropertySetId {
    const cached = this.#ids[number]
    if (cached !== undefined) return cached
    const id = this.#scene.addPropertySet(this.#sets[number])
    this.#ids[number] = id
    return id
  }

  #read(row: number): SetNumber | null {
    const typeName = this.#file.typeOf(row)
    if (typeName === 'IFCPROPERTYSET') return this.#readListed(row, 4)
    if (typeName === 'IFCELEMENTQUANTITY') return this.#readListed(row, 5)
    const attributes = predefinedSetAttributes[typeName]
    return attributes ? this.#readPredefined(row, attributes) : null
  }

  #readListed(row: number, attribute: number): SetNumber | null {
    const cursor = this.#file.at(row, 2)
    const name = cursor.text() ?? ''
    for (let skipped = 3; skipped < attribute; skipped++) cursor.skip()
    const numbers = cursor.rows().map((property) => this.#rows.getNumber(property))
    const key = `${name}\n${numbers.join(' ')}`
    const cached = this.#numberOfContent.get(key)
    if (cached !== undefined) return cached
    const properties = numbers.flatMap((number) => this.#rows.properties(number))
    return properties.length === 0 ? null : this.#intern(key, () => ({ name, properties }))
  }

  #readPredefined(row: number, attributes: readonly string[]): SetNumber | null {
    const file = this.#file
    const cursor = file.at(row, 2)
    const name = cursor.text() ?? ''
    cursor.skip()
    const properties: Property[] = []
    for (const attribute of attributes) {
      const read = readValue(cursor.value())
      if (attribute === '' || read === null || read.value === '') continue
      const isLength = typeof read.value === 'number' && !predefinedRatios.has(attribute)
      const unit = isLength ? this.#units.symbol('LENGTHUNIT') : undefined
      properties.push({ name: attribute, value: read.value, ...(unit === undefined ? {} : { unit }) })
    }
    return this.add({ name: name === '' ? toClassName(file.typeOf(row)) : name, properties })
  }

  #intern(key: string, make: () => PropertySet): SetNumber {
    const cached = this.#numberOfContent.get(key)
    if (cached !== undefined) return cached
    const number = this.#sets.push(make()) - 1
    this.#numberOfContent.set(key, number)
    return number
  }
}
