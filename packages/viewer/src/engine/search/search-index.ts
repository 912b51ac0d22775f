import type { ModelTree, PropertyBlock, PropertyIndex } from '@kamar/package-format/read'
import type { Property } from '@kamar/core'
import type { SearchHit, SearchResult } from '../types.js'
import { Interner } from '../interner.js'
import { GroupedNumbers } from './grouped-numbers.js'
import { TextColumn } from './text-column.js'

/** Text query. */
export interface SearchQuery {
  readonly text: string
  /** Maximum number of hits. */
  readonly limit: number
}

/** Searched fields, the highest rank first. */
const fields = ['name', 'id', 'class', 'property'] as const
type Field = (typeof fields)[number]

/** Returns the text of a value for search and display. */
const valueText = ({ value, unit }: Property): string => (unit === undefined ? String(value) : `${value} ${unit}`)

/**
 * Search index with each distinct text once: a word is searched in one long string per field, and matches lead to
 * elements through sorted arrays. Several words must all match within an element, in any field.
 */
export class SearchIndex {
  readonly #tree: ModelTree
  readonly #names: TextColumn
  readonly #elementsOfName: GroupedNumbers
  readonly #classes: TextColumn
  readonly #elementsOfClass: GroupedNumbers
  readonly #ids: TextColumn
  readonly #properties: PropertyTexts | null

  constructor(tree: ModelTree, properties: { index: PropertyIndex; blocks: readonly PropertyBlock[] } | null) {
    this.#tree = tree
    const names = new Interner<string>()
    const nameNumbers = Uint32Array.from({ length: tree.count }, (_, element) => names.intern(tree.name(element)))
    this.#names = new TextColumn(names.values)
    this.#elementsOfName = new GroupedNumbers(names.values.length, nameNumbers)
    this.#classes = new TextColumn(tree.classNames)
    this.#elementsOfClass = new GroupedNumbers(tree.classNames.length, tree.classIndex)
    this.#ids = new TextColumn(Array.from({ length: tree.count }, (_, element) => tree.sourceId(element)))
    this.#properties = properties === null ? null : new PropertyTexts(properties.index, properties.blocks)
  }

  /** Finds elements that contain every word of the text, those with the first word in their name first. */
  search({ text, limit }: SearchQuery): SearchResult {
    const start = performance.now()
    const tokens = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (tokens.length === 0) return { total: 0, hits: [], milliseconds: 0 }
    const [first, ...others] = tokens.map((word) => this.#find(word))
    for (const marks of others)
      for (let element = 0; element < marks.length; element++) if (marks[element] === 0) first[element] = 0
    let total = 0
    const byField: number[][] = fields.map(() => [])
    for (let element = 0; element < first.length; element++) {
      if (first[element] === 0) continue
      total++
      const list = byField[first[element] - 1]
      if (list.length < limit) list.push(element)
    }
    const hits = byField
      .flatMap((elements, field) => elements.map((element) => this.#hit(element, fields[field], tokens[0])))
      .slice(0, limit)
    return { total, hits, milliseconds: performance.now() - start }
  }

  /** Returns for each element 1 + the best field that contains the word, 0 if none does. */
  #find(word: string): Uint8Array {
    const marks = new Uint8Array(this.#tree.count)
    this.#properties?.markElements(word, marks, 4)
    this.#classes.forEachMatch(word, (number) => mark(marks, this.#elementsOfClass.of(number), 3))
    this.#ids.forEachMatch(word, (element) => {
      marks[element] = 2
    })
    this.#names.forEachMatch(word, (number) => mark(marks, this.#elementsOfName.of(number), 1))
    return marks
  }

  #hit(element: number, matched: Field, word: string): SearchHit {
    const tree = this.#tree
    if (matched === 'name') return { element, matched, text: tree.name(element) }
    if (matched === 'id') return { element, matched, text: tree.sourceId(element) }
    if (matched === 'class') return { element, matched, text: tree.classNames[tree.classIndex[element]] }
    return { element, matched, ...(this.#properties?.where(element, word) ?? { text: '' }) }
  }
}

function mark(marks: Uint8Array, elements: Uint32Array, value: number): void {
  for (const element of elements) marks[element] = value
}

/** Values of all property sets, each distinct text once, and the sets and elements that have them. */
class PropertyTexts {
  readonly #index: PropertyIndex
  readonly #blocks: readonly PropertyBlock[]
  readonly #values: TextColumn
  readonly #setsOfValue: GroupedNumbers
  readonly #elementsOfSet: GroupedNumbers

  constructor(index: PropertyIndex, blocks: readonly PropertyBlock[]) {
    this.#index = index
    this.#blocks = blocks
    const values = new Interner<string>()
    const rowValues: number[] = []
    const rowSets: number[] = []
    for (const block of blocks)
      for (let set = block.firstSet; set < block.firstSet + block.setCount; set++)
        for (const property of block.set(set).properties) {
          rowValues.push(values.intern(valueText(property)))
          rowSets.push(set)
        }
    this.#values = new TextColumn(values.values)
    this.#setsOfValue = new GroupedNumbers(values.values.length, rowValues, rowSets)
    const assignedSets: number[] = []
    const assignedElements: number[] = []
    for (let element = 0; element < index.elementCount; element++)
      for (const set of index.setsOf(element)) {
        assignedSets.push(set)
        assignedElements.push(element)
      }
    this.#elementsOfSet = new GroupedNumbers(index.setCount, assignedSets, assignedElements)
  }

  markElements(word: string, marks: Uint8Array, value: number): void {
    const visited = new Uint8Array(this.#index.setCount)
    this.#values.forEachMatch(word, (number) => {
      for (const set of this.#setsOfValue.of(number)) {
        if (visited[set] === 1) continue
        visited[set] = 1
        mark(marks, this.#elementsOfSet.of(set), value)
      }
    })
  }

  /** Returns the first property of the element whose value contains the word. */
  where(element: number, word: string): Pick<SearchHit, 'text' | 'set' | 'property'> {
    for (const number of this.#index.setsOf(element)) {
      const set = this.#blocks[this.#index.findBlock(number)].set(number)
      for (const property of set.properties) {
        const text = valueText(property)
        if (text.toLowerCase().includes(word)) return { text, set: set.name, property: property.name }
      }
    }
    return { text: '' }
  }
}
