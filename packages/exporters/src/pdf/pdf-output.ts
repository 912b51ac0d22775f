import { joinSheetMatrices, sheetMatrixScale, type SheetMatrix } from '@kamar/core'
import { glyphSteps } from '@kamar/package-format/sheets'
import type { Paint } from '@kamar/packager/sheets'
import { type ExportGlyph, getGlyphShape } from '../kit/pages/glyphs.js'
import type {
  PageGradient,
  PagePaint,
  PageGlyphs,
  PageOutput,
  PagePath,
  SearchableText,
} from '../kit/pages/page-canvas.js'
import { pdfColor, pdfFine, pdfNumber, type PdfReference } from './pdf-file.js'
import { type PdfFont, type PdfFonts, fontSizeRatio } from './pdf-fonts.js'

/** Resources shared by the pages of a document. */
export interface PdfShared {
  readonly fonts: PdfFonts
  /** Images by path in the package. */
  readonly images: ReadonlyMap<string, PdfReference>
  /** Returns the reference of an object such as a graphics state or a shading, each written once. */
  getObject(body: string): PdfReference
  /** Returns the optional content group of a layer, which viewers can switch off; shared by all pages. */
  getLayer(name: string): PdfReference
}

const matrixText = (matrix: SheetMatrix): string => matrix.map((value) => pdfFine(value)).join(' ')

/** Writes one page: its content operators and the resources they refer to. */
export class PdfOutput implements PageOutput {
  readonly content: string[] = ['1 J 1 j']
  readonly #shared: PdfShared
  readonly #resources = new Map<string, Map<string, PdfReference>>()
  #isInLayer = false

  constructor(shared: PdfShared) {
    this.#shared = shared
  }

  /** Returns the resource dictionary of the page. */
  get resources(): string {
    const kinds = [...this.#resources].map(([kind, names]) => {
      const entries = [...names].map(([name, reference]) => `/${name} ${reference} 0 R`)
      return `/${kind} << ${entries.join(' ')} >>`
    })
    return `<< ${kinds.join(' ')} >>`
  }

  stroke(paths: readonly PagePath[], paint: PagePaint): void {
    const dashes = `[${paint.dashes.map((length) => pdfNumber(length)).join(' ')}] 0 d`
    const ends = paint.isWide ? '0 J 0 j ' : ''
    this.content.push(
      `q ${this.#seeThrough(paint)}${pdfColor(paint.color)} RG ${pdfNumber(paint.width)} w ${ends}${dashes}`,
      ...paths.map((path) => pathText(path)),
      'S Q',
    )
  }

  fill(outlines: readonly (readonly number[])[], paint: Paint, gradient: PageGradient | null): void {
    const path = outlines.map((points) => pathText({ points, closed: true }))
    const operators =
      gradient === null
        ? ['f Q']
        : [`W n /${this.#use('Shading', this.#shared.getObject(formatShading(gradient)))} sh Q`]
    this.content.push(`q ${this.#seeThrough(paint)}${pdfColor(paint.color)} rg`, ...path, ...operators)
  }

  glyphs({ glyphs, frame, own, run, paint }: PageGlyphs): void {
    const toPage = joinSheetMatrices(frame, own)
    // Strokes have the line's width; within a glyph the unit is one step.
    const step = sheetMatrixScale(toPage) / 1024 || 1
    const color = pdfColor(paint.color)
    this.content.push(`q ${this.#seeThrough(paint)}${color} rg ${color} RG ${pdfNumber(paint.width / step)} w BT`)
    for (const line of linesOfFont(glyphs, run.width, this.#shared.fonts)) {
      const [first] = line
      const up = first.glyph.y / run.height
      const position: SheetMatrix = [1, 0, 0, 1, first.glyph.x / run.width - run.slant * up, up]
      this.#show(line, {
        matrix: joinSheetMatrices(joinSheetMatrices(toPage, position), sized),
        unit: run.width / fontSizeRatio,
      })
    }
    this.content.push('ET Q')
  }

  searchableText({ string, matrix }: SearchableText): void {
    const { fonts } = this.#shared
    const glyphs = Array.from(string, (character) => fonts.getGlyph(character, null, null))
    // Blank glyphs have one common width: the line is as wide as its box, and the cap height is two thirds of the box
    // height.
    const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0)
    const position: SheetMatrix = [1 / width, 0, 0, lineFontSizeRatio, 0, 0.25]
    let font: PdfFont | null = null
    const parts: string[] = []
    glyphs.forEach((glyph) => {
      if (glyph.font !== font) parts.push(`/${this.#use('Font', glyph.font.reference)} 1 Tf`)
      font = glyph.font
      parts.push(`<${hexCode(glyph.code)}> Tj`)
    })
    this.content.push(`BT ${matrixText(joinSheetMatrices(matrix, position))} Tm ${parts.join(' ')} ET`)
  }

  image(image: string, matrix: SheetMatrix, opacity: number): void {
    const reference = this.#shared.images.get(image)
    if (reference === undefined) return
    const state = this.#seeThrough({ color: 0, opacity })
    this.content.push(`q ${state}${matrixText(matrix)} cm /${this.#use('XObject', reference)} Do Q`)
  }

  beginClip(rings: readonly (readonly number[])[]): void {
    this.content.push('q', ...rings.map((points) => pathText({ points, closed: true })), 'W* n')
  }

  endClip(): void {
    this.content.push('Q')
  }

  layer(name: string | null): void {
    if (this.#isInLayer) this.content.push('EMC')
    this.#isInLayer = name !== null
    if (name !== null) this.content.push(`/OC /${this.#use('Properties', this.#shared.getLayer(name))} BDC`)
  }

  #show(
    line: readonly PositionedGlyph[],
    { matrix, unit }: { readonly matrix: SheetMatrix; readonly unit: number },
  ): void {
    const [{ glyph: first, font }] = line
    const parts: string[] = []
    /** Expected position of the next glyph, in font sizes from the first. */
    let pen = 0
    line.forEach(({ glyph, code, width }, at) => {
      if (glyph.isAfterSpace && at > 0) {
        parts.push('<20>')
        pen += this.#shared.fonts.spaceWidth
      }
      const back = Math.round((pen - (glyph.x - first.x) / unit) * 10_000) / 10
      if (back !== 0) parts.push(String(back))
      parts.push(`<${hexCode(code)}>`)
      pen += width - back / 1000
    })
    const name = this.#use('Font', font.reference)
    this.content.push(`/${name} 1 Tf ${matrixText(matrix)} Tm [${parts.join('')}] TJ`)
  }

  #seeThrough({ opacity }: Paint): string {
    if (opacity >= 1) return ''
    const share = pdfNumber(opacity)
    return `/${this.#use('ExtGState', this.#shared.getObject(`<< /ca ${share} /CA ${share} >>`))} gs `
  }

  #use(kind: string, reference: PdfReference): string {
    const names = this.#resources.get(kind) ?? new Map<string, PdfReference>()
    this.#resources.set(kind, names)
    const name = `R${reference}`
    names.set(name, reference)
    return name
  }
}

