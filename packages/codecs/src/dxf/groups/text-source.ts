import { parseHandle } from './parse-handle.js'
import { ShortTexts } from './short-texts.js'
import { commentCode, type GroupSource } from './group-source.js'
import { parseNumber } from './parse-number.js'

const [lineFeed, carriageReturn, space, tab, zero, nine, minus] = [10, 13, 32, 9, 48, 57, 45]
const byteOrderMark = [0xef, 0xbb, 0xbf]
/** Codes have at most four digits, and some are negative in files of other programs. */
const maxCode = 9999
const invalid = -1_000_000
/** Part of a file that shows how its lines end. */
const surveyedBytes = 4096

/** Reads a text DXF: a line with the code and a line with the value of each group. */
export class TextSource implements GroupSource {
  position: number
  code = 0
  start = 0
  end = 0
  isDamaged = false
  readonly #bytes: Uint8Array
  readonly #buffer: Buffer
  readonly #texts: ShortTexts
  /** Last byte of a line; files of old programs end lines with a carriage return alone. */
  readonly #lineEnd: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#texts = new ShortTexts(this.#buffer)
    this.#lineEnd = bytes.subarray(0, surveyedBytes).includes(lineFeed) ? lineFeed : carriageReturn
    this.position = byteOrderMark.every((byte, at) => bytes[at] === byte) ? byteOrderMark.length : 0
  }

  next(): boolean {
    while (this.#readGroup()) if (this.code !== commentCode) return true
    return false
  }

  toNumber(_code: number, start: number, end: number): number {
    return parseNumber(this.#bytes, start, end)
  }

  toRawText(start: number, end: number): string {
    return this.#texts.read(start, end)
  }

  toHandle(start: number, end: number): number {
    return parseHandle(this.#buffer, start, end)
  }

  toBytes(start: number, end: number): Uint8Array {
    let from = start
    while (from < end && this.#bytes[from] === space) from++
    return Buffer.from(this.#buffer.toString('latin1', from, end), 'hex')
  }

  #readGroup(): boolean {
    const bytes = this.#bytes
    const { length } = bytes
    const code = this.#readCode()
    if (code === invalid) return this.position < length && this.#skipToRecord()
    const from = this.position
    if (from >= length) {
      this.isDamaged = true
      return false
    }
    const lineEnd = this.#lineEnd
    let at = from
    while (at < length && bytes[at] !== lineEnd) at++
    this.position = at + 1
    while (at > from && bytes[at - 1] === carriageReturn) at--
    this.code = code
    this.start = from
    this.end = at
    return true
  }

  /** Reads the line of a code, and empty lines before it. Returns `invalid`, at the end of the line, for other lines. */
  #readCode(): number {
    const bytes = this.#bytes
    const { length } = bytes
    let at = this.position
    while (at < length && isBlank(bytes[at])) at++
    const isNegative = bytes[at] === minus
    if (isNegative) at++
    const from = at
    let code = 0
    while (at < length && bytes[at] >= zero && bytes[at] <= nine && code <= maxCode)
      code = code * 10 + bytes[at++] - zero
    const isCode = at > from && code <= maxCode
    while (at < length && (bytes[at] === space || bytes[at] === tab)) at++
    const isEnded = at >= length || bytes[at] === lineFeed || bytes[at] === carriageReturn
    while (at < length && bytes[at] !== this.#lineEnd) at++
    this.position = at + 1
    if (!isCode || !isEnded) return invalid
    return isNegative ? -code : code
  }

  /** Skips lines that are no groups, up to the next code 0 before a name in capitals. */
  #skipToRecord(): boolean {
    this.isDamaged = true
    const { length } = this.#bytes
    while (this.position < length) {
      const code = this.#readCode()
      const after = this.position
      if (code === 0 && this.#isAtName()) {
        this.position = after
        return this.#readValue()
      }
      this.position = after
    }
    return false
  }

  #isAtName(): boolean {
    const first = this.#bytes[this.position]
    const second = this.#bytes[this.position + 1]
    return isCapital(first) || (first >= zero && first <= nine && isCapital(second))
  }

  #readValue(): boolean {
    const bytes = this.#bytes
    let at = this.position
    this.code = 0
    this.start = at
    while (at < bytes.length && bytes[at] !== this.#lineEnd) at++
    this.position = at + 1
    while (at > this.start && bytes[at - 1] === carriageReturn) at--
    this.end = at
    return true
  }
}

const isBlank = (byte: number): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a
