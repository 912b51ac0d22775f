import { glyphSteps } from '@kamar/package-format/sheets'
import type { GlyphShape } from '../kit/pages/glyphs.js'
import { encodeLatin1, type PdfFile, pdfNumber, type PdfReference, utf16Hex } from './pdf-file.js'

/** Cap height as a fraction of the font size: programs take the size as the line height. */
const capHeightRatio = 0.73
/** Widths of characters without a shape, in cap heights times `glyphSteps`. */
const spaceWidth = 400
const blankWidth = 600

/** Glyph encoded in a font of the document. */
interface EncodedGlyph {
  readonly font: PdfFont
  readonly code: number
  /** In font sizes. */
  readonly width: number
}

interface FontRow {
  readonly code: number
  readonly character: string
  /** Null: nothing visible. */
  readonly shape: GlyphShape | null
  /** In steps. */
  readonly width: number
}

/** Font of up to 255 glyphs. */
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
 * Glyphs of a document as Type 3 fonts (ISO 32000-1, 9.6.5): the shapes that the viewer draws, once each, with their
 * characters. SHX glyphs are lines, which font files cannot contain, and some drawings come without their fonts.
 */
export class PdfFonts {
  /** Width of a space in every font, in font sizes. */
  readonly spaceWidth = toSizes(spaceWidth)
  readonly #file: PdfFile
  readonly #fonts: PdfFont[] = []
  readonly #glyphs = new Map<string, EncodedGlyph>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  /**
   * Returns an encoded glyph; `shape` is null for invisible ones. The first `advance` to a next glyph, in cap heights
   * times `glyphSteps`, becomes its width: programs that copy text read a gap beyond this width as a space.
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

  /** Yields the objects of all fonts. */
  async *objects(): AsyncGenerator<Uint8Array> {
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

/** Estimates the advance: most glyphs have equal side bearings. */
function estimateAdvance(shape: GlyphShape | null): number {
  if (shape === null) return blankWidth
  const [left, , right] = computeBounds(shape)
  return right + Math.max(0, left)
}

/** Converts cap heights times `glyphSteps` to font sizes. */
const toSizes = (steps: number): number => (steps / glyphSteps) * capHeightRatio

/** Font sizes per cap height. */
export const fontSizeRatio = capHeightRatio

async function* fontObjects(file: PdfFile, font: PdfFont): AsyncGenerator<Uint8Array> {
  const rows = font.rows.toSorted((a, b) => a.code - b.code)
  const procedures: string[] = []
  for (const { code, shape, width } of rows) {
    const reference = file.reserve()
    procedures.push(`/g${code} ${reference} 0 R`)
    yield await file.stream(reference, '', encodeLatin1(formatProcedure(shape, width)))
  }
  const unicode = file.reserve()
  yield await file.stream(unicode, '', encodeLatin1(characterMap(rows)))
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

/**
 * Formats the glyph procedure: strokes use the current line width; outlines are stencils, which programs can cache as
 * images.
 */
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

/** Computes left, bottom, right, top. */
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

/** Maximum lines per block of a character map. */
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
