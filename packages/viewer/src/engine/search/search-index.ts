import type { ModelTree } from '@kamar/package-format/read'
import type { SearchHit, SearchResult } from '../types.js'
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
  async search({ text, limit }: SearchQuery): Promise<SearchResult> {
    const start = performance.now()
    const tokens = splitTokens(text)
    if (tokens.length === 0) return { total: 0, hits: [], milliseconds: 0 }
    const marks = await this.#find(tokens)
    const hits: SearchHit[] = []
    let total = 0
    for (const mark of marks) if (mark !== 0) total++
    for (let field = 0; field < fields.length && hits.length < Math.min(limit, total); field++)
      for (let element = 0; element < marks.length && hits.length < limit; element++)
        if (marks[element] === field + 1) hits.push(await this.#hit(element, fields[field], tokens[0]))
    return { total, hits, milliseconds: performance.now() - start }
  }

  /** Returns all elements that `search` finds, ascending. */
  async findElements(text: string): Promise<Uint32Array> {
    const tokens = splitTokens(text)
    return tokens.length === 0 ? new Uint32Array(0) : listMarked(await this.#find(tokens))
  }

  /** Returns for each element 1 + the best field that contains the first word, 0 unless all tokens are found. */
  async #find(tokens: readonly string[]): Promise<Uint8Array> {
    const marks = tokens.map(() => new Uint8Array(this.#tree.count))
    await this.#properties?.mark(tokens, marks, 4)
    tokens.forEach((word, at) => {
      this.#markClasses(word, marks[at], 3)
      this.#ids.mark(word, marks[at], 2)
      this.#names.mark(word, marks[at], 1)
    })
    const [first, ...others] = marks
    for (const other of others)
      for (let element = 0; element < other.length; element++) if (other[element] === 0) first[element] = 0
    return first
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

/** Returns the numbers with a mark, ascending. */
export function listMarked(marks: Uint8Array | Uint32Array): Uint32Array {
  let count = 0
  for (const mark of marks) if (mark !== 0) count++
  const elements = new Uint32Array(count)
  let next = 0
  for (let element = 0; next < count; element++) if (marks[element] !== 0) elements[next++] = element
  return elements
}
