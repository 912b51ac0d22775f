import type { IdColumns } from '@kamar/package-format/read'
import { TextColumn } from './text-column.js'

/** Digits of GlobalIds in lower case: upper and lower letters are the same to a search. */
const digits = '0123456789abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz_$'
/** Number of the first equal digit, by digit. */
const folded = Uint8Array.from(digits, (digit) => digits.indexOf(digit))
const idLength = 22
const globalIdKind = 1
const textKind = 2

/** Searches in the source ids of elements without decoding any. */
export class IdSearch {
  readonly #ids: IdColumns
  readonly #texts: TextColumn

  constructor(ids: IdColumns) {
    this.#ids = ids
    this.#texts = new TextColumn(ids.texts)
  }

  /** Sets the marks of the elements whose id contains a text (lower case, not empty) to `value`. */
  mark(text: string, marks: Uint8Array, value: number): void {
    const { kinds } = this.#ids
    const texts = new Uint8Array(this.#texts.count)
    this.#texts.forEachMatch(text, (row) => {
      texts[row] = 1
    })
    const matches = this.#findGlobalIds(text)
    let globalRow = 0
    let textRow = 0
    for (let element = 0; element < kinds.length; element++) {
      if (kinds[element] === globalIdKind) {
        if (matches !== null && matches[globalRow] === 1) marks[element] = value
        globalRow++
      } else if (kinds[element] === textKind && texts[textRow++] === 1) marks[element] = value
    }
  }

  /** Returns 1 for each GlobalId that contains the text; null if none can. */
  #findGlobalIds(text: string): Uint8Array | null {
    const numbers = Array.from(text, (digit) => digits.indexOf(digit))
    const { globalIds } = this.#ids
    const count = globalIds.length / 16
    if (count === 0 || numbers.length > idLength || numbers.includes(-1)) return null
    const word = Uint8Array.from(numbers)
    const planes = Array.from({ length: 16 }, (_, byte) => globalIds.subarray(byte * count, byte * count + count))
    const matches = new Uint8Array(count)
    const id = new Uint8Array(idLength)
    for (let row = 0; row < count; row++) {
      unpack(planes, row, id)
      if (contains(id, word)) matches[row] = 1
    }
    return matches
  }
}

/** Writes the folded digits of a GlobalId: one of two bits, then 21 of six. */
function unpack(planes: readonly Uint8Array[], row: number, id: Uint8Array): void {
  let bits = planes[0][row]
  id[0] = folded[bits >> 6]
  id[1] = folded[bits & 63]
  for (let byte = 1, digit = 2; byte < 16; byte += 3, digit += 4) {
    bits = (planes[byte][row] << 16) | (planes[byte + 1][row] << 8) | planes[byte + 2][row]
    id[digit] = folded[bits >> 18]
    id[digit + 1] = folded[(bits >> 12) & 63]
    id[digit + 2] = folded[(bits >> 6) & 63]
    id[digit + 3] = folded[bits & 63]
  }
}

function contains(id: Uint8Array, word: Uint8Array): boolean {
  const [first] = word
  for (let start = 0; start <= idLength - word.length; start++) {
    if (id[start] !== first) continue
    let at = 1
    while (at < word.length && id[start + at] === word[at]) at++
    if (at === word.length) return true
  }
  return false
}
