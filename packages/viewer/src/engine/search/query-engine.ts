import type { PropertyValue } from '@kamar/core'
import type { ModelTree, PropertyBlock, PropertyIndex } from '@kamar/package-format/read'
import { formatCsv } from '../format-csv.js'
import { type ElementSummary, summarizeElements } from './element-summary.js'
import { FieldTable, type FieldColumn, type FieldInfo } from './field-table.js'
import { readElevations } from './storey-elevations.js'
import {
  matchesTest,
  oppositeOperators,
  parseNumber,
  type FilterRule,
  type FilterTest,
  type QueryField,
} from './filter-rule.js'

/** Value of a field and the elements that have it. */
export interface ValueGroup {
  readonly text: string
  /** Elevation in metres, of a group by storey whose storey has one. */
  readonly elevation?: number
  readonly elements: Uint32Array
}

/** Values of a field, the most frequent first; `range` if they are numbers. */
export interface FieldValues {
  readonly groups: readonly ValueGroup[]
  /** Number of values without a group of their own, beyond the limit. */
  readonly others: number
  readonly range: { readonly low: number; readonly high: number } | null
}

/** Autocomplete suggestion. */
export interface ValueSuggestion {
  readonly text: string
  readonly elements: number
}

/** Sort order of a table. */
export interface TableOrder {
  readonly field: QueryField
  readonly descending: boolean
}

const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Query engine of a model's elements; runs in the search worker. Element lists are ascending. */
export class QueryEngine {
  readonly #table: FieldTable
  readonly #properties: { readonly index: PropertyIndex; readonly blocks: readonly PropertyBlock[] } | null

  constructor(tree: ModelTree, properties: { index: PropertyIndex; blocks: readonly PropertyBlock[] } | null) {
    this.#properties = properties
    this.#table = new FieldTable(tree, properties)
  }

  /** Returns the fields of the model's property sets. */
  fields(): readonly FieldInfo[] {
    return this.#table.fields()
  }

  /** Returns values of a field that contain a text, of the elements that `candidates` marks (null: of all), the most frequent first. */
  suggest(
    field: QueryField,
    text: string,
    { limit, candidates = null }: { readonly limit: number; readonly candidates?: Uint8Array | null },
  ): readonly ValueSuggestion[] {
    const { values, valueOf } = this.#table.column(field)
    const counts = new Uint32Array(values.length)
    valueOf.forEach((number, element) => {
      if (number >= 0 && (candidates === null || candidates[element] === 1)) counts[number]++
    })
    const needle = text.trim().toLowerCase()
    return values
      .map((value, number) => ({ text: String(value), elements: counts[number] }))
      .filter((one) => one.elements > 0 && one.text.toLowerCase().includes(needle))
      .toSorted((a, b) => b.elements - a.elements || natural.compare(a.text, b.text))
      .slice(0, limit)
  }

  /** Returns the elements that match a rule, of those that `candidates` marks with 1 (null: of all). */
  filter(rule: FilterRule, candidates: Uint8Array | null): Uint32Array {
    const marks = this.#evaluate(rule)
    const matches: number[] = []
    for (let element = 0; element < marks.length; element++)
      if (marks[element] === 1 && (candidates === null || candidates[element] === 1)) matches.push(element)
    return Uint32Array.from(matches)
  }

  /** Returns the elements that `candidates` marks with 1 by their value of a field, at most `limit` groups. */
  values(field: QueryField, candidates: Uint8Array, limit: number): FieldValues {
    const column = this.#table.column(field)
    const lists: number[][] = column.values.map(() => [])
    column.valueOf.forEach((number, element) => {
      if (number >= 0 && candidates[element] === 1) lists[number].push(element)
    })
    const order = [...lists.keys()]
      .filter((number) => lists[number].length > 0)
      .toSorted((a, b) => lists[b].length - lists[a].length || a - b)
    return {
      groups: order
        .slice(0, limit)
        .map((number) => ({ text: String(column.values[number]), elements: Uint32Array.from(lists[number]) })),
      others: Math.max(0, order.length - limit),
      range: computeRange(order.map((number) => column.values[number])),
    }
  }

  /** Returns the same by ranges: numbers from `bounds[i]` up to `bounds[i + 1]`, the last bound itself included. */
  ranges(field: QueryField, candidates: Uint8Array, bounds: readonly number[]): readonly Uint32Array[] {
    const { values, valueOf } = this.#table.column(field)
    const last = bounds.length - 2
    const rangeOfValue = values.map((value) => {
      const number = parseNumber(value)
      if (number === null) return -1
      if (number === bounds[last + 1]) return last
      return bounds.findIndex((bound, at) => at <= last && number >= bound && number < bounds[at + 1])
    })
    const matches: number[][] = Array.from({ length: last + 1 }, () => [])
    valueOf.forEach((number, element) => {
      if (number >= 0 && rangeOfValue[number] >= 0 && candidates[element] === 1)
        matches[rangeOfValue[number]].push(element)
    })
    return matches.map((elements) => Uint32Array.from(elements))
  }

