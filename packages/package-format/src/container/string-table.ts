import { malformed, type SectionInput } from './container-layout.js'
import type { Container } from './container-decode.js'
import { decodeVarints, encodeVarints } from './varints.js'

/** Collects unique texts; `indexOf` returns the number of a text in the table. */
export class StringTableBuilder {
  readonly #numbers = new Map<string, number>()
  /** Texts by number. */
  readonly texts: string[] = []
  /** Returns the text's number, a new one for a new text. */
  indexOf(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    this.#numbers.set(text, this.texts.length)
    this.texts.push(text)
    return this.texts.length - 1
  }
}

/** Returns the sections `<name>.text` (UTF-8, concatenated) and `<name>.length` (bytes of each). */
export function stringTableSections(name: string, texts: readonly string[]): SectionInput[] {
  const encoder = new TextEncoder()
  const all = new Uint8Array(texts.reduce((sum, text) => sum + text.length * 3, 0))
  let end = 0
  const lengths = texts.map((text) => {
    const length = encoder.encodeInto(text, all.subarray(end)).written
    end += length
    return length
  })
  return [
    { name: `${name}.text`, data: all.slice(0, end) },
    { name: `${name}.length`, data: encodeVarints(lengths) },
  ]
}

/** Texts by number, decoded on demand: a tree of 100,000 nodes shows a hundred names at a time. */
export interface StringTable {
  readonly count: number
  /** Returns '' for a number that is not in the table. */
  text(index: number): string
}

/** Texts as columns, which can be passed to another thread: UTF-8, concatenated, and the end of each. */
export interface TextColumns {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
}

/** Reads the output of `stringTableSections`. */
export function readTextColumns(container: Container, name: string, count: number): TextColumns {
  const bytes = container.column(`${name}.text`, 'u8')
  const ends = decodeVarints(container.column(`${name}.length`, 'u8'), count)
  let end = 0
  for (let index = 0; index < count; index++) {
    end += ends[index]
    if (end > bytes.length) throw malformed(`text of ${name} runs past its end`)
    ends[index] = end
  }
  if (end !== bytes.length) throw malformed(`text of ${name} is longer than its parts`)
  return { bytes, ends }
}

/** Returns the table of text columns. */
export function createStringTable({ bytes, ends }: TextColumns): StringTable {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    count: ends.length,
    text: (index) =>
      index < ends.length ? decoder.decode(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index])) : '',
  }
}

/** Reads the output of `stringTableSections` as a table. */
export const readStringTable = (container: Container, name: string, count: number): StringTable =>
  createStringTable(readTextColumns(container, name, count))

/**
 * Encodes a column of string numbers most of which occur for the first time, in table order: 0 means "the next new
 * one", other values count back from it. Names of elements are mostly unique, so the column is mostly zeros. Throws
 * `RangeError` if a number skips one that has not occurred yet.
 */
export function encodeFirstUses(numbers: ArrayLike<number>): Uint8Array {
  const out = new Uint32Array(numbers.length)
  let next = 0
  for (let index = 0; index < numbers.length; index++) {
    if (numbers[index] > next) throw new RangeError('numbers are not in the order of their first use')
    out[index] = next - numbers[index]
    if (numbers[index] === next) next++
  }
  return encodeVarints(out)
}

/** Reverses `encodeFirstUses`; every number is below `tableSize`. */
export function decodeFirstUses(bytes: Uint8Array, count: number, tableSize: number): Uint32Array {
  const out = decodeVarints(bytes, count)
  let next = 0
  for (let index = 0; index < count; index++) {
    const number = next - out[index]
    if (number < 0 || number >= tableSize) throw malformed('text number out of range')
    out[index] = number
    if (number === next) next++
  }
  return out
}
