import type { IdColumns } from '@kamar/package-format/read'
import { TextColumn } from './text-column.js'

/** Digits of GlobalIds in lower case: upper and lower letters are the same to a search. */
const digits = '0123456789abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz_$'
/** Number of the first equal digit, by digit. */
const folded = Uint8Array.from(digits, (digit) => digits.indexOf(digit))
const idLength = 22
/**
 * Among more ids, shorter words occur by chance: of two million, 36 contain any four given letters. Whoever looks for an
 * id types or pastes more of it.
 */
const maxNoisyIds = 250_000
const minTypicalLength = 6
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
    const matches = this.#findGlobalIds(text)
    if (kinds === null) {
      for (let element = 0; matches !== null && element < matches.length; element++)
        if (matches[element] === 1) marks[element] = value
      return
    }
    const texts = new Uint8Array(this.#texts.count)
    this.#texts.forEachMatch(text, (row) => {
      texts[row] = 1
    })
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
    if (count > maxNoisyIds && numbers.length < minTypicalLength) return null
    const word = Uint8Array.from(numbers)
    const planes = Array.from({ length: 16 }, (_, byte) => globalIds.subarray(byte * count, byte * count + count))
    const matches = new Uint8Array(count)
    const id = new Uint8Array(idLength)
    findCandidates(planes, word, (row) => {
      unpack(planes, row, id)
      if (contains(id, word)) matches[row] = 1
    })
    return matches
  }
}

/**
 * Visits the GlobalIds that may contain a word, without unpacking the others. Three bytes are four digits, after the
 * first byte with two: a word of seven digits covers such a group wherever it is, one of three a half of it.
 */
function findCandidates(planes: readonly Uint8Array[], word: Uint8Array, visit: (row: number) => void): void {
  const [first, ...others] = planes
  const count = first.length
  if (word.length >= 7) {
    const isStart = createGroupTable(word)
    for (let row = 0; row < count; row++) {
      let isCandidate = 0
      for (let byte = 0; byte < 15; byte += 3) isCandidate |= isStart[(others[byte][row] << 8) | others[byte + 1][row]]
      if (isCandidate !== 0) visit(row)
    }
    return
  }
  const isPair = createPairTable(word)
  for (let row = 0; row < count; row++) {
    let isCandidate = isPair[first[row]]
    for (let byte = 0; byte < 15; byte += 3) {
      const second = others[byte + 1][row]
      isCandidate |=
        isPair[(others[byte][row] << 4) | (second >> 4)] | isPair[((second & 15) << 8) | others[byte + 2][row]]
    }
    if (isCandidate !== 0) visit(row)
  }
}

/** Returns 1 for the first two bytes of each group of four digits that a word may cover. */
function createGroupTable(word: Uint8Array): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (let bits = 0; bits < 0x10000; bits++)
    for (let at = 0; at + 4 <= word.length && at < 4; at++) {
      const low = (bits & 15) << 2
      const isThird = [0, 1, 2, 3].some((rest) => folded[low | rest] === word[at + 2])
      if (folded[bits >> 10] === word[at] && folded[(bits >> 4) & 63] === word[at + 1] && isThird) table[bits] = 1
    }
  return table
}

/** Returns 1 for each pair of digits (12 bits) at an even position that a word may cover at least in part. */
function createPairTable(word: Uint8Array): Uint8Array {
  const fits = (pair: number): boolean => {
    const [one, other] = [folded[pair >> 6], folded[pair & 63]]
    const isWithin = (one === word[0] && other === word[1]) || (one === word[1] && other === word[2])
    // A word of one or two digits may cover half of a pair.
    return word.length > 2 ? isWithin : isWithin || one === word[word.length - 1] || other === word[0]
  }
  return Uint8Array.from({ length: 4096 }, (_, pair) => (fits(pair) ? 1 : 0))
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
