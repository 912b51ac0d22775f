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
  const isCandidate = new Uint8Array(planes[0].length)
  // Loops over one group at a time: machine code of a loop over rows and groups takes three times as long.
  if (word.length >= 7) {
    const isStart = createGroupTable(word)
    for (let byte = 1; byte < 16; byte += 3) markGroups(isCandidate, planes[byte], planes[byte + 1], isStart)
  } else {
    const isPair = createPairTable(word)
    for (let row = 0; row < isCandidate.length; row++) isCandidate[row] = isPair[planes[0][row]]
    for (let byte = 1; byte < 16; byte += 3) markPairs(isCandidate, planes.slice(byte, byte + 3), isPair)
  }
  for (let row = 0; row < isCandidate.length; row++) if (isCandidate[row] !== 0) visit(row)
}

function markGroups(isCandidate: Uint8Array, first: Uint8Array, second: Uint8Array, isStart: Uint8Array): void {
  for (let row = 0; row < isCandidate.length; row++) isCandidate[row] |= isStart[(first[row] << 8) | second[row]]
}

function markPairs(isCandidate: Uint8Array, [first, second, third]: readonly Uint8Array[], isPair: Uint8Array): void {
  for (let row = 0; row < isCandidate.length; row++)
    isCandidate[row] |= isPair[(first[row] << 4) | (second[row] >> 4)] | isPair[((second[row] & 15) << 8) | third[row]]
}

/**
 * Returns 1 for the first two bytes of each group of four digits that may be the last one that a word covers: ids of one
 * session of an authoring tool differ in their last digits alone.
 */
function createGroupTable(word: Uint8Array): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (let at = word.length - 7; at + 4 <= word.length; at++)
    for (const first of listDigits(word[at]))
      for (const second of listDigits(word[at + 1]))
        for (const third of listDigits(word[at + 2])) table[(first << 10) | (second << 4) | (third >> 2)] = 1
  return table
}

/** Returns the numbers of the digits that are equal to a folded one. */
const listDigits = (number: number): number[] => [...folded.keys()].filter((digit) => folded[digit] === number)

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
