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
    const { length } = this.#bytes
    const code = this.#readCode()
    if (code === invalid) return this.position < length && this.#skipToRecord()
    if (this.position >= length) {
      this.isDamaged = true
      return false
    }
    this.#readValue(code)
    return true
  }

  /** Reads the line of a code, and empty lines before it. Returns `invalid`, at the end of the line, for other lines. */
  #readCode(): number {
    const bytes = this.#bytes
    let at = this.position
    while (isBlank(bytes[at])) at++
    const isNegative = bytes[at] === minus
    if (isNegative) at++
    const from = at
    let code = 0
    while (isDigit(bytes[at]) && code <= maxCode) code = code * 10 + bytes[at++] - zero
    const isCode = at > from && code <= maxCode
    while (bytes[at] === space || bytes[at] === tab) at++
    const isEnded = at >= bytes.length || bytes[at] === lineFeed || bytes[at] === carriageReturn
    this.position = this.#findLineEnd(at) + 1
    if (!isCode || !isEnded) return invalid
    return isNegative ? -code : code
  }

  #findLineEnd(from: number): number {
    const bytes = this.#bytes
    const lineEnd = this.#lineEnd
    let at = from
    while (at < bytes.length && bytes[at] !== lineEnd) at++
    return at
  }

  /** Skips lines that are no groups, up to the next code 0 before a name in capitals. */
  #skipToRecord(): boolean {
    this.isDamaged = true
    while (this.position < this.#bytes.length)
      if (this.#readCode() === 0 && this.#isAtName()) {
        this.#readValue(0)
        return true
      }
    return false
  }

  #isAtName(): boolean {
    const first = this.#bytes[this.position]
    return isCapital(first) || (isDigit(first) && isCapital(this.#bytes[this.position + 1]))
  }

  #readValue(code: number): void {
    const bytes = this.#bytes
    this.code = code
    this.start = this.position
    let end = this.#findLineEnd(this.start)
    this.position = end + 1
    while (end > this.start && bytes[end - 1] === carriageReturn) end--
    this.end = end
  }
}

const isBlank = (byte: number): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab
const isDigit = (byte: number): boolean => byte >= zero && byte <= nine
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a
