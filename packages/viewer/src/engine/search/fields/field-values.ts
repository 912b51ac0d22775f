import type { PropertyValue } from '@kamar/core'
import { readValue, valueType, type Template } from '@kamar/package-format/read'
import type { CatalogField } from './field-catalog.js'
import type { BlockColumns, PropertyBlocks } from '../property-blocks.js'
import { isPlaceholder } from './placeholder-values.js'

/** Position of a property of a template that belongs to the read fields. */
interface ValuePosition {
  /** Position among the stored values of a set; −1 for a boolean. */
  readonly stored: number
  readonly type: number
}

/** Returns the positions of fields in a template, in the order of the fields. */
function findPositions(
  { names }: BlockColumns,
  template: Template,
  fields: readonly CatalogField[],
): readonly ValuePosition[] {
  const set = names.text(template[0])
  const positions: (ValuePosition & { readonly field: number })[] = []
  let stored = 0
  for (let at = 1; at < template.length; at += 3) {
    const type = template[at + 1]
    const property = names.text(template[at])
    const field = fields.findIndex((one) => one.set === set && one.property === property)
    if (field >= 0) positions.push({ field, type, stored: type < valueType.false ? stored : -1 })
    if (type < valueType.false) stored++
  }
  return positions.toSorted((a, b) => a.field - b.field)
}

/**
 * Returns whether a value replaces an earlier one: of one field the first counts, of a name of any set only a value
 * replaces a placeholder.
 */
type IsBetter = (key: number, earlier: number) => boolean

/** Keys of the values of some fields. */
export interface FieldReading {
  readonly fields: readonly CatalogField[]
  /** Returns the key of a value. */
  readonly toKey: (value: PropertyValue) => number
  readonly isBetter: IsBetter
}

/** Reads the key of each set's value; −1 if it has none. */
async function readKeysOfSets(blocks: PropertyBlocks, { fields, toKey, isBetter }: FieldReading): Promise<Int32Array> {
  const keys = new Int32Array(blocks.index.setCount).fill(-1)
  await blocks.scan(({ columns, values }) => {
    const { firstSet, templates, templateOfSet, firstValue, valueNumbers } = columns
    const positions = templates.map((template) => findPositions(columns, template, fields))
    if (positions.every(({ length }) => length === 0)) return
    // Key + 1 of each value, by type: of texts, of numbers, and of the booleans.
    const keyCache = [values.count, values.count, 1, 1].map((count) => new Int32Array(count))
    for (let row = 0; row < templateOfSet.length; row++)
      for (const { stored, type } of positions[templateOfSet[row]]) {
        const number = stored < 0 ? 0 : valueNumbers[firstValue[row] + stored]
        const key = (keyCache[type][number] ||= toKey(readValue(type, stored < 0 ? '' : values.text(number))) + 1) - 1
        const earlier = keys[firstSet + row]
        if (earlier < 0 || isBetter(key, earlier)) keys[firstSet + row] = key
      }
  })
  return keys
}

/** Reads the key of the value of each of `count` elements; −1 if it has none. */
export async function readKeys(
  blocks: PropertyBlocks | null,
  count: number,
  reading: FieldReading,
): Promise<Int32Array> {
  const result = new Int32Array(count).fill(-1)
  if (blocks === null || reading.fields.length === 0) return result
  const keys = await readKeysOfSets(blocks, reading)
  const { elementCount, setStart, setNumbers } = blocks.index
  for (let element = 0; element < Math.min(count, elementCount); element++)
    for (let at = setStart[element]; at < setStart[element + 1]; at++) {
      const key = keys[setNumbers[at]]
      if (key >= 0 && (result[element] < 0 || reading.isBetter(key, result[element]))) result[element] = key
    }
  return result
}

/** Of one field, the first value counts. */
export const firstIsBest: IsBetter = () => false

/** Numbers the values of some fields, of any set if `isAnySet`. */
export class ValueKeys implements FieldReading {
  readonly fields: readonly CatalogField[]
  /** Values by key; one value may have several. */
  readonly values: PropertyValue[] = []
  readonly #property: string
  readonly #isAnySet: boolean

  constructor(fields: readonly CatalogField[], property: string, isAnySet: boolean) {
    this.fields = fields
    this.#property = property
    this.#isAnySet = isAnySet
  }

  readonly toKey = (value: PropertyValue): number => this.values.push(value) - 1
  readonly isBetter = (key: number, earlier: number): boolean =>
    this.#isAnySet &&
    isPlaceholder(this.values[earlier], this.#property) &&
    !isPlaceholder(this.values[key], this.#property)
}

/** Reads the value of one element; null if it has none or an empty one. Only the blocks of its sets are read. */
export async function readElementValue(
  blocks: PropertyBlocks | null,
  element: number,
  keys: ValueKeys,
): Promise<PropertyValue | null> {
  if (blocks === null || element >= blocks.index.elementCount) return null
  let best = -1
  for (const set of blocks.index.setsOf(element)) {
    const { columns, values } = await blocks.get(set)
    const row = set - columns.firstSet
    let ofSet = -1
    for (const { stored, type } of findPositions(columns, columns.templates[columns.templateOfSet[row]], keys.fields)) {
      const text = stored < 0 ? '' : values.text(columns.valueNumbers[columns.firstValue[row] + stored])
      const key = keys.toKey(readValue(type, text))
      if (ofSet < 0 || keys.isBetter(key, ofSet)) ofSet = key
    }
    if (ofSet >= 0 && (best < 0 || keys.isBetter(ofSet, best))) best = ofSet
  }
  const value = best < 0 ? '' : keys.values[best]
  return value === '' ? null : value
}