/** From font sizes to cap heights. */
const sized: SheetMatrix = [1 / fontSizeRatio, 0, 0, 1 / fontSizeRatio, 0, 0]
const lineFontSizeRatio = 0.66 / fontSizeRatio

interface PositionedGlyph {
  readonly glyph: ExportGlyph
  readonly font: PdfFont
  readonly code: number
  readonly width: number
}

/** Groups consecutive glyphs on one baseline in one font; `unit` is a cap height along the line. */
function linesOfFont(
  glyphs: readonly ExportGlyph[],
  unit: number,
  fonts: PdfFonts,
): [PositionedGlyph, ...PositionedGlyph[]][] {
  const lines: [PositionedGlyph, ...PositionedGlyph[]][] = []
  for (const [at, glyph] of glyphs.entries()) {
    const next = glyphs[at + 1]
    const isFollowed = next?.y === glyph.y && !next.isAfterSpace
    const advance = isFollowed ? ((next.x - glyph.x) / unit) * glyphSteps : null
    const position = { glyph, ...fonts.getGlyph(glyph.character, getGlyphShape(glyph.glyph), advance) }
    const line = lines.at(-1)
    if (line?.[0].glyph.y === glyph.y && line[0].font === position.font) line.push(position)
    else lines.push([position])
  }
  return lines
}

const hexCode = (code: number): string => code.toString(16).padStart(2, '0')

function pathText({ points, closed }: PagePath): string {
  const out: string[] = []
  for (let at = 0; at + 1 < points.length; at += 2)
    out.push(`${pdfNumber(points[at])} ${pdfNumber(points[at + 1])} ${at === 0 ? 'm' : 'l'}`)
  // A single point is a dot, drawn as a zero-length line with round ends.
  if (points.length === 2) out.push(`${pdfNumber(points[0])} ${pdfNumber(points[1])} l`)
  return out.join(' ') + (closed ? ' h' : '')
}

function formatShading({ colors, ends }: PageGradient): string {
  const [from, to] = colors.map((color) => `[${pdfColor(color)}]`)
  const coordinates = ends.map((value) => pdfNumber(value)).join(' ')
  return (
    `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${coordinates}] /Extend [true true] ` +
    `/Function << /FunctionType 2 /Domain [0 1] /C0 ${from} /C1 ${to} /N 1 >> >>`
  )
}
