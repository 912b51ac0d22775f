import { joinSheetMatrices, sheetMatrixScale, type SheetMatrix } from '@kamar/scene'
import { glyphSteps } from '@kamar/view-package/sheets'
import type { Ink } from '../../../sheets/paint-sheet.js'
import { type ExportLetter, shapeOf } from '../letters.js'
import type { PageGradient, PageInk, PageLetters, PageOutput, PagePath, PageWords } from '../page-canvas.js'
import { pdfColor, pdfFine, pdfNumber, type PdfReference } from './pdf-file.js'
import { type PdfFont, type PdfFonts, sizeShare } from './pdf-fonts.js'

/** What pages of a document share. */
export interface PdfShared {
  readonly fonts: PdfFonts
  /** Pictures by path inside the package. */
  readonly pictures: ReadonlyMap<string, PdfReference>
  /** Whole objects (graphics states, shadings), each once. */
  objectOf(body: string): PdfReference
  /** The group of a layer, which programs can switch off; one for all pages. */
  layerOf(name: string): PdfReference
}

const matrixText = (matrix: SheetMatrix): string => matrix.map((value) => pdfFine(value)).join(' ')

/** Draws one page: the operators of its content, and the resources that they name. */
export class PdfOutput implements PageOutput {
  readonly content: string[] = ['1 J 1 j']
  readonly #shared: PdfShared
  readonly #resources = new Map<string, Map<string, PdfReference>>()
  #isInLayer = false

  constructor(shared: PdfShared) {
    this.#shared = shared
  }

  /** The resource dictionary of the page. */
  get resources(): string {
    const kinds = [...this.#resources].map(([kind, names]) => {
      const entries = [...names].map(([name, reference]) => `/${name} ${reference} 0 R`)
      return `/${kind} << ${entries.join(' ')} >>`
    })
    return `<< ${kinds.join(' ')} >>`
  }

  stroke(paths: readonly PagePath[], ink: PageInk): void {
    const dashes = `[${ink.dashes.map((length) => pdfNumber(length)).join(' ')}] 0 d`
    const ends = ink.isWide ? '0 J 0 j ' : ''
    this.content.push(
      `q ${this.#seeThrough(ink)}${pdfColor(ink.color)} RG ${pdfNumber(ink.width)} w ${ends}${dashes}`,
      ...paths.map((path) => pathText(path)),
      'S Q',
    )
  }

  fill(outlines: readonly (readonly number[])[], ink: Ink, gradient: PageGradient | null): void {
    const path = outlines.map((points) => pathText({ points, closed: true }))
    const paint =
      gradient === null ? ['f Q'] : [`W n /${this.#use('Shading', this.#shared.objectOf(shadingOf(gradient)))} sh Q`]
    this.content.push(`q ${this.#seeThrough(ink)}${pdfColor(ink.color)} rg`, ...path, ...paint)
  }

  letters({ letters, frame, own, run, ink }: PageLetters): void {
    const toPage = joinSheetMatrices(frame, own)
    // Strokes are as wide as lines: within a letter a unit is a step of it.
    const step = sheetMatrixScale(toPage) / 1024 || 1
    const color = pdfColor(ink.color)
    this.content.push(`q ${this.#seeThrough(ink)}${color} rg ${color} RG ${pdfNumber(ink.width / step)} w BT`)
    for (const line of linesOfFont(letters, run.width, this.#shared.fonts)) {
      const [first] = line
      const up = first.letter.y / run.height
      const place: SheetMatrix = [1, 0, 0, 1, first.letter.x / run.width - run.slant * up, up]
      this.#show(line, {
        matrix: joinSheetMatrices(joinSheetMatrices(toPage, place), sized),
        unit: run.width / sizeShare,
      })
    }
    this.content.push('ET Q')
  }

  words({ string, matrix }: PageWords): void {
    const { fonts } = this.#shared
    const letters = Array.from(string, (character) => fonts.letter(character, null, null))
    // Blank letters are all of one width: the line is as wide as its box, a capital as high as two thirds of it.
    const width = letters.reduce((sum, letter) => sum + letter.width, 0)
    const place: SheetMatrix = [1 / width, 0, 0, sizeShareOfLine, 0, 0.25]
    let font: PdfFont | null = null
    const parts: string[] = []
    letters.forEach((letter) => {
      if (letter.font !== font) parts.push(`/${this.#use('Font', letter.font.reference)} 1 Tf`)
      font = letter.font
      parts.push(`<${hexCode(letter.code)}> Tj`)
    })
    this.content.push(`BT ${matrixText(joinSheetMatrices(matrix, place))} Tm ${parts.join(' ')} ET`)
  }

  image(picture: string, matrix: SheetMatrix, opacity: number): void {
    const reference = this.#shared.pictures.get(picture)
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
    if (name !== null) this.content.push(`/OC /${this.#use('Properties', this.#shared.layerOf(name))} BDC`)
  }

  #show(line: readonly FontPlace[], { matrix, unit }: { readonly matrix: SheetMatrix; readonly unit: number }): void {
    const [{ letter: first, font }] = line
    const parts: string[] = []
    /** Where the next letter would stand, sizes of the font from the first. */
    let pen = 0
    line.forEach(({ letter, code, width }, at) => {
      if (letter.isAfterSpace && at > 0) {
        parts.push('<20>')
        pen += this.#shared.fonts.spaceWidth
      }
      const back = Math.round((pen - (letter.x - first.x) / unit) * 10_000) / 10
      if (back !== 0) parts.push(String(back))
      parts.push(`<${hexCode(code)}>`)
      pen += width - back / 1000
    })
    const name = this.#use('Font', font.reference)
    this.content.push(`/${name} 1 Tf ${matrixText(matrix)} Tm [${parts.join('')}] TJ`)
  }

  #seeThrough({ opacity }: Ink): string {
    if (opacity >= 1) return ''
    const share = pdfNumber(opacity)
    return `/${this.#use('ExtGState', this.#shared.objectOf(`<< /ca ${share} /CA ${share} >>`))} gs `
  }

  #use(kind: string, reference: PdfReference): string {
    const names = this.#resources.get(kind) ?? new Map<string, PdfReference>()
    this.#resources.set(kind, names)
    const name = `R${reference}`
    names.set(name, reference)
    return name
  }
}

