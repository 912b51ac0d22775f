import type { PropertyValue } from '@kamar/core'
import type { ModelTree, PropertyBlock, PropertyIndex } from '@kamar/package-format/read'
import { findFileElement, listStoreyNames } from './storey-lookup.js'
import type { QueryField } from './filter-rule.js'

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

/** Field of the model with statistics, for pick lists. */
export interface FieldInfo extends QueryField {
  readonly unit?: string
  /** Kind of its values; `text` if they are mixed. */
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

  /** Returns the fields of property sets, in the order of the model. */
  fields(): FieldInfo[] {
    return [...this.#allRows().values()].map(({ set, property, unit, values }) => {
      const kinds = new Set(values.map((value) => typeof value))
      const [kind] = kinds
      const { valueOf } = this.column({ set, property })
      return {
        set,
        property,
        ...(unit === undefined ? {} : { unit }),
        kind: kinds.size === 1 && (kind === 'number' || kind === 'boolean') ? kind : 'text',
        elements: valueOf.reduce((sum, value) => sum + (value < 0 ? 0 : 1), 0),
      }
    })
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

  #makeColumn({ set, property }: QueryField): FieldColumn {
    if (set === '') return createColumn(this.tree.count, builtIn(this.tree, property))
    const matchingRows = [...this.#allRows().values()].filter(
      (rows) => rows.property === property && (set === '*' || rows.set === set),
    )
    const bySet = new Map<number, PropertyValue>()
    for (const { sets, values } of matchingRows) sets.forEach((number, at) => bySet.set(number, values[at]))
    const index = this.#properties?.index
    return createColumn(this.tree.count, (element) => {
      if (index === undefined || element >= index.elementCount) return undefined
      for (const number of index.setsOf(element)) {
        const value = bySet.get(number)
        if (value !== undefined) return value
      }
      return undefined
    })
  }

  #allRows(): ReadonlyMap<string, PropertyRows> {
    this.#rows ??= gatherRows(this.#properties?.blocks ?? [])
    return this.#rows
  }
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
