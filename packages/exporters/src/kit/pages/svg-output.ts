import { joinSheetMatrices, sheetMatrixScale, type SheetMatrix } from '@kamar/core'
import { glyphSteps } from '@kamar/package-format/sheets'
import type { Paint } from '@kamar/packager/sheets'
import { getGlyphShape, type ExportGlyph } from './glyphs.js'
import type { PageGradient, PagePaint, PageGlyphs, PageOutput, PagePath, SearchableText } from './page-canvas.js'

/** 1/1000 mm, finer than any detail on paper. */
const number = (value: number): string => String(Math.round(value * 1000) / 1000 + 0)
/** Matrices and glyphs need more digits than positions. */
const fine = (value: number): string => String(Number(value.toPrecision(8)))
const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`
const matrixText = (matrix: SheetMatrix): string => `matrix(${matrix.map((value) => fine(value)).join(' ')})`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes a text; characters that XML 1.0 cannot represent become spaces. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

/** Converts a glyph from steps to cap heights. */
const fromSteps: SheetMatrix = [1 / glyphSteps, 0, 0, 1 / glyphSteps, 0, 0]
/** Font size as programs define it, in cap heights. */
const fontSize = 1.37

/** An image file that is embedded. */
export interface SvgImage {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

/** Writes one sheet as the body of an SVG in millimetres. */
export class SvgOutput implements PageOutput {
  readonly body: string[] = []
  readonly definitions: string[] = []
  readonly #images: ReadonlyMap<string, SvgImage>
  /** Adds searchable text over glyphs drawn as shapes. */
  readonly #hasSearchableText: boolean
  readonly #glyphIds = new Map<string, string>()
  readonly #imageIds = new Map<string, string>()
  #clips = 0
  #gradients = 0

  constructor(images: ReadonlyMap<string, SvgImage>, hasSearchableText: boolean) {
    this.#images = images
    this.#hasSearchableText = hasSearchableText
  }

  stroke(paths: readonly PagePath[], paint: PagePaint): void {
    const dashes = paint.dashes.length > 0 ? ` stroke-dasharray="${paint.dashes.map(number).join(' ')}"` : ''
    const ends = paint.isWide ? ' stroke-linecap="butt" stroke-linejoin="miter"' : ''
    const style = `stroke="${hex(paint.color)}" stroke-width="${number(paint.width)}"${dashes}${ends}${formatOpacity('stroke', paint)}`
    this.body.push(`<path fill="none" ${style} d="${paths.map(pathText).join('')}"/>`)
  }

  fill(outlines: readonly (readonly number[])[], paint: Paint, gradient: PageGradient | null): void {
    const fillColor = gradient === null ? hex(paint.color) : `url(#${this.#gradient(gradient)})`
    const path = outlines.map((points) => pathText({ points, closed: true })).join('')
    this.body.push(`<path fill="${fillColor}"${formatOpacity('fill', paint)} d="${path}"/>`)
  }

  glyphs({ glyphs, frame, own, run, paint }: PageGlyphs): void {
    const matrix = joinSheetMatrices(frame, own)
    const steps = joinSheetMatrices(matrix, fromSteps)
    const width = fine(paint.width / (sheetMatrixScale(steps) || 1))
    const style = `fill="${hex(paint.color)}" stroke="${hex(paint.color)}" stroke-width="${width}"`
    const uses = glyphs.map(({ glyph, x, y }) => {
      const up = (y / run.height) * glyphSteps
      const along = (x / run.width) * glyphSteps - run.slant * up
      return `<use href="#${this.#defineGlyph(glyph)}" x="${number(along)}" y="${number(up)}"/>`
    })
    this.body.push(`<g ${style}${formatOpacity('', paint)} transform="${matrixText(steps)}">${uses.join('')}</g>`)
    if (this.#hasSearchableText) this.#pushGlyphText({ glyphs, matrix, run })
  }

  searchableText({ string, matrix }: SearchableText): void {
    if (!this.#hasSearchableText) return
    const upright = joinSheetMatrices(matrix, [1, 0, 0, -1, 0, 0.25])
    this.#pushText(string, { matrix: upright, size: 0.9, length: 1 })
  }

  image(image: string, matrix: SheetMatrix, opacity: number): void {
    const id = this.#defineImage(image)
    if (id === null) return
    // SVG images have their origin at the top.
    const transform = joinSheetMatrices(matrix, [1, 0, 0, -1, 0, 1])
    this.body.push(
      `<use href="#${id}" transform="${matrixText(transform)}"${opacity < 1 ? ` opacity="${fine(opacity)}"` : ''}/>`,
    )
  }

  beginClip(rings: readonly (readonly number[])[]): void {
    const id = `c${this.#clips++}`
    const path = rings.map((points) => pathText({ points, closed: true })).join('')
    this.definitions.push(`<clipPath id="${id}"><path clip-rule="evenodd" d="${path}"/></clipPath>`)
    this.body.push(`<g clip-path="url(#${id})">`)
  }

  endClip(): void {
    this.body.push('</g>')
  }

  /** Writes one text per line of glyphs. */
  #pushGlyphText({ glyphs, matrix, run }: Pick<PageGlyphs, 'glyphs' | 'run'> & { matrix: SheetMatrix }): void {
    for (const line of groupLines(glyphs)) {
      const [first, last] = [line[0], line[line.length - 1]]
      const string = line.map(({ character, isAfterSpace }, at) => (isAfterSpace && at > 0 ? ' ' : '') + character)
      const length = (last.x - first.x) / run.width + computeWidth(last)
      const up = first.y / run.height
      const transform: SheetMatrix = [1, 0, 0, -1, first.x / run.width - run.slant * up, up]
      this.#pushText(string.join(''), { matrix: joinSheetMatrices(matrix, transform), size: fontSize, length })
    }
  }

  #pushText(string: string, { matrix, size, length }: { matrix: SheetMatrix; size: number; length: number }): void {
    const fit = length > 0 ? ` textLength="${fine(length)}" lengthAdjust="spacingAndGlyphs"` : ''
    this.body.push(
      `<text font-size="${size}" fill-opacity="0"${fit} transform="${matrixText(matrix)}">${xmlText(string)}</text>`,
    )
  }

  #defineGlyph(glyph: ExportGlyph['glyph']): string {
    const { key, stroke, paths } = getGlyphShape(glyph)
    let id = this.#glyphIds.get(key)
    if (id === undefined) {
      id = `l${this.#glyphIds.size}`
      this.#glyphIds.set(key, id)
      const path = paths.map((points) => pathText({ points, closed: !stroke })).join('')
      this.definitions.push(`<path id="${id}" ${stroke ? 'fill' : 'stroke'}="none" d="${path}"/>`)
    }
    return id
  }

  #defineImage(path: string): string | null {
    const cached = this.#imageIds.get(path)
    if (cached !== undefined) return cached
    const image = this.#images.get(path)
    if (image === undefined) return null
    const id = `p${this.#imageIds.size}`
    this.#imageIds.set(path, id)
    const data = encodeBase64(image.bytes)
    const href = `data:${image.mimeType};base64,${data}`
    this.definitions.push(`<image id="${id}" width="1" height="1" preserveAspectRatio="none" href="${href}"/>`)
    return id
  }

  #gradient({ colors, ends }: PageGradient): string {
    const id = `g${this.#gradients++}`
    const [x1, y1, x2, y2] = ends.map(number)
    const stops = colors.map((color, at) => `<stop offset="${at}" stop-color="${hex(color)}"/>`).join('')
    this.definitions.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`,
    )
    return id
  }
}

const formatOpacity = (target: 'fill' | 'stroke' | '', { opacity }: Paint): string =>
  opacity < 1 ? ` ${target === '' ? '' : `${target}-`}opacity="${fine(opacity)}"` : ''

function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += base64Run)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + base64Run))))
  return parts.join('')
}

/** Bytes that are encoded at once: a multiple of three, few enough for arguments of a call. */
const base64Run = 3 * 8192

function pathText({ points, closed }: PagePath): string {
  const out: string[] = []
  for (let at = 0; at + 1 < points.length; at += 2)
    out.push(`${at === 0 ? 'M' : at === 2 ? 'L' : ' '}${number(points[at])} ${number(points[at + 1])}`)
  // A single point is a dot, drawn as a zero-length line with round ends.
  if (points.length === 2) out.push('h0')
  return out.join('') + (closed ? 'Z' : '')
}

/** Groups glyphs by baseline. */
export function groupLines(glyphs: readonly ExportGlyph[]): ExportGlyph[][] {
  const lines: ExportGlyph[][] = []
  for (const glyph of glyphs) {
    const line = lines.at(-1)
    if (line?.[0].y === glyph.y) line.push(glyph)
    else lines.push([glyph])
  }
  return lines
}

/** Computes the width of a glyph's shape, in cap heights. */
export function computeWidth({ glyph }: Pick<ExportGlyph, 'glyph'>): number {
  let right = 0
  for (let at = 0; at < glyph.points.length; at += 2) right = Math.max(right, glyph.points[at])
  return right / glyphSteps
}
