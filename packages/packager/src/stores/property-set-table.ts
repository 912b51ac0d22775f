import type { PropertySet, PropertyValue } from '@kamar/core'
import type { ScratchStorage } from '../files/scratch-file.js'
import { SpilledBytes } from '../files/spilled-bytes.js'
import { GrowingColumn } from './growing-column.js'
import { HashIndex } from './columns/hash-index.js'
import { UniqueTexts } from './columns/text-column.js'
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
  readonly #texts: UniqueTexts
  readonly #template = new GrowingColumn(Uint32Array)
  #index = new HashIndex()
  /** Position of each set's values, in numbers. */
  readonly #start = new GrowingColumn(Uint32Array)
  /** Float64 each: numbers, numbers of texts, and 0 or 1 for booleans. */
  readonly #values: SpilledBytes
  /** Values of the set that is being added. */
  #added = new Float64Array(64)

  constructor(storage: ScratchStorage | null = null) {
    this.#texts = new UniqueTexts(storage)
    this.#values = new SpilledBytes(storage)
  }

  get count(): number {
    return this.#template.length
  }

  /** Returns the number of a set, a new one for a new set. */
  add(set: PropertySet): number {
    const template = this.#templates.intern(set)
    const count = set.properties.length
    if (this.#added.length < count) this.#added = new Float64Array(count * 2)
    for (let index = 0; index < count; index++) this.#added[index] = this.#encode(set.properties[index].value)
    const values = this.#added.subarray(0, count)
    const hash = computeHash(template, values)
    const existing = this.#index.find(
      hash,
      (number) => this.#template.at(number) === template && areEqual(this.#readValues(number, count), values),
    )
    if (existing >= 0) return existing
    this.#template.push(template)
    const position = this.#values.append(new Uint8Array(values.buffer, 0, values.byteLength))
    this.#start.push(position / Float64Array.BYTES_PER_ELEMENT)
    return this.#index.add(hash)
  }

  /** Returns a set by its number. */
  get(number: number): PropertySet {
    const { name, properties } = this.#templates.values[this.#template.at(number)]
    const values = this.#readValues(number, properties.length)
    return {
      name,
      properties: properties.map((property, index) => ({
        ...property,
        value: this.#decode(values[index], property.value),
      })),
    }
  }

  /** Removes all sets and frees their memory. */
  close(): void {
    this.#texts.close()
    this.#values.close()
    this.#template.clear()
    this.#start.clear()
    this.#index = new HashIndex()
  }

  #encode(value: PropertyValue): number {
    return typeof value === 'string' ? this.#texts.intern(value) : Number(value)
  }

  /** Decodes a value of the type of another one. */
  #decode(coded: number, other: PropertyValue): PropertyValue {
    if (typeof other === 'string') return this.#texts.get(coded)
    return typeof other === 'boolean' ? coded === 1 : coded
  }

  /** Returns the values of a set, as a view that the next call may invalidate. */
  #readValues(number: number, count: number): Float64Array {
    const bytes = this.#values.read(
      this.#start.at(number) * Float64Array.BYTES_PER_ELEMENT,
      count * Float64Array.BYTES_PER_ELEMENT,
    )
    return new Float64Array(bytes.buffer, bytes.byteOffset, count)
  }
}

const one = new Float64Array(1)
const halves = new Uint32Array(one.buffer)

function computeHash(template: number, values: Float64Array): number {
  let hash = template
  for (let at = 0; at < values.length; at++) {
    one[0] = values[at]
    hash = Math.imul(hash ^ halves[0], 0x85ebca6b)
    hash = Math.imul(hash ^ halves[1] ^ (hash >>> 15), 0xc2b2ae35)
  }
  return (hash ^ (hash >>> 13)) >>> 0
}

function areEqual(some: Float64Array, others: Float64Array): boolean {
  for (let at = 0; at < some.length; at++) if (!Object.is(some[at], others[at])) return false
  return true
}
