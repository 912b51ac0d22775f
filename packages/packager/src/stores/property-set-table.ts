import type { PropertySet, PropertyValue } from '@kamar/core'
import { GrowingColumn } from './growing-column.js'
import { HashIndex } from './hash-index.js'
import { UniqueList } from './unique-list.js'

/** Formats what a set states besides its values; with the lengths of texts, so that it is unambiguous. */
function formatTemplate({ name, properties }: PropertySet): string {
  let key = `${name.length}:${name}`
  for (const { name: property, value, unit } of properties) {
    key += `${property.length}:${property}${(typeof value)[0]}`
    if (unit !== undefined) key += `u${unit.length}:${unit}`
  }
  return key
}

/**
 * Distinct property sets in columns: names and units once for each kind of set, eight bytes for each value. Drawings
 * and models have millions.
 */
export class PropertySetTable {
  readonly #templates = new UniqueList<PropertySet>(formatTemplate)
  readonly #texts = new UniqueList<string>(String)
  readonly #template = new GrowingColumn(Uint32Array)
  readonly #index = new HashIndex()
  readonly #end = new GrowingColumn(Uint32Array)
  /** Numbers, numbers of texts, and 0 or 1 for booleans. */
  readonly #values = new GrowingColumn(Float64Array)
  readonly #number = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#number.buffer)

  get count(): number {
    return this.#template.length
  }

  /** Returns the number of a set, a new one for a new set. */
  add(set: PropertySet): number {
    const template = this.#templates.intern(set)
    const first = this.#values.length
    for (const { value } of set.properties) this.#values.push(this.#encode(value))
    const hash = this.#computeHash(template, first)
    const existing = this.#index.find(hash, (number) => this.#isEqual(number, template, first))
    if (existing >= 0) {
      this.#values.length = first
      return existing
    }
    this.#template.push(template)
    this.#end.push(this.#values.length)
    return this.#index.add(hash)
  }

  /** Returns a set by its number. */
  get(number: number): PropertySet {
    const { name, properties } = this.#templates.values[this.#template.at(number)]
    const first = this.#getStart(number)
    return {
      name,
      properties: properties.map((property, index) => ({
        ...property,
        value: this.#decode(this.#values.at(first + index), property.value),
      })),
    }
  }

  #encode(value: PropertyValue): number {
    return typeof value === 'string' ? this.#texts.intern(value) : Number(value)
  }

  /** Decodes a value of the type of another one. */
  #decode(coded: number, other: PropertyValue): PropertyValue {
    if (typeof other === 'string') return this.#texts.values[coded]
    return typeof other === 'boolean' ? coded === 1 : coded
  }

  #getStart(number: number): number {
    return number === 0 ? 0 : this.#end.at(number - 1)
  }

  #computeHash(template: number, first: number): number {
    let hash = template
    for (let at = first; at < this.#values.length; at++) {
      this.#number[0] = this.#values.at(at)
      hash = Math.imul(hash ^ this.#halves[0], 0x85ebca6b)
      hash = Math.imul(hash ^ this.#halves[1] ^ (hash >>> 15), 0xc2b2ae35)
    }
    return (hash ^ (hash >>> 13)) >>> 0
  }

  #isEqual(number: number, template: number, first: number): boolean {
    if (this.#template.at(number) !== template) return false
    const start = this.#getStart(number)
    const count = this.#values.length - first
    for (let index = 0; index < count; index++)
      if (!Object.is(this.#values.at(start + index), this.#values.at(first + index))) return false
    return true
  }
}