/** From sizes of the font to heights of a capital. */
const sized: SheetMatrix = [1 / sizeShare, 0, 0, 1 / sizeShare, 0, 0]
const sizeShareOfLine = 0.66 / sizeShare

interface FontPlace {
  readonly letter: ExportLetter
  readonly font: PdfFont
  readonly code: number
  readonly width: number
}

/** Letters that follow one another on one baseline in one font; `unit` is a height of a capital, along the line. */
function linesOfFont(letters: readonly ExportLetter[], unit: number, fonts: PdfFonts): [FontPlace, ...FontPlace[]][] {
  const lines: [FontPlace, ...FontPlace[]][] = []
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1]
    const isFollowed = next?.y === letter.y && !next.isAfterSpace
    const advance = isFollowed ? ((next.x - letter.x) / unit) * glyphSteps : null
    const place = { letter, ...fonts.letter(letter.character, shapeOf(letter.glyph), advance) }
    const line = lines.at(-1)
    if (line?.[0].letter.y === letter.y && line[0].font === place.font) line.push(place)
    else lines.push([place])
  }
  return lines
}

const hexCode = (code: number): string => code.toString(16).padStart(2, '0')

function pathText({ points, closed }: PagePath): string {
  const out: string[] = []
  for (let at = 0; at + 1 < points.length; at += 2)
    out.push(`${pdfNumber(points[at])} ${pdfNumber(points[at + 1])} ${at === 0 ? 'm' : 'l'}`)
  // A single point is a dot, which round ends make of a line of no length.
  if (points.length === 2) out.push(`${pdfNumber(points[0])} ${pdfNumber(points[1])} l`)
  return out.join(' ') + (closed ? ' h' : '')
}

function shadingOf({ colors, ends }: PageGradient): string {
  const [from, to] = colors.map((color) => `[${pdfColor(color)}]`)
  const coordinates = ends.map((value) => pdfNumber(value)).join(' ')
  return (
    `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${coordinates}] /Extend [true true] ` +
    `/Function << /FunctionType 2 /Domain [0 1] /C0 ${from} /C1 ${to} /N 1 >> >>`
  )
}
