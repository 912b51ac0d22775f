import { MalformedRecordError, RecordCursor, tryParse } from '../records/index.js'
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
  const parsed = tryParse(() => {
    const version = cursor.integer()
    for (let unused = 0; unused < 3; unused++) cursor.integer()
    const [product, , , unit] = Array.from({ length: 6 }, () => cursor.readValue())
    const productText = typeof product === 'object' && 'text' in product ? product.text : ''
    const unitMillimetres = parseUnit(typeof unit === 'number' ? unit : undefined)
    return { version, product: productText, unitMillimetres, ...readRecords(cursor) }
  })
  return parsed ?? { version: 0, product: '', unitMillimetres: null, records: [], isCut: true }
}

/** Reads records up to the end mark, or to bytes that cannot be parsed: the records before them are complete. */
function readRecords(cursor: SabCursor): { readonly records: readonly AcisRecord[]; readonly isCut: boolean } {
  const records: AcisRecord[] = []
  const hasEnd = tryParse(() => {
    while (cursor.left > 0 && records.length < maxRecords) {
      const name = readName(cursor)
      if (/^(End|Begin)-of-/.test(name)) return true
      records.push({ index: records.length, name, tokens: readTokens(cursor) })
    }
    return false
  })
  return { records, isCut: hasEnd !== true }
}

function readName(cursor: SabCursor): string {
  let name = ''
  for (;;) {
    const value = cursor.readValue()
    if (!isNamePart(value)) throw new MalformedRecordError('record without a name', cursor.at)
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

/** Cursor over tagged values. */
class SabCursor extends RecordCursor {
  readonly #integerBytes: 4 | 8

  constructor(bytes: Uint8Array) {
    super(bytes, signatureBytes)
    this.#integerBytes = bytes[signatureBytes - 1] === 0x38 ? 8 : 4
  }

  integer(): number {
    return this.#integerBytes === 8 ? this.i64() : this.i32()
  }

  readValue(): SabValue {
    const tag = this.u8()
    const reader = valueReaders[tag]
    if (!reader) throw new MalformedRecordError(`tag ${tag}`, this.at)
    return reader(this)
  }

  text(length: number): string {
    return decodeText(this.take(length))
  }
}

/** Parses the numbers of a transform, which some writers store as text. */
function literalTokens(text: string): readonly AcisToken[] {
  const tokens = text.split(/\s+/).filter((word) => word !== '')
  return tokens.map((word) => (Number.isNaN(Number(word)) ? word : Number(word)))
}

const valueReaders: Readonly<Record<number, (cursor: SabCursor) => SabValue>> = {
  [tags.character]: (cursor) => cursor.i8(),
  [tags.short]: (cursor) => cursor.i16(),
  [tags.integer]: (cursor) => cursor.integer(),
  [tags.float]: (cursor) => cursor.f32(),
  [tags.double]: (cursor) => cursor.f64(),
  [tags.text8]: (cursor) => ({ text: cursor.text(cursor.u8()) }),
  [tags.text16]: (cursor) => ({ text: cursor.text(cursor.u16()) }),
  [tags.text32]: (cursor) => ({ text: cursor.text(cursor.u32()) }),
  [tags.true]: () => true,
  [tags.false]: () => false,
  [tags.pointer]: (cursor) => ({ pointer: cursor.integer() }),
  [tags.name]: (cursor) => ({ namePart: cursor.text(cursor.u8()), isLast: true }),
  [tags.nameStart]: (cursor) => ({ namePart: cursor.text(cursor.u8()), isLast: false }),
  [tags.open]: () => '{',
  [tags.close]: () => '}',
  [tags.end]: () => recordEnd,
  [tags.literal]: (cursor) => ({ list: literalTokens(cursor.text(cursor.u32())) }),
  [tags.position]: (cursor) => ({ list: [cursor.f64(), cursor.f64(), cursor.f64()] }),
  [tags.direction]: (cursor) => ({ list: [cursor.f64(), cursor.f64(), cursor.f64()] }),
  [tags.enumeration]: (cursor) => ({ enumeration: cursor.integer() }),
  [tags.parameters]: (cursor) => ({ list: [cursor.f64(), cursor.f64()] }),
  [tags.long]: (cursor) => cursor.i64(),
}
