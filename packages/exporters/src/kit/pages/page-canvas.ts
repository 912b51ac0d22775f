import { joinSheetMatrices, sheetMatrixScale, mapSheetPoint, type SheetMatrix } from '@kamar/core'
import type { SheetGlyphRun, SheetImage } from '@kamar/package-format/sheets'
import type { Paint, LinePaint, PaintedText, SheetCanvas, SheetPage } from '@kamar/packager/sheets'
import { type ExportGlyph, groupGlyphs, runMatrix } from './glyphs.js'
import { traceOutlines } from './outlines.js'

/** Minimum line width on paper: a quarter of a point. */
export const minLineMillimetres = 0.09

/** Points of a path in page units, x y each. */
export interface PagePath {
  readonly points: readonly number[]
  readonly closed: boolean
}

/** Stroke style of a line, in page units. */
export interface PagePaint extends Paint {
  readonly width: number
  /** Width in drawing units: such lines have butt ends. */
  readonly isWide: boolean
  readonly dashes: readonly number[]
}

/** Gradient of two colours between two points of the page. */
export interface PageGradient {
  readonly colors: readonly [number, number]
  /** x y of both points. */
  readonly ends: readonly [number, number, number, number]
}

/** Glyphs with one style. */
export interface PageGlyphs {
  readonly glyphs: readonly ExportGlyph[]
  /** From the text's frame to the page. */
  readonly frame: SheetMatrix
  /** From a glyph, in cap heights, to the frame. */
  readonly own: SheetMatrix
  readonly run: SheetGlyphRun
  readonly paint: PagePaint
}

/** Invisible line of text that can be searched and copied; the matrix maps the unit square to it. */
export interface SearchableText {
  readonly string: string
  readonly matrix: SheetMatrix
}

/** Output of a paged file format; coordinates are in page units. */
export interface PageOutput {
  stroke(paths: readonly PagePath[], paint: PagePaint): void
  fill(outlines: readonly (readonly number[])[], paint: Paint, gradient: PageGradient | null): void
  glyphs(glyphs: PageGlyphs): void
  searchableText(text: SearchableText): void
  /** Draws an image; `matrix` maps the unit square, y up, to the page. */
  image(image: string, matrix: SheetMatrix, opacity: number): void
  beginClip(rings: readonly (readonly number[])[]): void
  endClip(): void
  layer?(name: string | null): void
}

/** Units and orientation of pages. */
export interface PageMeasure {
  readonly unitsPerMillimetre: number
  /** True when y points down from the upper edge. */
  readonly isDownwards: boolean
  /** Minimum line width. */
  readonly minMillimetres: number
}

/** Paints a sheet onto a page: points in page units, triangles as outlines, lines of one style batched. */
export class PageCanvas implements SheetCanvas {
  readonly #output: PageOutput
  readonly #measure: PageMeasure
  readonly #toPage: SheetMatrix
  /** Clip boxes, the innermost last: everything outside is skipped. */
  readonly #visibleBoxes: Box[]
  #layer: string | null = null
  #wantedLayer: string | null = null
  #waiting: { readonly key: string; readonly paint: PagePaint; readonly paths: PagePath[] } | null = null

  constructor(page: SheetPage, measure: PageMeasure, output: PageOutput) {
    const scale = page.millimetresPerUnit * measure.unitsPerMillimetre
    const [left, bottom] = page.min
    this.#output = output
    this.#measure = measure
    this.#toPage = measure.isDownwards
      ? [scale, 0, 0, -scale, -left * scale, page.max[1] * scale]
      : [scale, 0, 0, scale, -left * scale, -bottom * scale]
    this.#visibleBoxes = [computeBounds(this.#transformPoints([...page.min, ...page.max]))]
  }

