import type { PropertyValue } from '@kamar/core'
import { createStringTable, type ModelTree, type NameColumns } from '@kamar/package-format/read'
import { Interner } from '../../interner.js'
import { readCatalog, formatKey, type CatalogField, type FieldCatalog, type FieldInfo } from './field-catalog.js'
import { firstIsBest, readElementValue, readKeys, ValueKeys } from './field-values.js'
import { matchesTest, type FilterTest, type QueryField } from '../filter-rule.js'
import { normalizeName } from './placeholder-values.js'
import type { PropertyBlocks } from '../property-blocks.js'
import type { SearchSources } from '../search-sources.js'
import { listContainingStoreys, listFileElements } from '../storey-lookup.js'
import { maxCollatedValues, rankValues } from './value-order.js'

/** Values of one field: each distinct value once, and the value number of every element. */
export interface FieldColumn {
  readonly values: readonly PropertyValue[]
  /** Value number of each element; −1 if it has none. */
  readonly valueOf: Int32Array
}

/** Maximum cached columns, and maximum bytes of their numbers: 24 columns of a model of 100,000 elements take 10 MB. */
const maxCachedColumns = 24
const maxCachedBytes = 48 * 1024 * 1024
/** Above all tails of names. */
const tailScale = 1e9
/** Keys of values that a test accepts, rejects or treats as missing. */
const testKeys = { rejected: 0, accepted: 1, empty: 2 } as const

/** All queryable fields of the elements; columns are built on first use. */
export class FieldTable {
  readonly tree: ModelTree
  readonly #sources: SearchSources
  readonly #columns = new Map<string, Promise<FieldColumn>>()
  #catalog: Promise<FieldCatalog> | null = null

  constructor(sources: SearchSources) {
    this.tree = sources.tree
    this.#sources = sources
  }

  get #blocks(): PropertyBlocks | null {
    return this.#sources.blocks
  }

  /** Returns the fields of property sets, in the order of the model, then the names that several sets have. */
  async fields(): Promise<readonly FieldInfo[]> {
    return (await this.#readCatalog()).infos
  }

  /** Returns the column of a field; empty if the model does not have it. */
  column(field: QueryField): Promise<FieldColumn> {
    const key = formatKey(field.set, field.property)
    const cached = this.#columns.get(key)
    this.#columns.delete(key)
    const column = cached ?? this.#createColumn(field)
    if (cached === undefined) column.catch(() => this.#columns.delete(key))
    this.#columns.set(key, column)
    const maxColumns = Math.min(maxCachedColumns, Math.ceil(maxCachedBytes / (this.tree.count * 4)))
    if (this.#columns.size > maxColumns) this.#columns.delete(this.#columns.keys().next().value as string)
    return column
  }

  /** Returns the fields of a name of any set: one for each set and spelling. */
  fieldsOfName(property: string): Promise<readonly CatalogField[]> {
    return this.#findFields({ set: '*', property })
  }

  /** Returns the unit of a field; undefined if it has none. */
  async unit(field: QueryField): Promise<string | undefined> {
    return (await this.#findFields(field)).find(({ unit }) => unit !== undefined)?.unit
  }

  /** Returns 1 for each element that matches a test of a field of one set or of a built-in field. */
  async mark(test: FilterTest): Promise<Uint8Array> {
    const { field } = test
    if (field.set === '' && (field.property === 'name' || field.property === 'id')) return this.#markTexts(test)
    if (field.set === '') return markMatches(await this.column(field), test)
    const keys = await readKeys(this.#blocks, this.tree.count, {
      fields: await this.#findFields(field),
      toKey: (value) =>
        value === '' ? testKeys.empty : matchesTest(value, test) ? testKeys.accepted : testKeys.rejected,
      isBetter: firstIsBest,
    })
    const missing = matchesMissing(test)
    const marks = new Uint8Array(keys.length)
    for (let element = 0; element < keys.length; element++) {
      const key = keys[element]
      marks[element] = key < 0 || key === testKeys.empty ? missing : key === testKeys.accepted ? 1 : 0
    }
    return marks
  }

  /** Returns the values of a field of some elements; null for those without one. */
  async values(elements: Uint32Array, field: QueryField): Promise<(PropertyValue | null)[]> {
    if (field.set === '') {
      const { tree } = this
      if (field.property === 'name') return Array.from(elements, (element) => tree.name(element) || null)
      if (field.property === 'id') return Array.from(elements, (element) => tree.sourceId(element) || null)
      const { values, valueOf } = await this.column(field)
      return Array.from(elements, (element) => (valueOf[element] >= 0 ? values[valueOf[element]] : null))
    }
    const fields = await this.#findFields(field)
    const result: (PropertyValue | null)[] = []
    for (const element of elements)
      result.push(
        await readElementValue(this.#blocks, element, new ValueKeys(fields, field.property, field.set === '*')),
      )
    return result
  }

  /** Returns whether a field has so many texts that there is no column of them: names and ids of large models. */
  isLongText({ set, property }: QueryField): boolean {
    return set === '' && (property === 'name' || property === 'id') && this.tree.count > maxCollatedValues
  }

  /** Returns a function for the rank of an element by its value of a field; null for an element without one. */
  async ranks(field: QueryField): Promise<(element: number) => number | null> {
    const { names } = this.#sources.columns
    if (field.property === 'name' && this.isLongText(field)) return rankNames(names)
    const { values, valueOf } = await this.column(field)
    const ranks = rankValues(values)
    return (element) => (valueOf[element] < 0 ? null : ranks[valueOf[element]])
  }

  /** Tests names or ids without a column of all of them. */
  #markTexts(test: FilterTest): Uint8Array {
    const { tree } = this
    const { count } = tree
    const { field, operator, value } = test
    const marks = new Uint8Array(count)
    const contained = value.trim().toLowerCase()
    if (operator === 'contains' && field.property === 'name' && contained !== '') {
      this.#sources.names.mark(contained, marks, 1)
      return marks
    }
    const isName = field.property === 'name'
    const missing = matchesMissing(test)
    for (let element = 0; element < count; element++) {
      const text = isName ? tree.name(element) : tree.sourceId(element)
      marks[element] = text === '' ? missing : matchesTest(text, test) ? 1 : 0
    }
    return marks
  }

  async #findFields({ set, property }: QueryField): Promise<readonly CatalogField[]> {
    const name = normalizeName(property)
    const { fields } = await this.#readCatalog()
    return fields.filter((one) =>
      set === '*' ? normalizeName(one.property) === name : one.set === set && one.property === property,
    )
  }

  async #createColumn(field: QueryField): Promise<FieldColumn> {
    const { count } = this.tree
    if (field.set === '') return createBuiltIn(this.#sources, field.property)
    const keys = new ValueKeys(await this.#findFields(field), field.property, field.set === '*')
    const keyOf = await readKeys(this.#blocks, count, keys)
    return createColumn(keyOf, { count: keys.values.length, value: (key) => keys.values[key] })
  }

  #readCatalog(): Promise<FieldCatalog> {
    this.#catalog ??= readCatalog(this.#blocks).catch((error: unknown) => {
      this.#catalog = null
      throw error
    })
    return this.#catalog
  }
}

