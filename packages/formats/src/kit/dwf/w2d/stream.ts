/** Error for a stream that ends within a record. */
export class StreamEnd extends Error {}
/** Error for bytes that are not a record: the rest cannot be read. */
export class MalformedRecordError extends Error {}

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
export class W2dStream {
  readonly bytes: Uint8Array
  readonly #view: DataView
  readonly #decode: (bytes: Uint8Array) => string
  position: number

  constructor(bytes: Uint8Array, decode: (bytes: Uint8Array) => string, position = 0) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#decode = decode
    this.position = position
  }

  get left(): number {
    return this.bytes.length - this.position
  }

  take(length: number): number {
    const at = this.position
    if (length < 0 || at + length > this.bytes.length) throw new StreamEnd()
    this.position += length
    return at
  }

  byte(): number {
    return this.bytes[this.take(1)]
  }

  short(): number {
    return this.#view.getInt16(this.take(2), true)
  }

  word(): number {
    return this.#view.getUint16(this.take(2), true)
  }

  long(): number {
    return this.#view.getInt32(this.take(4), true)
  }

  unsigned(): number {
    return this.#view.getUint32(this.take(4), true)
  }

  raw(length: number): Uint8Array {
    const at = this.take(length)
    return this.bytes.subarray(at, at + length)
  }

  /** Reads a count of one byte; 0 is followed by two more bytes, which count from 256. */
  count(): number {
    return this.byte() || this.word() + 256
  }

  skipSpace(): void {
    while (this.left > 0 && isSpace(this.bytes[this.position])) this.position++
  }

  /** Reads a number in digits, which ends at any other character: the next record may follow at once. */
  asciiNumber(): number {
    this.skipSpace()
    if (this.left > 0 && this.bytes[this.position] === 0x2c) this.position++
    const start = this.position
    while (this.left > 0 && isNumeric(this.bytes[this.position])) this.position++
    if (this.position - start > maxNumberLength) throw new MalformedRecordError('number')
    const value = Number(String.fromCharCode(...this.bytes.subarray(start, this.position)))
    if (start === this.position || !Number.isFinite(value)) throw new MalformedRecordError('number')
    return value
  }

  /** Reads a text of a binary record: quoted, in hexadecimal, or of 16-bit characters. */
  text(): string {
    this.skipSpace()
    const first = this.byte()
    if (first === quote) return this.#quoted()
    if (first === doubleQuote) return hexText(this.#until(doubleQuote))
    if (first === openBrace) return this.#wideText()
    this.position--
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
      const next = this.byte()
      if (next === closeParenthesis) return { name, items }
      if (next === openParenthesis) items.push(this.node(depth + 1))
      else if (next === quote) items.push(this.#quoted())
      else if (next === doubleQuote) items.push(hexText(this.#until(doubleQuote)))
      else if (next === openBrace) items.push(this.#bracedText())
      else {
        this.position--
        items.push(this.#bareWord())
      }
    }
  }

  #startsNested(): boolean {
    const next = this.bytes[this.position]
    return next === openParenthesis || next === closeParenthesis || next === quote || next === doubleQuote
  }

  #quoted(): string {
    const quotedBytes: number[] = []
    for (;;) {
      const byte = this.byte()
      if (byte === quote) return this.#decode(Uint8Array.from(quotedBytes))
      quotedBytes.push(byte === backslash ? this.byte() : byte)
    }
  }

  #until(mark: number): string {
    const end = this.bytes.indexOf(mark, this.position)
    if (end < 0) throw new StreamEnd()
    const text = this.#decode(this.bytes.subarray(this.position, end))
    this.position = end + 1
    return text
  }

  #wideText(): string {
    const length = this.long()
    const bytes = this.raw(2 * length)
    if (this.byte() !== closeBrace) throw new MalformedRecordError('text')
    return utf16.decode(bytes)
  }

  /** Reads braces within parentheses, which hold a text of 16-bit characters or unused bytes. */
  #bracedText(): string {
    const length = this.long()
    const end = this.position + 2 * length
    if (length >= 0 && this.bytes[end] === closeBrace) {
      const text = utf16.decode(this.raw(2 * length))
      this.position++
      return text
    }
    this.take(length)
    return ''
  }

  #bareWord(): string {
    const start = this.position
    while (this.left > 0) {
      const byte = this.bytes[this.position]
      if (isSpace(byte) || byte === openParenthesis || byte === closeParenthesis) break
      this.position++
    }
    if (this.left === 0) throw new StreamEnd()
    return this.#decode(this.bytes.subarray(start, this.position))
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
