import type { PropertyValue } from '@kamar/core'
import { parseNumber } from '../filter-rule.js'

/** Compares texts as people sort them: numbers in them by value, without case. */
export const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Texts beyond this number are ordered without the collator, which needs half a minute for two million. */
export const maxCollatedValues = 100_000
/** Digits to which numbers in texts are padded, so that they compare by value. */
const paddedDigits = 12

/** Returns the position of each value in the order of all: numbers by value, texts naturally. */
export function rankValues(values: readonly PropertyValue[]): Uint32Array {
  const numbers = Float64Array.from(values, (value) => parseNumber(value) ?? NaN)
  const order = Uint32Array.from(values.keys())
  if (values.length <= maxCollatedValues)
    order.sort((a, b) => {
      const difference = numbers[a] - numbers[b]
      return Number.isNaN(difference) ? natural.compare(String(values[a]), String(values[b])) : difference
    })
  else sortByKeys(order, values, numbers)
  const ranks = new Uint32Array(values.length)
  order.forEach((number, rank) => (ranks[number] = rank))
  return ranks
}

/** Sorts numbers before texts, and texts by keys in which their numbers are padded. */
function sortByKeys(order: Uint32Array, values: readonly PropertyValue[], numbers: Float64Array): void {
  const toKey = (value: PropertyValue, number: number): string =>
    Number.isNaN(numbers[number])
      ? String(value)
          .toLowerCase()
          .replaceAll(/\d+/g, (digits) => digits.padStart(paddedDigits, '0'))
      : ''
  const keys = values.map(toKey)
  order.sort((a, b) => {
    if (keys[a] === '' && keys[b] === '') return numbers[a] - numbers[b] || a - b
    return keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b
  })
}

/** Returns the first `limit` items in an order, as sorting all of them would, without keeping the others. */
export function selectFirst<Item>(items: Iterable<Item>, limit: number, compare: (a: Item, b: Item) => number): Item[] {
  if (limit <= 0) return []
  let selected: Item[] = []
  /** The last of the first `limit` items so far, once there are more. */
  let last: { readonly item: Item } | null = null
  for (const item of items) {
    if (last !== null && compare(last.item, item) <= 0) continue
    selected.push(item)
    if (selected.length < limit * 2) continue
    selected = selected.toSorted(compare).slice(0, limit)
    last = { item: selected[limit - 1] }
  }
  return selected.toSorted(compare).slice(0, limit)
}
