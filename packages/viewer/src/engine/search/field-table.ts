import type { PropertyValue } from '@kamar/core'
import type { ModelTree, PropertyBlock, PropertyIndex } from '@kamar/package-format/read'
import { findFileElement, listStoreyNames } from './storey-lookup.js'
import type { QueryField } from './filter-rule.js'
import { GroupedNumbers } from './grouped-numbers.js'
import { isPlaceholder, normalizeName } from './placeholder-values.js'

/** Values of one field: each distinct value once, and the value number of every element. */
export interface FieldColumn {
  readonly values: readonly PropertyValue[]
  /** Value number of each element; −1 if it has none. */
  readonly valueOf: Int32Array
}

/** Rows of one property in the property sets. */
interface PropertyRows {
  readonly set: string
  readonly property: string
  readonly unit: string | undefined
  /** Set numbers and, in the same order, values. */
  readonly sets: number[]
  readonly values: PropertyValue[]
}

/** Field of the model with statistics, for pick lists; `set` is `*` for a name that several sets have. */
export interface FieldInfo extends QueryField {
  readonly unit?: string
  /** Kind of its values, without placeholders; `text` if they are mixed. */
  readonly kind: 'number' | 'text' | 'boolean'
  /** Number of elements that have it. */
  readonly elements: number
}

/** Maximum cached columns; a model of 100,000 elements takes 400 KB for each. */
const maxCachedColumns = 24
const formatKey = (set: string, property: string): string => `${set}\u0000${property}`

/** All queryable fields of the elements; columns are built on first use. */
export class FieldTable {
  readonly tree: ModelTree
  readonly #properties: { readonly index: PropertyIndex; readonly blocks: readonly PropertyBlock[] } | null
  readonly #columns = new Map<string, FieldColumn>()
  #rows: ReadonlyMap<string, PropertyRows> | null = null

  constructor(
    tree: ModelTree,
    properties: { readonly index: PropertyIndex; readonly blocks: readonly PropertyBlock[] } | null,
  ) {
    this.tree = tree
    this.#properties = properties
  }

  /** Returns the fields of property sets, in the order of the model, then the names that several sets have. */
  fields(): FieldInfo[] {
    const all = [...this.#allRows().values()]
    const elementsOfSet = this.#groupElements()
    const countElements = createElementCounter(this.tree.count, elementsOfSet)
    const common = groupByName(all).filter((rows) => rows.length > 1)
    return [
      ...all.map((rows) => toFieldInfo([rows], rows.set, countElements)),
      ...common.map((rows) => toFieldInfo(rows, '*', countElements)),
    ]
  }

  /** Returns the column of a field; empty if the model does not have it. */
  column(field: QueryField): FieldColumn {
    const key = formatKey(field.set, field.property)
    const cached = this.#columns.get(key)
    this.#columns.delete(key)
    const column = cached ?? this.#makeColumn(field)
    this.#columns.set(key, column)
    if (this.#columns.size > maxCachedColumns) this.#columns.delete(this.#columns.keys().next().value as string)
    return column
  }

  /** Returns the columns of a property of any set, one for each set and spelling. */
  columnsOfName(property: string): FieldColumn[] {
    return this.#findRows({ set: '*', property }).map((rows) => this.column(rows))
  }

  /** Returns the unit of a field; undefined if it has none. */
  unit(field: QueryField): string | undefined {
    return this.#findRows(field).find(({ unit }) => unit !== undefined)?.unit
  }

  #findRows({ set, property }: QueryField): PropertyRows[] {
    const name = normalizeName(property)
    return [...this.#allRows().values()].filter((rows) =>
      set === '*' ? normalizeName(rows.property) === name : rows.set === set && rows.property === property,
    )
  }

  #makeColumn(field: QueryField): FieldColumn {
    if (field.set === '') return createColumn(this.tree.count, builtIn(this.tree, field.property))
    const bySet = new Map<number, PropertyValue>()
    for (const { sets, values } of this.#findRows(field))
      sets.forEach((number, at) => {
        if (isBetter(values[at], bySet.get(number), field)) bySet.set(number, values[at])
      })
    const index = this.#properties?.index
    return createColumn(this.tree.count, (element) => {
      if (index === undefined || element >= index.elementCount) return undefined
      let best: PropertyValue | undefined
      for (const number of index.setsOf(element)) {
        const value = bySet.get(number)
        if (value !== undefined && isBetter(value, best, field)) best = value
      }
      return best
    })
  }

  /** Groups the elements by the numbers of their sets. */
  #groupElements(): GroupedNumbers {
    const { index } = this.#properties ?? {}
    const [sets, elements]: [number[], number[]] = [[], []]
    for (let element = 0; index !== undefined && element < index.elementCount; element++)
      for (const number of index.setsOf(element)) {
        sets.push(number)
        elements.push(element)
      }
    return new GroupedNumbers(index?.setCount ?? 0, sets, elements)
  }

