import { joinSheetMatrices, mapSheetPoint, sheetMatrixScale, type SheetColor, type SheetMatrix } from '@kamar/core'
import {
  glyphSteps,
  type SheetFills,
  type SheetGlyphRun,
  type SheetImage,
  type SheetInfo,
  type SheetLines,
  type SheetStyle,
  type SheetText,
  type SheetTexts,
  type SheetViewport,
} from '@kamar/package-format'
import { inPaintOrder, type PaintedRows } from './paint-order.js'

/** Sheet with its files decoded. */
export interface SheetDrawing {
  readonly info: SheetInfo
  readonly lines: readonly SheetLines[]
  readonly fills: SheetFills | null
  readonly texts: SheetTexts | null
}

/** Colour 0xRRGGBB and opacity. */
export interface Paint {
  readonly color: number
  readonly opacity: number
}

/** Stroke of a line; lengths without a unit in their name are in units of the outermost sheet. */
export interface LinePaint extends Paint {
  readonly weightMillimetres: number
  /** Replaces the weight unless it is 0. */
  readonly width: number
  /** Alternating dashes and gaps; empty: continuous. */
  readonly dashes: readonly number[]
}

/** Target that a sheet is painted on. All positions are in units of the outermost sheet, y up. */
export interface SheetCanvas {
  line(points: Float64Array, closed: boolean, paint: LinePaint): void
  /** Fills triangles; with a gradient, one colour per point replaces the paint's colour. */
  area(
    points: Float64Array,
    indices: Uint32Array,
    paint: Paint,
    gradient: readonly [number, number, SheetMatrix] | null,
  ): void
  /**
   * Draws a text; a glyph's outline or strokes are in steps of `glyphSteps`, and `matrix` transforms them to the sheet.
   */
  text(text: PaintedText): void
  image(image: SheetImage, matrix: SheetMatrix): void
  /** Clips the following content to the rings, until `endClip`. */
  beginClip(rings: readonly (readonly number[])[]): void
  endClip(): void
  /** Returns whether content within a circle would not change the image; `paint` for lines. */
  omits?(circle: Circle, paint?: LinePaint): boolean
  /** Puts the following content on a layer of this name; null: on none. Layers do not nest. */
  layer?(name: string | null): void
}

/** A circle around content, units of the outermost sheet. */
export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Text passed to the canvas. */
export interface PaintedText {
  readonly text: SheetText
  readonly texts: SheetTexts
  /** From the text's frame to the outermost sheet. */
  readonly matrix: SheetMatrix
  readonly getPaint: (run: SheetGlyphRun) => LinePaint
}

/** Foreground and background colour, 0xRRGGBB, and whether layers that are not plotted are omitted. */
export interface Painting {
  readonly foreground: number
  readonly background: number
  readonly plottableOnly: boolean
}

/** White paper, as printed. */
export const printedPainting: Painting = { foreground: 0x000000, background: 0xffffff, plottableOnly: true }

const identity: SheetMatrix = [1, 0, 0, 1, 0, 0]

/** Paints a sheet with the content of its viewports, in drawing order. */
export function paintSheet(
  drawings: readonly SheetDrawing[],
  number: number,
  { canvas, painting }: { readonly canvas: SheetCanvas; readonly painting: Painting },
): void {
  new SheetPainter(drawings, canvas, painting).paint(number, {
    matrix: identity,
    frozen: new Set(),
    dashScale: 1,
    depth: 0,
  })
}

interface PaintContext {
  readonly matrix: SheetMatrix
  readonly frozen: ReadonlySet<number>
  readonly dashScale: number
  readonly depth: number
}

/** Limit for nested viewports, as files may claim any depth. */
const maxDepth = 2

class SheetPainter {
  readonly #drawings: readonly SheetDrawing[]
  readonly #canvas: SheetCanvas
  readonly #painting: Painting

  constructor(drawings: readonly SheetDrawing[], canvas: SheetCanvas, painting: Painting) {
    this.#drawings = drawings
    this.#canvas = canvas
    this.#painting = painting
  }

