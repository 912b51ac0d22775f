import { listSearchWords } from '@kamar/core'

/** Distinct words of a model that are found. */
export const maxSearchWords = 20_000
/** A `tsvector` has at most 2^20 bytes, with a few more than the text for each word. */
const maxBytes = 700_000
/** Beyond this, a value is prose. */
const maxValueCharacters = 1000
/** Measured numbers differ for each element and would take the room of words; nobody searches for them. */
const decimalNumber = /^[-+]?\d*[.,]\d+(e[-+]?\d+)?$/i

/** Collects distinct words of property values up to a bound. */
export class WordCollector {
  readonly #words = new Set<string>()
  #bytes = 0

  get isFull(): boolean {
    return this.#words.size >= maxSearchWords || this.#bytes >= maxBytes
  }

  get words(): readonly string[] {
    return [...this.#words]
  }

  add(value: string): void {
    if (decimalNumber.test(value)) return
    for (const word of listSearchWords(value.slice(0, maxValueCharacters))) {
      if (this.isFull) return
      if (this.#words.has(word)) continue
      this.#words.add(word)
      this.#bytes += Buffer.byteLength(word)
    }
  }
}
