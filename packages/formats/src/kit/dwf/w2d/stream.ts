import { MalformedRecordError, RecordCursor, TruncatedRecordError } from '@kamar/codecs/records'

/** A name and its operands, nested like the parentheses. */
export interface AsciiNode {
  readonly name: string
  readonly items: readonly (string | AsciiNode)[]
}

const maxNestingDepth = 40
const maxNumberLength = 60
const openParenthesis = 0x28
const closeParenthesis = 0x29
const openBrace = 0x7b
const closeBrace = 0x7d
const quote = 0x27
const doubleQuote = 0x22
const backslash = 0x5c

/** Returns whether a byte is a blank, tab or line end. */
export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 9 || byte === 10 || byte === 13

const utf16 = new TextDecoder('utf-16le')

/** Cursor over the bytes of a W2D stream. */
export class W2dStream extends RecordCursor {
  readonly #decode: (bytes: Uint8Array) => string

  constructor(bytes: Uint8Array, decode: (bytes: Uint8Array) => string) {
    super(bytes)
    this.#decode = decode
  }

  /** Reads a count of one byte; 0 is followed by two more bytes, which count from 256. */
  override count(): number {
    return this.u8() || this.u16() + 256
  }

  skipSpace(): void {
    while (this.left > 0 && isSpace(this.bytes[this.at])) this.at++
  }

  /** Reads a number in digits, which ends at any other character: the next record may follow at once. */
  asciiNumber(): number {
    this.skipSpace()
    if (this.left > 0 && this.bytes[this.at] === 0x2c) this.at++
    const start = this.at
    while (this.left > 0 && isNumeric(this.bytes[this.at])) this.at++
    if (this.at - start > maxNumberLength) throw new MalformedRecordError('number')
    const value = Number(String.fromCharCode(...this.bytes.subarray(start, this.at)))
    if (start === this.at || !Number.isFinite(value)) throw new MalformedRecordError('number')
    return value
  }

  /** Reads a text of a binary record: quoted, in hexadecimal, or of 16-bit characters. */
  text(): string {
    this.skipSpace()
    const first = this.u8()
    if (first === quote) return this.#quoted()
    if (first === doubleQuote) return hexText(this.#until(doubleQuote))
    if (first === openBrace) return this.#wideText()
    this.at--
    return this.#bareWord()
  }

  /** Reads the content of parentheses, after the opening one. */
  node(depth = 0): AsciiNode {
    if (depth > maxNestingDepth) throw new MalformedRecordError('depth')
    const items: (string | AsciiNode)[] = []
    this.skipSpace()
    const name = this.#startsNested() ? '' : this.#bareWord()
    for (;;) {
      this.skipSpace()
      const next = this.u8()
      if (next === closeParenthesis) return { name, items }
      if (next === openParenthesis) items.push(this.node(depth + 1))
      else if (next === quote) items.push(this.#quoted())
      else if (next === doubleQuote) items.push(hexText(this.#until(doubleQuote)))
      else if (next === openBrace) items.push(this.#bracedText())
      else {
        this.at--
        items.push(this.#bareWord())
      }
    }
  }

  #startsNested(): boolean {
    const next = this.bytes[this.at]
    return next === openParenthesis || next === closeParenthesis || next === quote || next === doubleQuote
  }

  #quoted(): string {
    const quotedBytes: number[] = []
    for (;;) {
      const byte = this.u8()
      if (byte === quote) return this.#decode(Uint8Array.from(quotedBytes))
      quotedBytes.push(byte === backslash ? this.u8() : byte)
    }
  }

  #until(mark: number): string {
    const end = this.bytes.indexOf(mark, this.at)
    if (end < 0) throw new TruncatedRecordError()
    const text = this.#decode(this.bytes.subarray(this.at, end))
    this.at = end + 1
    return text
  }

  #wideText(): string {
    const length = this.i32()
    const bytes = this.take(2 * length)
    if (this.u8() !== closeBrace) throw new MalformedRecordError('text')
    return utf16.decode(bytes)
  }

  /** Reads braces within parentheses, which hold a text of 16-bit characters or unused bytes. */
  #bracedText(): string {
    const length = this.i32()
    const end = this.at + 2 * length
    if (length >= 0 && this.bytes[end] === closeBrace) {
      const text = utf16.decode(this.take(2 * length))
      this.at++
      return text
    }
    this.skip(length)
    return ''
  }

  #bareWord(): string {
    const start = this.at
    while (this.left > 0) {
      const byte = this.bytes[this.at]
      if (isSpace(byte) || byte === openParenthesis || byte === closeParenthesis) break
      this.at++
    }
    if (this.left === 0) throw new TruncatedRecordError()
    return this.#decode(this.bytes.subarray(start, this.at))
  }
}

/** Returns whether a byte is a digit, sign or point; an `e` is the record of an ellipse. */
const isNumeric = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b

/** Decodes double quotes, which hold characters of four hexadecimal digits; some programs put plain text there. */
function hexText(text: string): string {
  if (text.length === 0 || text.length % 4 !== 0 || !/^[0-9a-f]+$/i.test(text)) return text
  return text.replace(/..../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** Returns words and numbers of a node, without nested nodes. */
export const listTokens = (node: AsciiNode): string[] => node.items.filter((item) => typeof item === 'string')

/** Finds a nested node by name. */
export const findNested = (node: AsciiNode, name: string): AsciiNode | undefined =>
  node.items.find(
    (item): item is AsciiNode => typeof item !== 'string' && item.name.toLowerCase() === name.toLowerCase(),
  )

/** Returns all numbers of a list of words, with optional commas between them. */
export const parseNumbers = (tokens: readonly string[]): number[] =>
  tokens.flatMap((word) => word.split(',').filter((part) => part !== '')).map(Number)
