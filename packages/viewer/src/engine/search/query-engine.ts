import type { PropertySet, PropertyValue } from '@kamar/core'
import { formatCsv } from './format-csv.js'
import { type ElementSummary, summarizeElements } from './element-summary.js'
import type { FieldInfo } from './fields/field-catalog.js'
import { FieldTable } from './fields/field-table.js'
import { listMarked } from './search-index.js'
import type { SearchSources } from './search-sources.js'
import { readElevations } from './storey-elevations.js'
import { natural, selectFirst } from './fields/value-order.js'
import { oppositeOperators, parseNumber, type FilterRule, type FilterTest, type QueryField } from './filter-rule.js'

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

/** Matches from which names and ids are suggested. */
const maxSuggestedElements = 5000

/** Query engine of a model's elements; runs in the search worker. Element lists are ascending. */
export class QueryEngine {
  readonly #table: FieldTable
  readonly #sources: SearchSources

  constructor(sources: SearchSources) {
    this.#sources = sources
    this.#table = new FieldTable(sources)
  }

  /** Returns the fields of the model's property sets. */
  fields(): Promise<readonly FieldInfo[]> {
    return this.#table.fields()
  }

  /** Returns values of a field that contain a text, of the elements that `candidates` marks (null: of all), the most frequent first. */
  async suggest(
    field: QueryField,
    text: string,
    { limit, candidates = null }: { readonly limit: number; readonly candidates?: Uint8Array | null },
  ): Promise<readonly ValueSuggestion[]> {
    const needle = text.trim().toLowerCase()
    if (this.#table.isLongText(field)) return this.#suggestTexts(field, needle, { limit, candidates })
    const { values, valueOf } = await this.#table.column(field)
    const counts = countValues(values.length, valueOf, candidates)
    return selectFirst(listSuggestions(values, counts, needle), limit, compareSuggestions)
  }

  /** Returns the elements that match a rule, of those that `candidates` marks with 1 (null: of all). */
  async filter(rule: FilterRule, candidates: Uint8Array | null): Promise<Uint32Array> {
    const marks = await this.#evaluate(rule)
    if (candidates !== null)
      for (let element = 0; element < marks.length; element++) if (candidates[element] !== 1) marks[element] = 0
    return listMarked(marks)
  }

  /** Returns the elements that `candidates` marks with 1 by their value of a field, at most `limit` groups. */
  async values(field: QueryField, candidates: Uint8Array, limit: number): Promise<FieldValues> {
    const { values, valueOf } = await this.#table.column(field)
    const counts = countValues(values.length, valueOf, candidates)
    const used = listMarked(counts)
    const first = selectFirst(used, limit, (a, b) => counts[b] - counts[a] || a - b)
    const groupOf = new Int32Array(values.length).fill(-1)
    first.forEach((number, group) => (groupOf[number] = group))
    const lists = groupElements(first.length, valueOf, (number, element) =>
      number >= 0 && candidates[element] === 1 ? groupOf[number] : -1,
    )
    return {
      groups: first.map((number, group) => ({ text: String(values[number]), elements: lists[group] })),
      others: Math.max(0, used.length - limit),
      range: computeRange(values, used),
    }
  }

  /** Returns the same by ranges: numbers from `bounds[i]` up to `bounds[i + 1]`, the last bound itself included. */
  async ranges(field: QueryField, candidates: Uint8Array, bounds: readonly number[]): Promise<readonly Uint32Array[]> {
    const { values, valueOf } = await this.#table.column(field)
    const last = bounds.length - 2
    const rangeOfValue = Int32Array.from(values, (value) => {
      const number = parseNumber(value)
      if (number === null) return -1
      if (number === bounds[last + 1]) return last
      return bounds.findIndex((bound, at) => at <= last && number >= bound && number < bounds[at + 1])
    })
    return groupElements(last + 1, valueOf, (number, element) =>
      number >= 0 && candidates[element] === 1 ? rangeOfValue[number] : -1,
    )
  }

  /**
   * Returns the elements that `candidates` marks, by their value of a field in natural order, storeys by elevation; those
   * without one come last as ''.
   */
  async groups(field: QueryField, candidates: Uint8Array): Promise<readonly ValueGroup[]> {
    const { values, valueOf } = await this.#table.column(field)
    const none = values.length
    const lists = groupElements(none + 1, valueOf, (number, element) =>
      candidates[element] !== 1 ? -1 : number < 0 ? none : number,
    )
    const elevations = field.set === '' && field.property === 'storey' ? await readElevations(this.#table) : null
    const groups = lists.flatMap((elements, number): ValueGroup[] => {
      if (elements.length === 0) return []
      const text = number === none ? '' : String(values[number])
      const elevation = elevations?.get(text)
      return [{ text, elements, ...(elevation === undefined ? {} : { elevation }) }]
    })
    return groups.toSorted(compareGroups)
  }

  /** Returns the property sets of an element, in the source's order; an empty list for an unknown element. */
  async sets(element: number): Promise<readonly PropertySet[]> {
    return element < 0 ? [] : ((await this.#sources.blocks?.readSets(element)) ?? [])
  }

  /** Returns the properties of some elements: common values, numbers of values, sums. */
  summary(elements: Uint32Array): Promise<ElementSummary> {
    return summarizeElements(elements, this.#sources.blocks)
  }

  /** Returns elements in the order of a column; those without a value come last. */
  async order(elements: Uint32Array, { field, descending }: TableOrder): Promise<Uint32Array> {
    const getRank = await this.#table.ranks(field)
    const ranks = new Float64Array(this.#table.tree.count)
    for (const element of elements) {
      const rank = getRank(element)
      ranks[element] = rank === null ? Infinity : descending ? -rank : rank
    }
    return elements.toSorted((a, b) => (ranks[a] === ranks[b] ? a - b : ranks[a] - ranks[b]))
  }

  /** Returns the cells of some rows: one list per field. */
  async cells(
    elements: Uint32Array,
    fields: readonly QueryField[],
  ): Promise<readonly (readonly (PropertyValue | null)[])[]> {
    const columns: (readonly (PropertyValue | null)[])[] = []
    for (const field of fields) columns.push(await this.#table.values(elements, field))
    return columns
  }

  /** Returns a table as CSV with a header row. */
  async csv(elements: Uint32Array, fields: readonly QueryField[], headings: readonly string[]): Promise<string> {
    const columns = await this.cells(elements, fields)
    const rows = Array.from(elements, (_, row) => columns.map((column) => column[row]))
    return formatCsv([headings, ...rows])
  }

  /** Suggests from the first matches alone where nearly every element has a text of its own. */
  async #suggestTexts(
    field: QueryField,
    needle: string,
    { limit, candidates }: { readonly limit: number; readonly candidates: Uint8Array | null },
  ): Promise<readonly ValueSuggestion[]> {
    const test = { kind: 'test', field, operator: 'contains', value: needle } as const
    const elements = await this.filter(test, candidates)
    const counts = new Map<string, number>()
    for (const text of await this.#table.values(elements.subarray(0, maxSuggestedElements), field))
      if (text !== null) counts.set(String(text), (counts.get(String(text)) ?? 0) + 1)
    return selectFirst(
      [...counts].map(([text, count]) => ({ text, elements: count })),
      limit,
      compareSuggestions,
    )
  }

  async #evaluate(rule: FilterRule): Promise<Uint8Array> {
    if (rule.kind === 'test') return this.#test(rule)
    let marks: Uint8Array | null = null
    for (const part of rule.rules) {
      const next: Uint8Array = await this.#evaluate(part)
      if (marks === null) marks = next
      else if (rule.kind === 'all') for (let at = 0; at < next.length; at++) marks[at] &= next[at]
      else for (let at = 0; at < next.length; at++) marks[at] |= next[at]
    }
    return marks ?? new Uint8Array(this.#table.tree.count)
  }

  async #test(test: FilterTest): Promise<Uint8Array> {
    if (test.field.set !== '*') return this.#table.mark(test)
    const positive = oppositeOperators[test.operator]
    const marks = await this.#markAny({ ...test, operator: positive ?? test.operator })
    if (positive === undefined) return marks
    // "is not" needs a value; "is missing" and "is empty" also hold without one.
    const needsValue = test.operator !== 'missing' && test.operator !== 'empty'
    const having = needsValue ? await this.#markAny({ ...test, operator: 'exists' }) : null
    return marks.map((mark, element) => (mark === 0 && (having === null || having[element] === 1) ? 1 : 0))
  }

  /** Marks the elements of which a value in any set matches. */
  async #markAny(test: FilterTest): Promise<Uint8Array> {
    const result = new Uint8Array(this.#table.tree.count)
    for (const field of await this.#table.fieldsOfName(test.field.property)) {
      const marks = await this.#table.mark({ ...test, field })
      for (let element = 0; element < marks.length; element++) result[element] |= marks[element]
    }
    return result
  }
}

/** Counts the elements of each value. */
function countValues(count: number, valueOf: Int32Array, candidates: Uint8Array | null): Uint32Array {
  const counts = new Uint32Array(count)
  for (let element = 0; element < valueOf.length; element++)
    if (valueOf[element] >= 0 && (candidates === null || candidates[element] === 1)) counts[valueOf[element]]++
  return counts
}

/** Returns the elements of each group, ascending; `groupOf` returns −1 for those in none. */
function groupElements(
  count: number,
  valueOf: Int32Array,
  groupOf: (number: number, element: number) => number,
): Uint32Array[] {
  const sizes = new Uint32Array(count)
  for (let element = 0; element < valueOf.length; element++) {
    const group = groupOf(valueOf[element], element)
    if (group >= 0) sizes[group]++
  }
  const lists = Array.from(sizes, (size) => new Uint32Array(size))
  sizes.fill(0)
  for (let element = 0; element < valueOf.length; element++) {
    const group = groupOf(valueOf[element], element)
    if (group >= 0) lists[group][sizes[group]++] = element
  }
  return lists
}

function* listSuggestions(
  values: readonly PropertyValue[],
  counts: Uint32Array,
  needle: string,
): Generator<ValueSuggestion> {
  for (let number = 0; number < values.length; number++) {
    if (counts[number] === 0) continue
    const text = String(values[number])
    if (text.toLowerCase().includes(needle)) yield { text, elements: counts[number] }
  }
}

const compareSuggestions = (a: ValueSuggestion, b: ValueSuggestion): number =>
  b.elements - a.elements || natural.compare(a.text, b.text)

/** Compares by elevation from the bottom; then come those without one by name, and those without a value. */
function compareGroups(a: ValueGroup, b: ValueGroup): number {
  if (a.elevation !== undefined && b.elevation !== undefined && a.elevation !== b.elevation)
    return a.elevation - b.elevation
  return getRank(a) - getRank(b) || natural.compare(a.text, b.text)
}

const getRank = ({ text, elevation }: ValueGroup): number => (text === '' ? 2 : elevation === undefined ? 1 : 0)

function computeRange(values: readonly PropertyValue[], used: Uint32Array): FieldValues['range'] {
  let low = Infinity
  let high = -Infinity
  for (const number of used) {
    const value = parseNumber(values[number])
    if (value === null) return null
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? { low, high } : null
}
