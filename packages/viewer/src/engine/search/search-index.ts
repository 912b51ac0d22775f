import type { ModelTree } from '@kamar/package-format/read'
import type { SearchControl, SearchHit, SearchResult } from '../types.js'
import { IdSearch } from './id-search.js'
import type { NameSearch } from './name-search.js'
import { PropertySearch } from './property-search.js'
import type { SearchSources } from './search-sources.js'

/** Text query. */
export interface SearchQuery {
  readonly text: string
  /** Maximum number of hits. */
  readonly limit: number
}

/** Searched fields, the highest rank first. */
const fields = ['name', 'id', 'class', 'property'] as const
type Field = (typeof fields)[number]

/**
 * Search in the columns of a tree and in the blocks of its properties: a word is searched in each distinct text once, and
 * one pass over the elements marks those that have it. Several tokens must all match within an element, in any field.
 */
export class SearchIndex {
  readonly #tree: ModelTree
  readonly #names: NameSearch
  readonly #ids: IdSearch
  readonly #properties: PropertySearch | null

  constructor({ columns, tree, names, blocks }: SearchSources) {
    this.#tree = tree
    this.#names = names
    this.#ids = new IdSearch(columns.ids)
    this.#properties = blocks === null ? null : new PropertySearch(blocks)
  }

  /** Finds elements that contain every word of the text, those with the first word in their name first. */
  async search({ text, limit }: SearchQuery, { signal, onPartial }: SearchControl = {}): Promise<SearchResult> {
    const start = performance.now()
    const tokens = splitTokens(text)
    if (tokens.length === 0) return { total: 0, hits: [], milliseconds: 0 }
    const list = async (marks: Uint8Array): Promise<SearchResult> => {
      const matches = selectBest(marks, limit)
      const hits: SearchHit[] = []
      for (const element of matches.elements) hits.push(await this.#hit(element, fields[marks[element] - 1], tokens[0]))
      return { total: matches.total, hits, milliseconds: performance.now() - start }
    }
    const marks = this.#findInTree(tokens)
    if (this.#properties === null) return list(combine(marks))
    if (onPartial !== undefined) {
      const partial = await list(combine(marks))
      if (partial.total > 0) onPartial(partial)
    }
    await this.#properties.mark(tokens, marks, { value: 4, signal })
    return list(combine(marks))
  }

  /** Returns all elements that `search` finds, ascending. */
  async findElements(text: string): Promise<Uint32Array> {
    const tokens = splitTokens(text)
    if (tokens.length === 0) return new Uint32Array(0)
    const marks = this.#findInTree(tokens)
    await this.#properties?.mark(tokens, marks, { value: 4 })
    return listMarked(combine(marks))
  }

  /** Returns for each word and element 1 + the best field of the tree that contains the word, 0 without one. */
  #findInTree(tokens: readonly string[]): readonly Uint8Array[] {
    return tokens.map((word) => {
      const marks = new Uint8Array(this.#tree.count)
      this.#markClasses(word, marks, 3)
      this.#ids.mark(word, marks, 2)
      this.#names.mark(word, marks, 1)
      return marks
    })
  }

  #markClasses(word: string, marks: Uint8Array, value: number): void {
    const { classNames, classIndex } = this.#tree
    const isMatch = classNames.map((name) => name.toLowerCase().includes(word))
    if (!isMatch.includes(true)) return
    for (let element = 0; element < marks.length; element++) if (isMatch[classIndex[element]]) marks[element] = value
  }

  async #hit(element: number, matched: Field, word: string): Promise<SearchHit> {
    const tree = this.#tree
    if (matched === 'name') return { element, matched, text: tree.name(element) }
    if (matched === 'id') return { element, matched, text: tree.sourceId(element) }
    if (matched === 'class') return { element, matched, text: tree.classNames[tree.classIndex[element]] }
    return { element, matched, ...((await this.#properties?.find(element, word)) ?? { text: '' }) }
  }
}

const splitTokens = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** Returns the marks of the first word, 0 for elements without all words. */
function combine([first, ...others]: readonly Uint8Array[]): Uint8Array {
  if (others.length === 0) return first
  const marks = first.slice()
  for (const other of others)
    for (let element = 0; element < other.length; element++) if (other[element] === 0) marks[element] = 0
  return marks
}

/** Returns the number of marked elements, and the first of them by mark, then number. */
function selectBest(
  marks: Uint8Array,
  limit: number,
): { readonly total: number; readonly elements: readonly number[] } {
  const byMark: number[][] = fields.map(() => [])
  let total = 0
  for (let element = 0; element < marks.length; element++) {
    if (marks[element] === 0) continue
    total++
    const elements = byMark[marks[element] - 1]
    if (elements.length < limit) elements.push(element)
  }
  return { total, elements: byMark.flat().slice(0, limit) }
}

/** Returns the numbers with a mark, ascending. */
export function listMarked(marks: Uint8Array | Uint32Array): Uint32Array {
  let count = 0
  for (const mark of marks) if (mark !== 0) count++
  const elements = new Uint32Array(count)
  let next = 0
  for (let element = 0; next < count; element++) if (marks[element] !== 0) elements[next++] = element
  return elements
}