  line(points: Float64Array, closed: boolean, paint: LinePaint): void {
    const own = this.#toPagePaint(paint)
    const placedPoints = this.#transformPoints(points)
    if (!this.#isSeen(placedPoints, own.width)) return
    this.#enterLayer()
    const key = `${own.color} ${own.opacity} ${own.width} ${own.isWide} ${own.dashes.join(' ')}`
    if (this.#waiting?.key !== key || own.opacity < 1) {
      this.flush()
      this.#waiting = { key, paint: own, paths: [] }
    }
    this.#waiting.paths.push({ points: placedPoints, closed })
  }

  area(
    points: Float64Array,
    indices: Uint32Array,
    paint: Paint,
    gradient: readonly [number, number, SheetMatrix] | null,
  ): void {
    const placedPoints = this.#transformPoints(points)
    if (!this.#isSeen(placedPoints, 0)) return
    this.flush()
    const outlines = traceOutlines(placedPoints, indices)
    if (outlines.length === 0) return
    this.#enterLayer()
    if (gradient === null) return this.#output.fill(outlines, paint, null)
    const [from, to, [ax, ay, bx, by]] = gradient
    const ends = [...mapSheetPoint(this.#toPage, ax, ay), ...mapSheetPoint(this.#toPage, bx, by)] as const
    return this.#output.fill(outlines, paint, { colors: [from, to], ends: [ends[0], ends[1], ends[2], ends[3]] })
  }

  text({ text, texts, matrix, getPaint }: PaintedText): void {
    const frame = joinSheetMatrices(this.#toPage, matrix)
    const [left, bottom, right, top] = text.box
    // Glyphs may extend beyond the box of their text.
    if (
      !this.#isSeen(
        transformPoints(frame, [left, bottom, right, bottom, right, top, left, top]),
        2 * (top - bottom) * sheetMatrixScale(frame),
      )
    )
      return
    this.#enterLayer()
    this.flush()
    for (const { run, glyphs } of groupGlyphs({ text, texts }))
      this.#output.glyphs({ glyphs, frame, own: runMatrix(run), run, paint: this.#toPagePaint(getPaint(run)) })
    const lines = text.string.split('\n')
    const height = (top - bottom) / lines.length
    if (text.runs.length > 0 || height <= 0 || right <= left) return
    lines.forEach((string, line) => {
      const lineMatrix: SheetMatrix = [right - left, 0, 0, height, left, top - height * (line + 1)]
      if (string.trim() !== '') this.#output.searchableText({ string, matrix: joinSheetMatrices(frame, lineMatrix) })
    })
  }

  image({ picture: image, origin, xAxis, yAxis, clip, opacity }: SheetImage, matrix: SheetMatrix): void {
    this.#enterLayer()
    this.flush()
    const toPage = joinSheetMatrices(this.#toPage, matrix)
    if (clip.length > 0) this.#output.beginClip(clip.map((ring) => transformPoints(toPage, ring)))
    this.#output.image(image, joinSheetMatrices(toPage, [...xAxis, ...yAxis, ...origin]), opacity)
    if (clip.length > 0) this.#output.endClip()
  }

  beginClip(rings: readonly (readonly number[])[]): void {
    this.flush()
    const clip = rings.map((ring) => this.#transformPoints(ring))
    this.#visibleBoxes.push(computeBounds(clip.flat()))
    this.#output.beginClip(clip)
  }

  endClip(): void {
    this.flush()
    this.#visibleBoxes.pop()
    this.#output.endClip()
  }

  layer(name: string | null): void {
    this.#wantedLayer = name
    if (name === null) this.#enterLayer()
  }

  /** Begins a layer with its first visible content. */
  #enterLayer(): void {
    if (this.#wantedLayer === this.#layer || !this.#output.layer) return
    this.flush()
    this.#layer = this.#wantedLayer
    this.#output.layer(this.#layer)
  }

  /** Writes the lines batched so far; also called at the end of the page. */
  flush(): void {
    if (this.#waiting !== null) this.#output.stroke(this.#waiting.paths, this.#waiting.paint)
    this.#waiting = null
  }

  #isSeen(points: readonly number[], width: number): boolean {
    const box = computeBounds(points)
    return this.#visibleBoxes.every(
      (visibleBox) =>
        box[0] <= visibleBox[2] + width &&
        box[2] >= visibleBox[0] - width &&
        box[1] <= visibleBox[3] + width &&
        box[3] >= visibleBox[1] - width,
    )
  }

  #transformPoints(points: ArrayLike<number>): number[] {
    return transformPoints(this.#toPage, points)
  }

  #toPagePaint({ color, opacity, weightMillimetres, width, dashes }: LinePaint): PagePaint {
    const { unitsPerMillimetre, minMillimetres } = this.#measure
    const minWidth = minMillimetres * unitsPerMillimetre
    const scale = sheetMatrixScale(this.#toPage)
    return {
      color,
      opacity,
      width: Math.max(minWidth, width > 0 ? width * scale : weightMillimetres * unitsPerMillimetre),
      isWide: width > 0,
      dashes: dashes.map((length) => length * scale),
    }
  }
}

function transformPoints(matrix: SheetMatrix, points: ArrayLike<number>): number[] {
  const out: number[] = []
  for (let at = 0; at + 1 < points.length; at += 2) out.push(...mapSheetPoint(matrix, points[at], points[at + 1]))
  return out
}

/** Left, bottom, right and top. */
type Box = readonly [number, number, number, number]

function computeBounds(points: readonly number[]): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 1 < points.length; at += 2) {
    box[0] = Math.min(box[0], points[at])
    box[1] = Math.min(box[1], points[at + 1])
    box[2] = Math.max(box[2], points[at])
    box[3] = Math.max(box[3], points[at + 1])
  }
  return box
}
