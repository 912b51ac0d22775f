import { glyphSteps } from '@kamar/view-package/sheets'
import type { GlyphShape } from '../glyphs.js'
import { type PdfFile, pdfNumber, type PdfReference, utf16Hex } from './pdf-file.js'

/** Heights of a capital in the size of a font: programs take the size for the height of lines. */
const capHeightRatio = 0.73
/** Widths of what has no shape, in heights of a capital times `glyphSteps`. */
const spaceWidth = 400
const blankWidth = 600

/** A letter of the document. */
interface EncodedGlyph {
  readonly font: PdfFont
  readonly code: number
  /** In sizes of the font. */
  readonly width: number
}

interface FontRow {
  readonly code: number
  readonly character: string
  /** Null: nothing is seen of it. */
  readonly shape: GlyphShape | null
  /** Steps. */
  readonly width: number
}

/** Up to 255 letters. */
export class PdfFont {
  readonly name: string
  readonly reference: PdfReference
  readonly rows: FontRow[] = [{ code: 32, character: ' ', shape: null, width: spaceWidth }]

  constructor(name: string, reference: PdfReference) {
    this.name = name
    this.reference = reference
  }
}

/**
 * The letters of a document as Type 3 fonts (ISO 32000-1, 9.6.5): the shapes that the viewer draws, once each, with the
 * characters that they stand for. Letters of SHX fonts are lines; no font file could hold them, nor shapes of drawings
 * whose fonts nobody has.
 */
export class PdfFonts {
  /** Width of the space of every font, in sizes of the font. */
  readonly spaceWidth = toSizes(spaceWidth)
  readonly #file: PdfFile
  readonly #fonts: PdfFont[] = []
  readonly #glyphs = new Map<string, EncodedGlyph>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  /**
   * A letter; `shape` null for one of which nothing is seen. The first `advance` to a next letter, in heights of a capital
   * times `glyphSteps`, is its width: programs that copy a text take a gap behind this width for a space.
   */
  getGlyph(character: string, shape: GlyphShape | null, advance: number | null): EncodedGlyph {
    const key = `${character} ${shape?.key ?? ''}`
    let glyph = this.#glyphs.get(key)
    if (glyph === undefined) {
      glyph = this.#add({ character, shape, width: advance ?? estimateAdvance(shape) })
      this.#glyphs.set(key, glyph)
    }
    return glyph
  }

  /** The objects of all fonts. */
  *objects(): Generator<Uint8Array> {
    for (const font of this.#fonts) yield* fontObjects(this.#file, font)
  }

  #add({ character, shape, width }: Omit<FontRow, 'code'>): EncodedGlyph {
    let font = this.#fonts.at(-1)
    if (font === undefined || font.rows.length === 255) {
      font = new PdfFont(`F${this.#fonts.length}`, this.#file.reserve())
      this.#fonts.push(font)
    }
    // 1 to 31, 33 to 255: 32 is the space of every font.
    const code = font.rows.length < 32 ? font.rows.length : font.rows.length + 1
    const steps = Math.max(1, Math.round(width))
    font.rows.push({ code, character, shape, width: steps })
    return { font, code, width: toSizes(steps) }
  }
}

/** Most letters have as much room before them as behind them. */
function estimateAdvance(shape: GlyphShape | null): number {
  if (shape === null) return blankWidth
  const [left, , right] = computeBounds(shape)
  return right + Math.max(0, left)
}

/** From heights of a capital times `glyphSteps` to sizes of the font. */
const toSizes = (steps: number): number => (steps / glyphSteps) * capHeightRatio

/** Sizes of the font in a height of a capital. */
export const fontSizeRatio = capHeightRatio

function* fontObjects(file: PdfFile, font: PdfFont): Generator<Uint8Array> {
  const rows = font.rows.toSorted((a, b) => a.code - b.code)
  const procedures: string[] = []
  for (const { code, shape, width } of rows) {
    const reference = file.reserve()
    procedures.push(`/g${code} ${reference} 0 R`)
    yield file.stream(reference, '', Buffer.from(formatProcedure(shape, width), 'latin1'))
  }
  const unicode = file.reserve()
  yield file.stream(unicode, '', Buffer.from(characterMap(rows), 'latin1'))
  const widths: number[] = Array.from({ length: 256 }, () => 0)
  for (const { code, width } of rows) widths[code] = width
  const scale = toSizes(1).toFixed(9)
  const differences = rows.map(({ code }) => `${code} /g${code}`).join(' ')
  const box = rows.reduce<readonly number[]>(
    ([left, bottom, right, top], { shape }) => {
      const [a, b, c, d] = shape === null ? [0, 0, 0, 0] : computeBounds(shape)
      return [Math.min(left, a), Math.min(bottom, b), Math.max(right, c), Math.max(top, d)]
    },
    [0, -300, 0, glyphSteps],
  )
  yield file.object(
    font.reference,
    `<< /Type /Font /Subtype /Type3 /Name /${font.name} /FontBBox [${box.map((value) => Math.round(value)).join(' ')}] ` +
      `/FontMatrix [${scale} 0 0 ${scale} 0 0] /FirstChar 0 /LastChar 255 /Widths [${widths.join(' ')}] ` +
      `/Encoding << /Type /Encoding /Differences [${differences}] >> /CharProcs << ${procedures.join(' ')} >> ` +
      `/Resources << >> /ToUnicode ${unicode} 0 R >>`,
  )
}

/** Strokes take the width of the page's line; outlines are stencils, which programs may keep as pictures. */
function formatProcedure(shape: GlyphShape | null, width: number): string {
  if (shape === null) return `${width} 0 d0`
  const paths = shape.paths.map((points) => formatPath(points)).join('\n')
  if (shape.stroke) return `${width} 0 d0\n${paths} S`
  return `${width} 0 ${computeBounds(shape)
    .map((value) => Math.round(value))
    .join(' ')} d1\n${paths} f`
}

function formatPath(points: readonly number[]): string {
  const out: string[] = []
  for (let at = 0; at + 1 < points.length; at += 2)
    out.push(`${pdfNumber(points[at])} ${pdfNumber(points[at + 1])} ${at === 0 ? 'm' : 'l'}`)
  return out.join(' ')
}

/** Left, bottom, right, top. */
function computeBounds({ paths }: GlyphShape): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const points of paths)
    for (let at = 0; at + 1 < points.length; at += 2) {
      box[0] = Math.min(box[0], points[at])
      box[1] = Math.min(box[1], points[at + 1])
      box[2] = Math.max(box[2], points[at])
      box[3] = Math.max(box[3], points[at + 1])
    }
  return Number.isFinite(box[0]) ? box : [0, 0, 0, 0]
}

/** Lines of a table that a character map may hold at once. */
const maxMappings = 100

function characterMap(rows: readonly FontRow[]): string {
  const lines = rows.map(({ code, character }) => `<${code.toString(16).padStart(2, '0')}> <${utf16Hex(character)}>`)
  const tables: string[] = []
  for (let first = 0; first < lines.length; first += maxMappings) {
    const part = lines.slice(first, first + maxMappings)
    tables.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...tables,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
