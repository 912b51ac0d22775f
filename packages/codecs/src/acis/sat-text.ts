import { decodeText } from '../text/names.js'
import { maxRecords, parseUnit, type AcisRecord, type AcisRecords, type AcisToken } from './acis-record.js'

const space = 32
const hash = 35
const firstVersionWithHeaderLines = 200

/**
 * Decodes Latin-1, which keeps one character per byte, as length-prefixed texts count bytes; `decodeText` restores
 * their characters.
 */
const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
const decodeLatin1 = (text: string): string => decodeText(Uint8Array.from(Buffer.from(text, 'latin1')))

/**
 * Decodes DXF text: every character but the space is mirrored at 159, and the resulting caret for `A` is written `^ `.
 */
function fromDxf(text: string): string {
  return text.replace(/\^ /g, '^').replace(/[!-~]/g, (character) => String.fromCharCode(159 - character.charCodeAt(0)))
}

/** Parses SAT text, version 1.06 and later, also in the encoding of DXF. */
export function parseSatText(bytes: Uint8Array): AcisRecords {
  const raw = latin1(bytes).replace(/^\u00ef\u00bb\u00bf/, '')
  const text = /^\s*\d/.test(raw) ? raw : fromDxf(raw)
  const { version, product, unitMillimetres, start, statedRecords } = readHeader(text)
  const scanner = new RecordScanner(text, start)
  const records = scanner.run()
  // Data embedded in drawings has no end marker, but states its number of records.
  const isComplete = scanner.hasEnded || (statedRecords > 0 && records.length >= statedRecords && !scanner.isInRecord)
  return { version, product, unitMillimetres, records, isCut: !isComplete }
}

interface Header {
  readonly version: number
  readonly product: string
  readonly unitMillimetres: number | null
  /** Stated number of records; 0 when there is none. */
  readonly statedRecords: number
  /** Position of the first record. */
  readonly start: number
}

function readHeader(text: string): Header {
  const lines = new LineReader(text)
  const [version = 0, statedRecords = 0] = lines.next().trim().split(/\s+/).map(Number)
  if (!(version >= firstVersionWithHeaderLines)) {
    return { version, statedRecords, product: '', unitMillimetres: null, start: lines.position }
  }
  const product = parseProduct(lines.next())
  const unit = Number(lines.next().trim().split(/\s+/)[0])
  // Newer files have a licence signature of the writing program here.
  const signature = /^[ \t\r\n]*T @\d+ \S+[ \t\r]*\n/.exec(text.slice(lines.position, lines.position + 1000))
  const start = lines.position + (signature?.[0].length ?? 0)
  return { version, statedRecords, product, unitMillimetres: parseUnit(unit), start }
}

/** Returns the writing program: the first length-prefixed text of the line. */
function parseProduct(line: string): string {
  const counted = /^\s*@?(\d+) /.exec(line)
  if (!counted) return line.trim()
  return decodeLatin1(line.slice(counted[0].length, counted[0].length + Number(counted[1]))).trim()
}

class LineReader {
  readonly #text: string
  position = 0

  constructor(text: string) {
    this.#text = text
  }

  next(): string {
    const end = this.#text.indexOf('\n', this.position)
    const line = this.#text.slice(this.position, end < 0 ? undefined : end)
    this.position = end < 0 ? this.#text.length : end + 1
    return line
  }
}

class RecordScanner {
  readonly #text: string
  readonly #records: AcisRecord[] = []
  #position: number
  #index = -1
  #name = ''
  #tokens: AcisToken[] | null = null
  #isBroken = false
  hasEnded = false

  constructor(text: string, start: number) {
    this.#text = text
    this.#position = start
  }

  get isInRecord(): boolean {
    return this.#tokens !== null
  }

  run(): readonly AcisRecord[] {
    while (!this.hasEnded && !this.#isBroken && this.#skipBlank()) {
      if (this.#text.charCodeAt(this.#position) === hash) this.#endRecord()
      else this.#takeWord(this.#word())
    }
    return this.#records
  }

  #skipBlank(): boolean {
    while (this.#text.charCodeAt(this.#position) <= space) this.#position++
    return this.#position < this.#text.length
  }

  #endRecord(): void {
    this.#position++
    if (this.#tokens === null) return
    const index = this.#index < 0 ? this.#records.length : this.#index
    this.#records.push({ index, name: this.#name, tokens: this.#tokens })
    this.#tokens = null
    this.#index = -1
    if (this.#records.length > maxRecords) this.#isBroken = true
  }

  #word(): string {
    const start = this.#position
    while (this.#text.charCodeAt(this.#position) > space) this.#position++
    return this.#text.slice(start, this.#position)
  }

  #takeWord(word: string): void {
    if (this.#tokens === null) this.#startRecord(word)
    else if (/^@\d+$/.test(word)) this.#takeText(Number(word.slice(1)), this.#tokens)
    else this.#tokens.push(...parseTokens(word))
  }

  #startRecord(word: string): void {
    if (/^-\d+$/.test(word)) this.#index = -Number(word)
    else if (/^(End|Begin)-of-/.test(word)) this.hasEnded = true
    else {
      this.#name = word
      this.#tokens = []
    }
  }

  #takeText(length: number, tokens: AcisToken[]): void {
    const start = this.#position + 1
    if (start + length > this.#text.length) {
      this.#isBroken = true
      return
    }
    tokens.push({ text: decodeLatin1(this.#text.slice(start, start + length)) })
    this.#position = start + length
  }
}

/** Splits a word into tokens. Most are one token; a brace may be joined to the next word. */
function parseTokens(word: string): readonly AcisToken[] {
  if (word.startsWith('$')) return [{ pointer: parseInteger(word.slice(1)) }]
  if (word.length > 1 && word.startsWith('{')) return ['{', word.slice(1)]
  const value = Number(word)
  return [Number.isNaN(value) ? word : value]
}

function parseInteger(digits: string): number {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : -1
}
