import { decodeText } from '../text/names.js'
import { maxRecords, parseUnit, type AcisRecord, type AcisRecords, type AcisToken } from './acis-record.js'

/** `ACIS BinaryFile`, `ASM BinaryFile4`, `ASM BinaryFile8`: all have fifteen characters. */
const signatureBytes = 15

const tags = {
  character: 2,
  short: 3,
  integer: 4,
  float: 5,
  double: 6,
  text8: 7,
  text16: 8,
  text32: 9,
  true: 10,
  false: 11,
  pointer: 12,
  name: 13,
  nameStart: 14,
  open: 15,
  close: 16,
  end: 17,
  literal: 18,
  position: 19,
  direction: 20,
  enumeration: 21,
  parameters: 22,
  long: 23,
} as const

/** Part of a record's or a subtype's name; only the last part ends it. */
interface NamePart {
  readonly namePart: string
  readonly isLast: boolean
}
const recordEnd = { isEnd: true } as const
type SabValue = AcisToken | NamePart | { readonly list: readonly AcisToken[] } | typeof recordEnd

const isNamePart = (value: SabValue): value is NamePart => typeof value === 'object' && 'namePart' in value

const isEnd = (value: SabValue): value is typeof recordEnd => value === recordEnd

/** Parses SAB: the binary form of ACIS and of ASM, with 4 or 8 byte integers. */
export function parseSabBinary(bytes: Uint8Array): AcisRecords {
  const cursor = new SabCursor(bytes)
  try {
    const version = cursor.integer()
    for (let unused = 0; unused < 3; unused++) cursor.integer()
    const [product, , , unit] = Array.from({ length: 6 }, () => cursor.readValue())
    const productText = typeof product === 'object' && 'text' in product ? product.text : ''
    const unitMillimetres = parseUnit(typeof unit === 'number' ? unit : undefined)
    return { version, product: productText, unitMillimetres, ...readRecords(cursor) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { version: 0, product: '', unitMillimetres: null, records: [], isCut: true }
  }
}

function readRecords(cursor: SabCursor): { readonly records: readonly AcisRecord[]; readonly isCut: boolean } {
  const records: AcisRecord[] = []
  try {
    while (!cursor.isAtEnd && records.length < maxRecords) {
      const name = readName(cursor)
      if (/^(End|Begin)-of-/.test(name)) return { records, isCut: false }
      records.push({ index: records.length, name, tokens: readTokens(cursor) })
    }
  } catch (error) {
    // The bytes cannot be parsed any further; the records before are complete.
    if (!(error instanceof RangeError)) throw error
  }
  return { records, isCut: true }
}

function readName(cursor: SabCursor): string {
  let name = ''
  for (;;) {
    const value = cursor.readValue()
    if (!isNamePart(value)) throw new RangeError('A record begins without a name')
    name += value.namePart
    if (value.isLast) return name
    name += '-'
  }
}

function readTokens(cursor: SabCursor): readonly AcisToken[] {
  const tokens: AcisToken[] = []
  let name = ''
  for (;;) {
    const value = cursor.readValue()
    if (isEnd(value)) return tokens
    if (isNamePart(value)) {
      name += value.namePart
      if (value.isLast) tokens.push(name)
      name = value.isLast ? '' : `${name}-`
    } else if (typeof value === 'object' && 'list' in value) tokens.push(...value.list)
    else tokens.push(value)
  }
}

/** Cursor over tagged values; throws `RangeError` where the bytes end or are invalid. */
class SabCursor {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #integerBytes: 4 | 8
  #position = signatureBytes

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#integerBytes = bytes[signatureBytes - 1] === 0x38 ? 8 : 4
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length
  }

  integer(): number {
    const at = this.#take(this.#integerBytes)
    return this.#integerBytes === 8 ? Number(this.#view.getBigInt64(at, true)) : this.#view.getInt32(at, true)
  }

  readValue(): SabValue {
    const tag = this.#bytes[this.#take(1)]
    const reader = valueReaders[tag]
    if (!reader) throw new RangeError(`Unknown tag ${tag}`)
    return reader(this)
  }

  text(lengthBytes: 1 | 2 | 4): string {
    const at = this.#take(lengthBytes)
    if (lengthBytes === 1) return this.#readText(this.#view.getUint8(at))
    return this.#readText(lengthBytes === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true))
  }

  doubles(count: number): number[] {
    const at = this.#take(8 * count)
    return Array.from({ length: count }, (_, number) => this.#view.getFloat64(at + 8 * number, true))
  }

  /** Reads a number of another size than the file's integers. */
  number(kind: 'character' | 'short' | 'float' | 'long'): number {
    if (kind === 'character') return this.#view.getInt8(this.#take(1))
    if (kind === 'short') return this.#view.getInt16(this.#take(2), true)
    if (kind === 'float') return this.#view.getFloat32(this.#take(4), true)
    return Number(this.#view.getBigInt64(this.#take(8), true))
  }

  #readText(length: number): string {
    const at = this.#take(length)
    return decodeText(this.#bytes.subarray(at, at + length))
  }

  #take(count: number): number {
    const at = this.#position
    if (at + count > this.#bytes.length) throw new RangeError('The bytes end within a value')
    this.#position += count
    return at
  }
}

/** Parses the numbers of a transform, which some writers store as text. */
function literalTokens(text: string): readonly AcisToken[] {
  const tokens = text.split(/\s+/).filter((word) => word !== '')
  return tokens.map((word) => (Number.isNaN(Number(word)) ? word : Number(word)))
}

const valueReaders: Readonly<Record<number, (cursor: SabCursor) => SabValue>> = {
  [tags.character]: (cursor) => cursor.number('character'),
  [tags.short]: (cursor) => cursor.number('short'),
  [tags.integer]: (cursor) => cursor.integer(),
  [tags.float]: (cursor) => cursor.number('float'),
  [tags.double]: (cursor) => cursor.doubles(1)[0],
  [tags.text8]: (cursor) => ({ text: cursor.text(1) }),
  [tags.text16]: (cursor) => ({ text: cursor.text(2) }),
  [tags.text32]: (cursor) => ({ text: cursor.text(4) }),
  [tags.true]: () => true,
  [tags.false]: () => false,
  [tags.pointer]: (cursor) => ({ pointer: cursor.integer() }),
  [tags.name]: (cursor) => ({ namePart: cursor.text(1), isLast: true }),
  [tags.nameStart]: (cursor) => ({ namePart: cursor.text(1), isLast: false }),
  [tags.open]: () => '{',
  [tags.close]: () => '}',
  [tags.end]: () => recordEnd,
  [tags.literal]: (cursor) => ({ list: literalTokens(cursor.text(4)) }),
  [tags.position]: (cursor) => ({ list: cursor.doubles(3) }),
  [tags.direction]: (cursor) => ({ list: cursor.doubles(3) }),
  [tags.enumeration]: (cursor) => ({ enumeration: cursor.integer() }),
  [tags.parameters]: (cursor) => ({ list: cursor.doubles(2) }),
  [tags.long]: (cursor) => cursor.number('long'),
}
