import { listSearchTerms } from '@kamar/core'

/** Distinct words of a model that are found. */
export const maxSearchTerms = 20_000
/** A `tsvector` has at most 2^20 bytes, with a few more than the text for each word. */
const maxBytes = 700_000
/** Beyond this, a value is prose. */
const maxValueCharacters = 1000
/** Measured numbers differ for each element and would take the room of words; nobody searches for them. */
const decimalNumber = /^[-+]?\d*[.,]\d+(e[-+]?\d+)?$/i

/** Collects distinct words of property values up to a bound. */
export class TermCollector {
  readonly #terms = new Set<string>()
  #bytes = 0

  get isFull(): boolean {
    return this.#terms.size >= maxSearchTerms || this.#bytes >= maxBytes
  }

  get terms(): readonly string[] {
    return [...this.#terms]
  }

  add(value: string): void {
    if (decimalNumber.test(value)) return
    for (const term of listSearchTerms(value.slice(0, maxValueCharacters))) {
      if (this.isFull) return
      if (this.#terms.has(term)) continue
      this.#terms.add(term)
      this.#bytes += Buffer.byteLength(term)
    }
  }
}
