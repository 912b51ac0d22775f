import { MalformedRecordError } from '../records/malformed-record-error.js'

/** Metadata of an outline font. */
export interface OutlineFontInfo {
  /** Names by which drawings may refer to it: its full name, and its family's where it is the regular one. */
  readonly names: readonly string[]
  readonly glyphCount: number
}

const maxTables = 64
const maxNames = 2000
const maxNameBytes = 256
const forms = new Set(['\0\x01\0\0', 'OTTO', 'true'])
const familyName = 1
const styleName = 2
const fullName = 4
const windows = 3
const regular = /^(regular|normal|book|roman|standard)$/i

type Tables = ReadonlyMap<string, DataView>

/** Returns whether bytes begin like a TrueType or OpenType font. */
export const isOutlineFont = (bytes: Uint8Array): boolean =>
  bytes.length > 12 && forms.has(String.fromCharCode(...bytes.subarray(0, 4)))

/**
 * Checks the consistency of a TrueType or OpenType font: every table within the file, the stated number of glyph
 * offsets, each within its table. Its glyphs are parsed only in the reader's sandbox. Throws `MalformedRecordError`.
 */
export function checkOutlineFont(bytes: Uint8Array): OutlineFontInfo {
  if (!isOutlineFont(bytes)) throw new MalformedRecordError('mark of a font')
  const tables = readTables(bytes)
  const fontHead = requireTable(tables, 'head', 54)
  const unitsPerEm = fontHead.getUint16(18)
  if (fontHead.getUint32(12) !== 0x5f0f3cf5 || unitsPerEm < 16 || unitsPerEm > 16_384)
    throw new MalformedRecordError('head of a font')
  const glyphCount = requireTable(tables, 'maxp', 6).getUint16(4)
  if (glyphCount === 0) throw new MalformedRecordError('letters of a font')
  checkWidths(tables, glyphCount)
  checkCodes(requireTable(tables, 'cmap', 4))
  if (tables.has('CFF ') || tables.has('CFF2')) requireTable(tables, tables.has('CFF ') ? 'CFF ' : 'CFF2', 4)
  else checkGlyphOffsets(tables, { glyphCount, isLong: fontHead.getInt16(50) === 1 })
  return { names: readNames(tables.get('name')), glyphCount }
}

function readTables(bytes: Uint8Array): Tables {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4)
  if (count === 0 || count > maxTables || 12 + 16 * count > bytes.length)
    throw new MalformedRecordError('tables of a font')
  const tables = new Map<string, DataView>()
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (offset + length > bytes.length) throw new MalformedRecordError('table of a font', at)
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length))
  }
  return tables
}

function requireTable(tables: Tables, tag: string, least: number): DataView {
  const table = tables.get(tag)
  if (!table || table.byteLength < least) throw new MalformedRecordError(`table ${tag} of a font`)
  return table
}

function checkWidths(tables: Tables, glyphCount: number): void {
  const widths = requireTable(tables, 'hhea', 36).getUint16(34)
  const bytes = 4 * widths + 2 * Math.max(0, glyphCount - widths)
  if (widths === 0 || widths > glyphCount) throw new MalformedRecordError('widths of a font')
  requireTable(tables, 'hmtx', bytes)
}

function checkCodes(cmap: DataView): void {
  const count = cmap.getUint16(2)
  if (count === 0 || 4 + 8 * count > cmap.byteLength) throw new MalformedRecordError('codes of a font')
  for (let at = 4; at < 4 + 8 * count; at += 8)
    if (cmap.getUint32(at + 4) + 4 > cmap.byteLength) throw new MalformedRecordError('codes of a font', at)
}

/** Checks glyph offsets: ascending, and within the glyph table. */
function checkGlyphOffsets(
  tables: Tables,
  { glyphCount, isLong }: { readonly glyphCount: number; readonly isLong: boolean },
): void {
  const offsets = requireTable(tables, 'loca', (glyphCount + 1) * (isLong ? 4 : 2))
  const size = tables.get('glyf')?.byteLength ?? 0
  let before = 0
  for (let number = 0; number <= glyphCount; number++) {
    const offset = isLong ? offsets.getUint32(4 * number) : 2 * offsets.getUint16(2 * number)
    if (offset < before || offset > size) throw new MalformedRecordError('letter of a font', number)
    before = offset
  }
}

function readNames(table: DataView | undefined): string[] {
  const namesById = new Map<number, string>()
  const count = table && table.byteLength >= 6 ? Math.min(table.getUint16(2), maxNames) : 0
  for (let at = 6; table && at < 6 + 12 * count && at + 12 <= table.byteLength; at += 12) {
    const [platform, name] = [table.getUint16(at), table.getUint16(at + 6)]
    const [length, from] = [table.getUint16(at + 8), table.getUint16(4) + table.getUint16(at + 10)]
    if (length > maxNameBytes || from + length > table.byteLength || (platform !== windows && namesById.has(name)))
      continue
    const bytes = new Uint8Array(table.buffer, table.byteOffset + from, length)
    const text = new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be').decode(bytes).replaceAll('\0', '').trim()
    if (text !== '' && !/\p{Cc}/u.test(text)) namesById.set(name, text)
  }
  const [family, style, full] = [familyName, styleName, fullName].map((name) => namesById.get(name) ?? '')
  const isRegular = style === '' || regular.test(style)
  return [...new Set([full, isRegular ? family : `${family} ${style}`.trim()])].filter((name) => name !== '')
}
