import { MalformedRecordError } from '../records/malformed-record-error.js'

/** A file of compiled shapes: glyphs of a font, or symbols by number. */
export interface ShxFont {
  /** Meaning of codes: symbol numbers or bytes of a code page, Unicode, or two bytes of an Asian code page. */
  readonly kind: 'shapes' | 'unifont' | 'bigfont'
  /** The font's own name; '' where it has none. */
  readonly name: string
  /** Height of a capital and depth below the baseline, in shape units; `above` is 0 for symbols that are not a font. */
  readonly above: number
  readonly below: number
  /** Steps of each shape by its code. */
  readonly shapes: ReadonlyMap<number, Uint8Array>
  /** Symbol codes by upper-case name. */
  readonly codes: ReadonlyMap<string, number>
}

const markEnd = 0x1a
const maxSignatureBytes = 64
const kinds = /^autocad-\d+ (shapes|unifont|bigfont) /i
const indexBytes = 8
/** Maximum number of records; limits files with false counts. */
const maxShapes = 65_536

/** Parses a file's signature and returns its end and meaning; null for other files. */
export function parseShxSignature(
  bytes: Uint8Array,
): { readonly kind: ShxFont['kind']; readonly start: number } | null {
  const end = bytes.subarray(0, maxSignatureBytes).indexOf(markEnd)
  const kind = end < 0 ? undefined : kinds.exec(latin(bytes.subarray(0, end)))?.[1].toLowerCase()
  return kind === 'shapes' || kind === 'unifont' || kind === 'bigfont' ? { kind, start: end + 1 } : null
}

/**
 * Reads a file of compiled shapes; their steps are views of its bytes. Throws `MalformedRecordError` for other files
 * and for one without a complete shape; drops records beyond the end of the file.
 */
export function readShxFont(bytes: Uint8Array): ShxFont {
  const signature = parseShxSignature(bytes)
  if (!signature) throw new MalformedRecordError('mark of a shape file')
  const cursor = new ShxCursor(bytes, signature.start)
  const records = { shapes: shapeRecords, unifont: unicodeRecords, bigfont: indexedRecords }[signature.kind](cursor)
  const shapes = new Map<number, Uint8Array>()
  const codes = new Map<string, number>()
  let header = { name: '', above: 0, below: 0 }
  for (const [code, record] of records) {
    const end = record.indexOf(0)
    if (end < 0) continue
    const [name, steps] = [latin(record.subarray(0, end)), record.subarray(end + 1)]
    if (code === 0) header = { name, above: steps[0] ?? 0, below: steps[1] ?? 0 }
    else {
      shapes.set(code, steps)
      if (name !== '') codes.set(name.toUpperCase(), code)
    }
  }
  if (shapes.size === 0) throw new MalformedRecordError('shapes of a shape file')
  if (signature.kind !== 'shapes' && header.above === 0) throw new MalformedRecordError('height of a font')
  return { kind: signature.kind, ...header, shapes, codes }
}

type ShapeRecord = readonly [code: number, record: Uint8Array]

/** Reads records whose codes and lengths precede all data. */
function* shapeRecords(cursor: ShxCursor): Generator<ShapeRecord> {
  cursor.skip(4)
  const index = Array.from({ length: cursor.u16() }, () => [cursor.u16(), cursor.u16()] as const)
  for (const [code, length] of index) {
    if (!cursor.has(length)) return
    yield [code, cursor.take(length)]
  }
}

/** Reads records that each follow their code and length; the first one describes the font. */
function* unicodeRecords(cursor: ShxCursor): Generator<ShapeRecord> {
  const count = Math.min(cursor.u32(), maxShapes)
  yield [0, cursor.take(cursor.u16())]
  for (let number = 1; number < count && cursor.has(4); number++) {
    const [code, length] = [cursor.u16(), cursor.u16()]
    if (!cursor.has(length)) return
    yield [code, cursor.take(length)]
  }
}

/** Reads records through an index of file offsets, after the ranges of lead bytes. */
function* indexedRecords(cursor: ShxCursor): Generator<ShapeRecord> {
  cursor.skip(2)
  const count = cursor.u16()
  cursor.skip(4 * cursor.u16())
  for (let number = 0; number < count && cursor.has(indexBytes); number++) {
    const [code, length, from] = [cursor.u16(), cursor.u16(), cursor.u32()]
    if (from + length <= cursor.bytes.length) yield [code, cursor.bytes.subarray(from, from + length)]
  }
}

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 256))

class ShxCursor {
  readonly bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.#at = at
  }

  has(count: number): boolean {
    return this.#at + count <= this.bytes.length
  }

  take(count: number): Uint8Array {
    if (!this.has(count)) throw new MalformedRecordError('shape file', this.#at)
    this.#at += count
    return this.bytes.subarray(this.#at - count, this.#at)
  }

  skip(count: number): void {
    this.take(count)
  }

  u16(): number {
    const [low, high] = this.take(2)
    return low | (high << 8)
  }

  u32(): number {
    return this.u16() + this.u16() * 0x10000
  }
}
