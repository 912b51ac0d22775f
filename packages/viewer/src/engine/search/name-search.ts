import type { NameColumns } from '@kamar/package-format/read'
import { TextColumn } from './text-column.js'

/** Digits at the end of a searched text that are the beginning of a tail; the text before them ends a stem. */
interface TailPrefix {
  readonly value: number
  /** 10 to the number of its digits. */
  readonly scale: number
}

const onlyDigits = /^[0-9]{1,9}$/
/** Bit of a stem that contains the searched text; those of prefixes follow. */
const containsBit = 1

/** Searches in the names of elements without decoding any: in their stems, and in their tails as numbers. */
export class NameSearch {
  readonly #names: NameColumns
  readonly #stems: TextColumn

  constructor(names: NameColumns) {
    this.#names = names
    this.#stems = new TextColumn(names.stems)
  }

  /** Sets the marks of the elements whose name contains a text (lower case, not empty) to `value`. */
  mark(text: string, marks: Uint8Array, value: number): void {
    const { stemOf, tails } = this.#names
    const bits = new Uint16Array(this.#stems.count)
    this.#stems.forEachMatch(text, (stem) => {
      bits[stem] = containsBit
    })
    const prefixes = tails.length === 0 ? [] : this.#findPrefixes(text, bits)
    const isInTail = tails.length === 0 ? null : createTailTest(text)
    for (let element = 0; element < stemOf.length; element++) {
      const stem = bits[stemOf[element]]
      if (
        (stem & containsBit) !== 0 ||
        (stem !== 0 && beginsWithAny(tails[element], stem, prefixes)) ||
        isInTail?.(tails[element]) === true
      )
        marks[element] = value
    }
  }

  /** Returns the prefixes of tails that complete the text, and sets their bits of the stems that the rest of it ends. */
  #findPrefixes(text: string, bits: Uint16Array): readonly TailPrefix[] {
    const digits = /[0-9]{1,9}$/.exec(text)?.[0] ?? ''
    const prefixes: TailPrefix[] = []
    for (let length = 1; length <= digits.length && length < text.length; length++) {
      const prefix = digits.slice(-length)
      // A tail never begins with 0.
      if (prefix.startsWith('0')) continue
      prefixes.push({ value: Number(prefix), scale: 10 ** length })
      const rest = text.slice(0, -length)
      for (let stem = 0; stem < bits.length; stem++)
        if (this.#stems.endsWith(stem, rest)) bits[stem] |= containsBit << prefixes.length
    }
    return prefixes
  }
}

/** Returns whether the tail begins with one of the prefixes whose bits the stem has. */
function beginsWithAny(tail: number, stem: number, prefixes: readonly TailPrefix[]): boolean {
  for (let at = 0; at < prefixes.length; at++) {
    if ((stem & (containsBit << (at + 1))) === 0) continue
    const { value, scale } = prefixes[at]
    let leading = tail
    while (leading >= scale) leading = Math.floor(leading / 10)
    if (leading === value) return true
  }
  return false
}

/** Returns a function that tells whether the digits of a tail contain the text; null if none can. */
function createTailTest(text: string): ((tail: number) => boolean) | null {
  if (!onlyDigits.test(text)) return null
  const value = Number(text)
  const scale = 10 ** text.length
  // Digits that begin with 0 need another one before them.
  const minTail = text.startsWith('0') ? scale : Math.max(1, value)
  return (tail) => {
    for (let rest = tail; rest >= minTail; rest = Math.floor(rest / 10)) if (rest % scale === value) return true
    return false
  }
}
