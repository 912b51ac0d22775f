import type { Property } from '@kamar/core'
import { valueType, type PropertyIndex, type Template } from '@kamar/package-format/read'
import type { SearchHit } from '../types.js'
import type { PropertyBlocks, SearchableBlock } from './property-blocks.js'

/** Returns the text of a value for search and display. */
const valueText = ({ value, unit }: Property): string => (unit === undefined ? String(value) : `${value} ${unit}`)

/** Searches in the values of property sets and in their units, block by block. */
export class PropertySearch {
  readonly #blocks: PropertyBlocks

  constructor(blocks: PropertyBlocks) {
    this.#blocks = blocks
  }

  /**
   * Sets marks that are 0 to `value`, of the elements that have a value with a word (lower case); one list of marks for
   * each word. Rejects when the signal is aborted.
   */
  async mark(
    tokens: readonly string[],
    marks: readonly Uint8Array[],
    { value, signal }: { readonly value: number; readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    const { index } = this.#blocks
    const matches = tokens.map(() => new Uint8Array(index.setCount))
    await this.#blocks.scan((block) => tokens.forEach((word, at) => matchSets(block, word, matches[at])), signal)
    matches.forEach((isMatch, at) => {
      if (isMatch.includes(1)) markElements(index, isMatch, marks[at], value)
    })
  }

  /** Returns the first property of the element whose value contains the word. */
  async find(element: number, word: string): Promise<Pick<SearchHit, 'text' | 'set' | 'property'>> {
    for (const { name, properties } of await this.#blocks.readSets(element))
      for (const property of properties) {
        const text = valueText(property)
        if (text.toLowerCase().includes(word)) return { text, set: name, property: property.name }
      }
    return { text: '' }
  }
}

/** Sets the marks that are 0 of the elements that have one of the sets to `value`. */
function markElements(
  { elementCount, setStart, setNumbers }: PropertyIndex,
  isMatch: Uint8Array,
  marks: Uint8Array,
  value: number,
): void {
  const count = Math.min(elementCount, marks.length)
  let at = 0
  for (let element = 0; element < count; element++) {
    const end = setStart[element + 1]
    let isMarked = 0
    for (; at < end; at++) isMarked |= isMatch[setNumbers[at]]
    if (isMarked !== 0 && marks[element] === 0) marks[element] = value
  }
}

/** Sets 1 for the sets of a block that have a value or a unit with the word. */
function matchSets({ columns, values }: SearchableBlock, word: string, isMatch: Uint8Array): void {
  const { firstSet, templates, templateOfSet, firstValue, valueNumbers, names } = columns
  const isTemplate = templates.map((template) => hasWord(template, word, (name) => names.text(name)))
  const isValue = new Uint8Array(values.count)
  let matchCount = 0
  values.forEachMatch(word, (number) => {
    isValue[number] = 1
    matchCount++
  })
  if (matchCount === 0 && !isTemplate.includes(true)) return
  for (let row = 0; row < templateOfSet.length; row++) {
    let has = isTemplate[templateOfSet[row]]
    for (let at = firstValue[row]; !has && at < firstValue[row + 1]; at++) has = isValue[valueNumbers[at]] === 1
    if (has) isMatch[firstSet + row] = 1
  }
}

/** Returns whether a unit or a boolean value of a template contains the word. */
function hasWord(template: Template, word: string, text: (name: number) => string): boolean {
  for (let at = 1; at < template.length; at += 3) {
    const [, type, unit] = template.subarray(at, at + 3)
    if (
      unit > 0 &&
      text(unit - 1)
        .toLowerCase()
        .includes(word)
    )
      return true
    if (type >= valueType.false && String(type === valueType.true).includes(word)) return true
  }
  return false
}