  paint(number: number, context: PaintContext): void {
    const drawing = this.#drawings[number]
    if (!drawing || context.depth > maxDepth) return
    const page = new PaintedPage(drawing, context, this.#painting)
    for (const { table, row } of inPaintOrder(this.#tables(drawing, page, context))) {
      const layer = table.layer(row)
      this.#canvas.layer?.(layer === null ? null : (drawing.info.layers[layer]?.name ?? null))
      table.paint(row)
    }
    this.#canvas.layer?.(null)
  }

  #tables({ info, lines, fills, texts }: SheetDrawing, page: PaintedPage, context: PaintContext): PaintedRows[] {
    const target = { canvas: this.#canvas, page }
    const { viewports, images } = info
    const ofStyles = ({ count, style, level }: Pick<SheetLines, 'count' | 'style' | 'level'>) => ({
      count,
      level: (row: number) => level[row],
      isSeen: (row: number) => page.isStyleSeen(style[row]),
      layer: (row: number) => page.layerOf(style[row]),
    })
    const tables: PaintedRows[] = [
      {
        phase: 0,
        count: viewports.length,
        level: (row) => viewports[row].level,
        isSeen: (row) => viewports[row].shows !== null,
        layer: () => null,
        paint: (row) => this.#paintViewport(viewports[row], page, context),
      },
      {
        phase: 1,
        count: images.length,
        level: (row) => images[row].level,
        isSeen: (row) => page.isSeen(images[row].layer),
        layer: (row) => images[row].layer,
        paint: (row) => this.#canvas.image(images[row], context.matrix),
      },
    ]
    if (fills) tables.push({ ...ofStyles(fills), phase: 2, paint: (row) => paintFill(fills, row, target) })
    for (const table of lines)
      tables.push({ ...ofStyles(table), phase: 3, paint: (row) => paintLine(table, row, target) })
    if (texts)
      tables.push({
        phase: 4,
        count: texts.texts.length,
        level: (row) => texts.texts[row].level,
        isSeen: (row) => page.isStyleSeen(texts.texts[row].style),
        layer: (row) => page.layerOf(texts.texts[row].style),
        paint: (row) => paintText(texts.texts[row], texts, target),
      })
    return tables
  }

  #paintViewport(viewport: SheetViewport, page: PaintedPage, context: PaintContext): void {
    const { clip, matrix, shows, frozenLayers, lineTypeScale } = viewport
    if (shows === null || clip.length === 0) return
    this.#canvas.beginClip(clip.map((ring) => page.transformPoints(ring)))
    this.paint(shows, {
      matrix: joinSheetMatrices(context.matrix, matrix),
      frozen: new Set(frozenLayers),
      dashScale: context.dashScale * lineTypeScale,
      depth: context.depth + 1,
    })
    this.#canvas.endClip()
  }
}

interface Target {
  readonly canvas: SheetCanvas
  readonly page: PaintedPage
}

/** Styles and positions of a sheet, resolved. */
class PaintedPage {
  /** From grid steps to the outermost sheet. */
  readonly gridMatrix: SheetMatrix
  readonly #drawing: SheetDrawing
  readonly #context: PaintContext
  readonly #painting: Painting
  readonly #paints = new Map<number, LinePaint>()
  readonly #isLayerSeen: readonly boolean[]

  constructor(drawing: SheetDrawing, context: PaintContext, painting: Painting) {
    const { origin, step } = drawing.info
    this.#drawing = drawing
    this.#context = context
    this.#painting = painting
    this.#isLayerSeen = drawing.info.layers.map((_, layer) => this.isSeen(layer))
    this.gridMatrix = joinSheetMatrices(context.matrix, [step, 0, 0, step, origin[0], origin[1]])
  }

