/** A shape of a compiled file: its code, its bytecode without the final zero, its name. */
export interface ShxShapeInput {
  readonly code: number
  readonly steps: readonly number[]
  readonly name?: string
}

/** Contents of a compiled shape file. */
export interface ShxFileInput {
  readonly kind: 'shapes' | 'unifont' | 'bigfont'
  /** Cap height and descender depth; omitted for symbols that are not a font. */
  readonly above?: number
  readonly below?: number
  readonly shapes: readonly ShxShapeInput[]
}

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255]
const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)]
const latin = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

/** Writes a compiled shape file in the layout of AutoCAD's compiler. */
export function shxFile({ kind, above, below = 0, shapes }: ShxFileInput): Buffer {
  const mark = latin(`AutoCAD-86 ${kind} ${kind === 'shapes' ? '1.1' : '1.0'}\r\n\x1a`)
  const header = [...latin('test'), 0, above ?? 0, below, 0, ...(kind === 'unifont' ? [0, 0] : []), 0]
  const records = shapes.map(({ code, steps, name = '' }) => ({ code, bytes: [...latin(name), 0, ...steps, 0] }))
  const all = above === undefined ? records : [{ code: 0, bytes: header }, ...records]
  const data = all.flatMap(({ bytes }) => bytes)
  if (kind === 'unifont') {
    const rows = records.flatMap(({ code, bytes }) => [...u16(code), ...u16(bytes.length), ...bytes])
    return Buffer.from([...mark, ...u32(all.length), ...u16(header.length), ...header, ...rows])
  }
  if (kind === 'shapes') {
    const index = all.flatMap(({ code, bytes }) => [...u16(code), ...u16(bytes.length)])
    return Buffer.from([...mark, ...u16(0), ...u16(255), ...u16(all.length), ...index, ...data, ...latin('EOF')])
  }
  const ranges = [...u16(0x81), ...u16(0xfe)]
  let from = mark.length + 6 + ranges.length + 8 * all.length
  const index = all.flatMap(({ code, bytes }) => {
    const row = [...u16(code), ...u16(bytes.length), ...u32(from)]
    from += bytes.length
    return row
  })
  return Buffer.from([...mark, ...u16(8), ...u16(all.length), ...u16(1), ...ranges, ...index, ...data])
}

/** A glyph of an outline font: a box, in 1/1000 em. */
export interface BoxGlyph {
  readonly character: string
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  readonly advance: number
}

const unitsPerEm = 1000
const be = (size: 1 | 2 | 4, value: number): number[] =>
  Array.from({ length: size }, (_, at) => (value >>> (8 * (size - 1 - at))) & 255)
const s = (...values: readonly number[]): number[] => values.flatMap((value) => be(2, value & 0xffff))
const l = (...values: readonly number[]): number[] => values.flatMap((value) => be(4, value >>> 0))

/** Writes a TrueType font whose glyphs are boxes. */
export function outlineFontFile({
  family,
  style = 'Regular',
  boxGlyphs,
}: {
  readonly family: string
  readonly style?: string
  readonly boxGlyphs: readonly BoxGlyph[]
}): Buffer {
  const sorted = boxGlyphs.toSorted((a, b) => a.character.charCodeAt(0) - b.character.charCodeAt(0))
  const glyphs = [[], ...sorted.map(({ box }) => boxGlyph(box))]
  const glyphOffsets = glyphs.reduce<number[]>((all, glyph) => [...all, (all.at(-1) ?? 0) + glyph.length], [0])
  const count = glyphs.length
  const tables: Readonly<Record<string, readonly number[]>> = {
    cmap: codeTable(sorted.map(({ character }) => character.charCodeAt(0))),
    glyf: glyphs.flat(),
    head: [
      ...l(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...s(0, unitsPerEm),
      ...l(0, 0, 0, 0),
      ...s(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ],
    hhea: [...l(0x10000), ...s(800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count)],
    hmtx: [...s(500, 0), ...sorted.flatMap(({ advance, box }) => s(advance, box[0]))],
    loca: l(...glyphOffsets),
    maxp: [...l(0x10000), ...s(count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: nameTable([
      [1, family],
      [2, style],
      [4, style === 'Regular' ? family : `${family} ${style}`],
    ]),
    post: [...l(0x30000, 0), ...s(-100, 50), ...l(0, 0, 0, 0, 0)],
  }
  return packTables(tables)
}

function boxGlyph([left, bottom, right, top]: BoxGlyph['box']): number[] {
  const width = right - left
  const x = s(left, 0, width, 0)
  const y = s(bottom, top - bottom, 0, bottom - top)
  const glyph = [...s(1, left, bottom, right, top, 3, 0), 1, 1, 1, 1, ...x, ...y]
  return [...glyph, ...Array.from({ length: -glyph.length & 3 }, () => 0)]
}

function codeTable(codes: readonly number[]): number[] {
  const ends = [...codes, 0xffff]
  const count = ends.length
  const deltas = ends.map((code, at) => (code === 0xffff ? 1 : at + 1 - code))
  const body = [...s(...ends), ...s(0), ...s(...ends), ...s(...deltas), ...s(...ends.map(() => 0))]
  const range = 2 * 2 ** Math.floor(Math.log2(count))
  const header = s(4, 14 + body.length, 0, 2 * count, range, Math.log2(range / 2), 2 * count - range)
  return [...s(0, 1, 3, 1), ...l(12), ...header, ...body]
}

function nameTable(names: readonly (readonly [id: number, text: string])[]): number[] {
  const texts = names.map(([, text]) => Array.from(text).flatMap((character) => s(character.charCodeAt(0))))
  let from = 0
  const rows = names.flatMap(([id], at) => {
    const row = s(3, 1, 0x409, id, texts[at].length, from)
    from += texts[at].length
    return row
  })
  return [...s(0, names.length, 6 + rows.length), ...rows, ...texts.flat()]
}

function packTables(tables: Readonly<Record<string, readonly number[]>>): Buffer {
  const entries = Object.entries(tables)
  const directory: number[] = []
  const data: number[] = []
  for (const [tag, bytes] of entries) {
    directory.push(...latin(tag), ...l(0, 12 + 16 * entries.length + data.length, bytes.length))
    data.push(...bytes, ...Array.from({ length: -bytes.length & 3 }, () => 0))
  }
  return Buffer.from([...l(0x10000), ...s(entries.length, 128, 3, 0), ...directory, ...data])
}