  #allRows(): ReadonlyMap<string, PropertyRows> {
    this.#rows ??= gatherRows(this.#properties?.blocks ?? [])
    return this.#rows
  }
}

/** Returns whether a value replaces an earlier one: only a value replaces a placeholder, among several sets. */
const isBetter = (value: PropertyValue, earlier: PropertyValue | undefined, { set, property }: QueryField): boolean =>
  earlier === undefined || (set === '*' && isPlaceholder(earlier, property) && !isPlaceholder(value, property))

function groupByName(all: readonly PropertyRows[]): PropertyRows[][] {
  const byName = new Map<string, PropertyRows[]>()
  for (const rows of all) {
    const name = normalizeName(rows.property)
    const group = byName.get(name)
    if (group === undefined) byName.set(name, [rows])
    else group.push(rows)
  }
  return [...byName.values()]
}

type ElementCounter = (rows: readonly PropertyRows[]) => number

/** Returns a function that counts the elements of rows, each once: one pass over what is assigned. */
function createElementCounter(count: number, elementsOfSet: GroupedNumbers): ElementCounter {
  const visited = new Uint32Array(count)
  let pass = 0
  return (rows) => {
    pass++
    let elements = 0
    for (const { sets, values } of rows)
      sets.forEach((number, at) => {
        if (values[at] === '') return
        for (const element of elementsOfSet.of(number)) {
          if (visited[element] !== pass) elements++
          visited[element] = pass
        }
      })
    return elements
  }
}

function toFieldInfo(rows: readonly PropertyRows[], set: string, countElements: ElementCounter): FieldInfo {
  const [{ property }] = rows
  const unit = rows.find((one) => one.unit !== undefined)?.unit
  return {
    set,
    property,
    ...(unit === undefined ? {} : { unit }),
    kind: findKind(rows),
    elements: countElements(rows),
  }
}

/** Returns the kind of the values that are no placeholders. */
function findKind(rows: readonly PropertyRows[]): FieldInfo['kind'] {
  const kinds = new Set<string>()
  for (const { property, values } of rows)
    for (const value of values) if (!isPlaceholder(value, property)) kinds.add(typeof value)
  const [kind] = kinds
  return kinds.size === 1 && (kind === 'number' || kind === 'boolean') ? kind : 'text'
}

function gatherRows(blocks: readonly PropertyBlock[]): ReadonlyMap<string, PropertyRows> {
  const rowsByKey = new Map<string, PropertyRows>()
  for (const block of blocks)
    for (let number = block.firstSet; number < block.firstSet + block.setCount; number++) {
      const { name, properties } = block.set(number)
      for (const { name: property, value, unit } of properties) {
        const key = formatKey(name, property)
        let rows = rowsByKey.get(key)
        if (rows === undefined) rowsByKey.set(key, (rows = { set: name, property, unit, sets: [], values: [] }))
        rows.sets.push(number)
        rows.values.push(value)
      }
    }
  return rowsByKey
}

function createColumn(count: number, of: (element: number) => PropertyValue | undefined): FieldColumn {
  const values: PropertyValue[] = []
  const numbers = new Map<PropertyValue, number>()
  const valueOf = new Int32Array(count).fill(-1)
  for (let element = 0; element < count; element++) {
    const value = of(element)
    if (value === undefined || value === '') continue
    let number = numbers.get(value)
    if (number === undefined) numbers.set(value, (number = values.push(value) - 1))
    valueOf[element] = number
  }
  return { values, valueOf }
}

function builtIn(tree: ModelTree, property: string): (element: number) => PropertyValue | undefined {
  if (property === 'name') return (element) => tree.name(element)
  if (property === 'class') return (element) => tree.classNames[tree.classIndex[element]]
  if (property === 'id') return (element) => tree.sourceId(element)
  if (property === 'storey') {
    const names = listStoreyNames(tree)
    return (element) => names[element]
  }
  if (property === 'file') return (element) => tree.name(findFileElement(tree, element))
  return () => undefined
}