  isSeen(layer: number): boolean {
    const { on, frozen, plottable } = this.#drawing.info.layers[layer] ?? { on: true, frozen: false, plottable: true }
    return on && !frozen && (plottable || !this.#painting.plottableOnly) && !this.#context.frozen.has(layer)
  }

  layerOf(style: number): number {
    return this.#drawing.info.styles[style].layer
  }

  isStyleSeen(style: number): boolean {
    return this.#isLayerSeen[this.layerOf(style)] ?? true
  }

  /** Transforms x y per point of the sheet to units of the outermost one. */
  transformPoints(points: readonly number[]): number[] {
    const out: number[] = []
    for (let at = 0; at + 1 < points.length; at += 2)
      out.push(...mapSheetPoint(this.#context.matrix, points[at], points[at + 1]))
    return out
  }

  /** Converts points from the grid. */
  fromGrid(points: Int32Array, from: number, to: number): Float64Array {
    const out = new Float64Array((to - from) * 2)
    for (let point = from; point < to; point++) {
      const [x, y] = mapSheetPoint(this.gridMatrix, points[point * 2], points[point * 2 + 1])
      out[(point - from) * 2] = x
      out[(point - from) * 2 + 1] = y
    }
    return out
  }

  /** Computes the matrix from a text's frame to the outermost sheet. */
  computeFrame({ origin, xAxis, yAxis }: SheetText): SheetMatrix {
    const [x, y] = mapSheetPoint(this.gridMatrix, origin[0], origin[1])
    const [a, b, c, d] = this.#context.matrix
    return [
      a * xAxis[0] + c * xAxis[1],
      b * xAxis[0] + d * xAxis[1],
      a * yAxis[0] + c * yAxis[1],
      b * yAxis[0] + d * yAxis[1],
      x,
      y,
    ]
  }

  /** Computes a circle around points of the grid. */
  computeCircle(points: Int32Array, from: number, to: number): Circle {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = from * 2; at < to * 2; at += 2) {
      left = Math.min(left, points[at])
      right = Math.max(right, points[at])
      bottom = Math.min(bottom, points[at + 1])
      top = Math.max(top, points[at + 1])
    }
    const [x, y] = mapSheetPoint(this.gridMatrix, (left + right) / 2, (bottom + top) / 2)
    return { x, y, radius: Math.hypot(right - left, top - bottom) * 0.5 * this.#gridScale }
  }

  getPaint(number: number): LinePaint {
    let paint = this.#paints.get(number)
    if (!paint) {
      paint = this.#computePaint(number)
      this.#paints.set(number, paint)
    }
    return paint
  }

  get #gridScale(): number {
    const [a, b, c, d] = this.gridMatrix
    return Math.max(Math.hypot(a, b), Math.hypot(c, d))
  }

  #computePaint(number: number): LinePaint {
    const style: SheetStyle = this.#drawing.info.styles[number]
    const layer = this.#drawing.info.layers[style.layer]
    const lineType = style.lineType === 'layer' ? layer.lineType : style.lineType
    const scale = sheetMatrixScale(this.#context.matrix)
    const pattern = lineType === null ? [] : (this.#drawing.info.lineTypes[lineType]?.pattern ?? [])
    return {
      color: this.#resolveColor(style.color === 'layer' ? layer.color : style.color),
      opacity: style.opacity,
      weightMillimetres:
        style.lineWeightMillimetres === 'layer' ? layer.lineWeightMillimetres : style.lineWeightMillimetres,
      width: style.widthUnits * scale,
      dashes: toDashes(pattern, style.lineTypeScale * scale * this.#context.dashScale),
    }
  }

  #resolveColor(color: SheetColor): number {
    if (color === 'background') return this.#painting.background
    return typeof color === 'number' ? color : this.#painting.foreground
  }
}

/** Converts a pattern to alternating dashes and gaps, beginning with a dash; empty for invalid patterns. */
export function toDashes(pattern: readonly number[], scale: number): number[] {
  const out: number[] = []
  let wasDash = false
  for (const element of pattern) {
    const isDash = element >= 0
    if (out.length > 0 && isDash === wasDash) out[out.length - 1] += Math.abs(element) * scale
    else if (out.length > 0 || isDash) out.push(Math.abs(element) * scale)
    else out.push(0, Math.abs(element) * scale)
    wasDash = isDash
  }
  if (out.length % 2 === 1) out.push(0)
  return out.reduce((sum, length) => sum + length, 0) > 0 && pattern.length > 1 ? out : []
}

function paintLine(lines: SheetLines, line: number, { canvas, page }: Target): void {
  const [from, to] = [lines.start[line], lines.start[line + 1]]
  const paint = page.getPaint(lines.style[line])
  if (canvas.omits?.(page.computeCircle(lines.points, from, to), paint)) return
  canvas.line(page.fromGrid(lines.points, from, to), lines.closed[line] === 1, paint)
}

function paintFill(fills: SheetFills, fill: number, { canvas, page }: Target): void {
  const [from, to] = [fills.start[fill], fills.start[fill + 1]]
  if (canvas.omits?.(page.computeCircle(fills.points, from, to))) return
  const points = page.fromGrid(fills.points, from, to)
  const indices = fills.indices
    .subarray(fills.indexStart[fill], fills.indexStart[fill + 1])
    .map((index) => index - fills.start[fill])
  const gradient = fills.gradients.find((one) => one.fill === fill)
  if (!gradient) return canvas.area(points, indices, page.getPaint(fills.style[fill]), null)
  const [ax, ay] = mapSheetPoint(page.gridMatrix, ...gradient.from)
  const [bx, by] = mapSheetPoint(page.gridMatrix, ...gradient.to)
  return canvas.area(points, indices, page.getPaint(fills.style[fill]), [...gradient.colors, [ax, ay, bx, by, 0, 0]])
}

function paintText(text: SheetText, texts: SheetTexts, { canvas, page }: Target): void {
  const matrix = page.computeFrame(text)
  if (canvas.omits?.(computeTextCircle(text, matrix))) return
  canvas.text({ text, texts, matrix, getPaint: (run) => page.getPaint(run.style) })
}

function computeTextCircle({ box: [left, bottom, right, top] }: SheetText, matrix: SheetMatrix): Circle {
  const [x, y] = mapSheetPoint(matrix, (left + right) / 2, (bottom + top) / 2)
  const [leftX, leftY] = mapSheetPoint(matrix, left, bottom)
  const [rightX, rightY] = mapSheetPoint(matrix, right, bottom)
  return { x, y, radius: Math.max(Math.hypot(x - leftX, y - leftY), Math.hypot(x - rightX, y - rightY)) }
}

/** Returns the matrix from a glyph's steps to the text's frame. */
export function glyphMatrix(run: SheetGlyphRun, x: number, y: number): SheetMatrix {
  const [across, up] = [run.width / glyphSteps, run.height / glyphSteps]
  return [across, 0, run.slant * across, up, (x * run.height) / glyphSteps, (y * run.height) / glyphSteps]
}
