import type { Property, PropertyValue } from '@kamar/core'
import type { PropertyIndex } from '@kamar/package-format/read'
import type { QueryField } from './filter-rule.js'
import type { PropertyBlocks } from './property-blocks.js'

/** Values that several elements have of one property. */
export interface FieldSummary extends QueryField {
  readonly unit?: string
  /** Number of the elements that have it. */
  readonly elements: number
  /** Number of different values. */
  readonly distinct: number
  /** The value that all of them have; null if it varies or some have none. */
  readonly value: PropertyValue | null
  /** Sum of its numbers; null if it has other values. */
  readonly sum: number | null
}

/** Properties of several elements, in the order of the first element that has each. */
export interface ElementSummary {
  readonly fields: readonly FieldSummary[]
  /** Number of properties beyond the limit. */
  readonly omitted: number
}

/** Maximum number of properties in a summary: lists of that length are searched rather than read. */
const maxFields = 1000

interface FieldTotal extends QueryField {
  readonly unit: string | undefined
  readonly counts: Map<PropertyValue, number>
  elements: number
  sum: number | null
}

/** Summarizes the properties of elements. Elements share sets, so each set is read once, however many have it. */
export async function summarizeElements(elements: Uint32Array, blocks: PropertyBlocks | null): Promise<ElementSummary> {
  if (blocks === null) return { fields: [], omitted: 0 }
  const totals = new Map<string, FieldTotal>()
  const [sets, counts] = countSets(elements, blocks.index)
  for (const number of sets) {
    const { name, properties: rows } = (await blocks.get(number)).set(number)
    for (const row of rows) if (row.value !== '') addValue(findTotal(totals, name, row), row.value, counts[number])
  }
  const fields = [...totals.values()].slice(0, maxFields).map((total) => toSummary(total, elements.length))
  return { fields, omitted: totals.size - fields.length }
}

/** Returns the sets of elements in the order of the first element of each, and the number of elements of every set. */
function countSets(
  elements: Uint32Array,
  { elementCount, setCount, setStart, setNumbers }: PropertyIndex,
): [sets: Uint32Array, counts: Uint32Array] {
  const counts = new Uint32Array(setCount)
  let distinct = 0
  for (const element of elements)
    for (let at = setStart[element]; element < elementCount && at < setStart[element + 1]; at++)
      if (counts[setNumbers[at]]++ === 0) distinct++
  const sets = new Uint32Array(distinct)
  const isListed = new Uint8Array(setCount)
  let next = 0
  for (const element of elements)
    for (let at = setStart[element]; element < elementCount && at < setStart[element + 1]; at++) {
      const set = setNumbers[at]
      if (isListed[set] === 0) sets[next++] = set
      isListed[set] = 1
    }
  return [sets, counts]
}

function findTotal(totals: Map<string, FieldTotal>, set: string, { name, unit }: Property): FieldTotal {
  const key = `${set}\u0000${name}`
  let total = totals.get(key)
  if (total === undefined)
    totals.set(key, (total = { set, property: name, unit, counts: new Map(), elements: 0, sum: 0 }))
  return total
}

function addValue(total: FieldTotal, value: PropertyValue, count: number): void {
  total.elements += count
  total.counts.set(value, (total.counts.get(value) ?? 0) + count)
  total.sum = typeof value === 'number' && total.sum !== null ? total.sum + value * count : null
}

function toSummary({ set, property, unit, counts, ...total }: FieldTotal, count: number): FieldSummary {
  const [value] = counts.keys()
  return {
    set,
    property,
    ...(unit === undefined ? {} : { unit }),
    // An element may have two sets of one name.
    elements: Math.min(total.elements, count),
    distinct: counts.size,
    value: counts.size === 1 && total.elements >= count ? value : null,
    sum: total.sum,
  }
}
