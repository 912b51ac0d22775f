import type { TextColumns } from '@kamar/package-format/read'

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 127) return false
  return true
}

/** Returns the end of each text after folding, and the texts in lower case, concatenated. */
function foldTexts({ bytes, ends }: TextColumns): [joined: string, ends: Uint32Array] {
  const parts: string[] = []
  const ownEnds = new Uint32Array(ends.length)
  let start = 0
  let length = 0
  ends.forEach((end, index) => {
    const part = decoder.decode(bytes.subarray(start, end)).toLowerCase()
    start = end
    ownEnds[index] = length += part.length
    parts.push(part)
  })
  return [parts.join(''), ownEnds]
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
/** V8 stores longer parts of a string as references, which would keep the whole column in memory. */
const maxCopiedLength = 12
const specialCharacters = /[$()*+.?[\\\]^{|}]/g

/**
 * Many texts as one string, so that one native search covers all of them: about a gigabyte per second. A column in ASCII
 * has this string alone, in which letters of both cases are found; one with other scripts also has its bytes, because
 * lower case may change the length of a text.
 */
export class TextColumn {
  readonly #joined: string
  readonly #ends: Uint32Array
  /** Null in ASCII. */
  readonly #source: TextColumns | null
  readonly count: number

  constructor(texts: TextColumns) {
    this.count = texts.ends.length
    if (isAscii(texts.bytes)) {
      this.#source = null
      this.#joined = decoder.decode(texts.bytes)
      this.#ends = texts.ends
      return
    }
    // A view would keep the whole file in memory.
    this.#source = { bytes: texts.bytes.slice(), ends: texts.ends }
    const [joined, ends] = foldTexts(texts)
    this.#joined = joined
    this.#ends = ends
  }

  /** Approximate bytes in memory. */
  get byteLength(): number {
    if (this.#source === null) return this.#joined.length + this.#ends.byteLength
    const { bytes, ends } = this.#source
    return this.#joined.length * 2 + this.#ends.byteLength + bytes.byteLength + ends.byteLength
  }

  /** Returns a text as it was stored; '' for a number that is not in the column. */
  text(index: number): string {
    if (!(index < this.count)) return ''
    const { ends } = this.#source ?? { ends: this.#ends }
    const start = index === 0 ? 0 : ends[index - 1]
    if (this.#source !== null) return decoder.decode(this.#source.bytes.subarray(start, ends[index]))
    const text = this.#joined.slice(start, ends[index])
    return text.length <= maxCopiedLength ? text : decoder.decode(encoder.encode(text))
  }

  /** Returns whether a text is empty. */
  isEmpty(index: number): boolean {
    return this.#ends[index] === (index === 0 ? 0 : this.#ends[index - 1])
  }

  /** Calls `match` with the number of each text that contains `word` (lower case, not empty), ascending. */
  forEachMatch(word: string, match: (index: number) => void): void {
    const find = this.#createFinder(word)
    let index = 0
    for (let at = find(0); at >= 0;) {
      index = this.#textAt(at, index)
      const end = this.#ends[index]
      // A match may run into the next text.
      const isWithin = at + word.length <= end
      if (isWithin) match(index)
      at = find(isWithin ? end : at + 1)
    }
  }

  /** Returns a function for the next position of a word (lower case), −1 without one. */
  #createFinder(word: string): (from: number) => number {
    const joined = this.#joined
    if (this.#source !== null || word.toUpperCase() === word) return (from) => joined.indexOf(word, from)
    // Of texts that are not ASCII, none is in the column.
    if (!/^[\u0000-\u007f]*$/.test(word)) return () => -1
    const pattern = new RegExp(word.replaceAll(specialCharacters, String.raw`\$&`), 'gi')
    return (from) => {
      pattern.lastIndex = from
      return pattern.test(joined) ? pattern.lastIndex - word.length : -1
    }
  }

  /** Returns whether the text ends with `word`. */
  endsWith(index: number, word: string): boolean {
    const start = index === 0 ? 0 : this.#ends[index - 1]
    const end = this.#ends[index]
    return end - start >= word.length && this.#joined.slice(end - word.length, end).toLowerCase() === word
  }

  /** Returns the text that contains the position, which is not before `low`; matches are mostly close together. */
  #textAt(position: number, low: number): number {
    let before = low - 1
    let step = 1
    while (before + step < this.count && this.#ends[before + step] <= position) {
      before += step
      step *= 2
    }
    let high = Math.min(this.count - 1, before + step)
    let match = before + 1
    while (match < high) {
      const midpoint = (match + high) >> 1
      if (this.#ends[midpoint] > position) high = midpoint
      else match = midpoint + 1
    }
    return match
  }
}