/** Ranks many names by their stems in natural order, and by their tails. */
function rankNames({ stems, stemOf, tails }: NameColumns): (element: number) => number | null {
  const table = createStringTable(stems)
  const texts = Array.from({ length: table.count }, (_, stem) => table.text(stem))
  const ranks = rankValues(texts)
  const nameless = texts.indexOf('')
  return (element) => {
    const stem = stemOf[element]
    const tail = tails.length > 0 ? tails[element] : 0
    return stem === nameless && tail === 0 ? null : ranks[stem] * tailScale + tail
  }
}

const matchesMissing = ({ operator }: FilterTest): 0 | 1 => (operator === 'missing' || operator === 'empty' ? 1 : 0)

function markMatches({ values, valueOf }: FieldColumn, test: FilterTest): Uint8Array {
  const accepted = Uint8Array.from(values, (value) => (matchesTest(value, test) ? 1 : 0))
  const missing = matchesMissing(test)
  const marks = new Uint8Array(valueOf.length)
  for (let element = 0; element < marks.length; element++)
    marks[element] = valueOf[element] < 0 ? missing : accepted[valueOf[element]]
  return marks
}

/** Keys of a column: several may have one value. */
interface ColumnKeys {
  readonly count: number
  value(key: number): PropertyValue
}

/** Creates a column from the key of each element (−1 for none), in place; values are numbered by their first element. */
function createColumn(keyOf: Int32Array, keys: ColumnKeys): FieldColumn {
  const unknown = -2
  const numberOfKey = new Int32Array(keys.count).fill(unknown)
  const values = new Interner<PropertyValue>()
  for (let element = 0; element < keyOf.length; element++) {
    const key = keyOf[element]
    if (key < 0) continue
    if (numberOfKey[key] === unknown) {
      const value = keys.value(key)
      numberOfKey[key] = value === '' ? -1 : values.intern(value)
    }
    keyOf[element] = numberOfKey[key]
  }
  return { values: values.values, valueOf: keyOf }
}

function createBuiltIn({ tree }: SearchSources, property: string): FieldColumn {
  const { count, classNames, classIndex } = tree
  const name = (element: number): string => tree.name(element)
  const elements = (): Int32Array => new Int32Array(count).map((_, element) => element)
  switch (property) {
    case 'name':
      return createColumn(elements(), { count, value: name })
    case 'id':
      return createColumn(elements(), { count, value: (element) => tree.sourceId(element) })
    case 'class':
      return createColumn(new Int32Array(classIndex), {
        count: classNames.length,
        value: (number) => classNames[number],
      })
    case 'storey':
      return createColumn(listContainingStoreys(tree), { count, value: name })
    case 'file':
      return createColumn(listFileElements(tree), { count, value: name })
    default:
      return { values: [], valueOf: new Int32Array(count).fill(-1) }
  }
}