  /**
   * Returns the elements that `candidates` marks, by their value of a field in natural order, storeys by elevation; those
   * without one come last as ''.
   */
  groups(field: QueryField, candidates: Uint8Array): readonly ValueGroup[] {
    const { tree } = this.#table
    const { values, valueOf } = this.#table.column(field)
    const lists = new Map<number, number[]>()
    for (let element = 0; element < tree.count; element++) {
      if (candidates[element] !== 1) continue
      const list = lists.get(valueOf[element])
      if (list === undefined) lists.set(valueOf[element], [element])
      else list.push(element)
    }
    const elevations = field.set === '' && field.property === 'storey' ? readElevations(this.#table) : null
    const groups = [...lists].map(([number, elements]): ValueGroup => {
      const text = number < 0 ? '' : String(values[number])
      const elevation = elevations?.get(text)
      return { text, elements: Uint32Array.from(elements), ...(elevation === undefined ? {} : { elevation }) }
    })
    return groups.toSorted(compareGroups)
  }

  /** Returns the properties of some elements: common values, numbers of values, sums. */
  summary(elements: Uint32Array): ElementSummary {
    return summarizeElements(elements, this.#properties)
  }

  /** Returns elements in the order of a column; those without a value come last. */
  order(elements: Uint32Array, { field, descending }: TableOrder): Uint32Array {
    const { values, valueOf } = this.#table.column(field)
    const sorted = values.map((_, number) => number).toSorted((a, b) => compareValues(values[a], values[b]))
    const rank = new Int32Array(values.length)
    sorted.forEach((number, at) => {
      rank[number] = descending ? values.length - at : at
    })
    const rankOfElement = (element: number): number =>
      valueOf[element] < 0 ? values.length + 1 : rank[valueOf[element]]
    return elements.toSorted((a, b) => rankOfElement(a) - rankOfElement(b) || a - b)
  }

  /** Returns the cells of some rows: one list per field. */
  cells(elements: Uint32Array, fields: readonly QueryField[]): readonly (readonly (PropertyValue | null)[])[] {
    return fields.map((field) => {
      const { values, valueOf } = this.#table.column(field)
      return Array.from(elements, (element) => (valueOf[element] < 0 ? null : values[valueOf[element]]))
    })
  }

  /** Returns a table as CSV with a header row. */
  csv(elements: Uint32Array, fields: readonly QueryField[], headings: readonly string[]): string {
    const columns = this.cells(elements, fields)
    const rows = Array.from(elements, (_, row) => columns.map((column) => column[row]))
    return formatCsv([headings, ...rows])
  }

  #evaluate(rule: FilterRule): Uint8Array {
    if (rule.kind === 'test') return this.#test(rule)
    const [first, ...others] = rule.rules.map((part) => this.#evaluate(part))
    if (first === undefined) return new Uint8Array(this.#table.tree.count)
    for (const marks of others)
      for (let element = 0; element < first.length; element++) {
        if (rule.kind === 'all') first[element] &= marks[element]
        else first[element] |= marks[element]
      }
    return first
  }

  #test(test: FilterTest): Uint8Array {
    if (test.field.set !== '*') return markMatches(this.#table.column(test.field), test)
    const columns = this.#table.columnsOfName(test.field.property)
    const positive = oppositeOperators[test.operator]
    const marks = this.#markAny(columns, { ...test, operator: positive ?? test.operator })
    if (positive === undefined) return marks
    // "is not" needs a value; "is missing" and "is empty" also hold without one.
    const needsValue = test.operator !== 'missing' && test.operator !== 'empty'
    const having = needsValue ? this.#markAny(columns, { ...test, operator: 'exists' }) : null
    return marks.map((mark, element) => (mark === 0 && (having === null || having[element] === 1) ? 1 : 0))
  }

  /** Marks the elements of which a value of any column matches. */
  #markAny(columns: readonly FieldColumn[], test: FilterTest): Uint8Array {
    const result = new Uint8Array(this.#table.tree.count)
    for (const column of columns)
      markMatches(column, test).forEach((mark, element) => {
        result[element] |= mark
      })
    return result
  }
}

function markMatches({ values, valueOf }: FieldColumn, test: FilterTest): Uint8Array {
  const accepted = values.map((value) => (matchesTest(value, test) ? 1 : 0))
  const missing = test.operator === 'missing' || test.operator === 'empty' ? 1 : 0
  return Uint8Array.from(valueOf, (number) => (number < 0 ? missing : accepted[number]))
}

/** Compares by elevation from the bottom; then come those without one by name, and those without a value. */
function compareGroups(a: ValueGroup, b: ValueGroup): number {
  if (a.elevation !== undefined && b.elevation !== undefined && a.elevation !== b.elevation)
    return a.elevation - b.elevation
  return getRank(a) - getRank(b) || natural.compare(a.text, b.text)
}

const getRank = ({ text, elevation }: ValueGroup): number => (text === '' ? 2 : elevation === undefined ? 1 : 0)

function computeRange(values: readonly PropertyValue[]): FieldValues['range'] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    const number = parseNumber(value)
    if (number === null) return null
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  return low <= high ? { low, high } : null
}

function compareValues(a: PropertyValue, b: PropertyValue): number {
  const [one, other] = [parseNumber(a), parseNumber(b)]
  return one !== null && other !== null ? one - other : natural.compare(String(a), String(b))
}
