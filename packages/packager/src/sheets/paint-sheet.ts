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
  /** Puts the following content on a layer of this name; null: on none. Layers do not nest. */
  layer?(name: string | null): void
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
    const steps = this.#steps(drawing, page, context).sort((a, b) => a.level - b.level || a.phase - b.phase)
    for (const { layer, paint } of steps) {
      this.#canvas.layer?.(layer === null ? null : (drawing.info.layers[layer]?.name ?? null))
      paint()
    }
    this.#canvas.layer?.(null)
  }

  #steps(drawing: SheetDrawing, page: PaintedPage, context: PaintContext): Step[] {
    const { info, lines, fills, texts } = drawing
    const target = { canvas: this.#canvas, page }
    const steps: Step[] = info.viewports
      .filter(({ shows }) => shows !== null)
      .map((viewport) => ({
        level: viewport.level,
        phase: 0,
        layer: null,
        paint: () => this.#paintViewport(viewport, page, context),
      }))
    for (const image of info.images.filter(({ layer }) => page.isSeen(layer))) {
      const { level, layer } = image
      steps.push({ level, phase: 1, layer, paint: () => this.#canvas.image(image, context.matrix) })
    }
    if (fills !== null) addRows(steps, fills, { page, phase: 2, paint: (fill) => paintFill(fills, fill, target) })
    for (const table of lines)
      addRows(steps, table, { page, phase: 3, paint: (line) => paintLine(table, line, target) })
    if (texts !== null)
      for (const text of texts.texts.filter(({ style }) => page.isStyleSeen(style)))
        steps.push({
          level: text.level,
          phase: 4,
          layer: page.layerOf(text.style),
          paint: () => paintText(text, texts, target),
        })
    return steps
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

/** Adds the steps for the rows of a table whose styles are visible. */
function addRows(
  steps: Step[],
  { count, style, level }: Pick<SheetLines, 'count' | 'style' | 'level'>,
  rows: { readonly page: PaintedPage; readonly phase: number; readonly paint: (row: number) => void },
): void {
  for (let row = 0; row < count; row++)
    if (rows.page.isStyleSeen(style[row]))
      steps.push({
        level: level[row],
        phase: rows.phase,
        layer: rows.page.layerOf(style[row]),
        paint: () => rows.paint(row),
      })
}

interface Step {
  readonly level: number
  readonly phase: number
  /** Null for content that is not on a single layer. */
  readonly layer: number | null
  readonly paint: () => void
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

  constructor(drawing: SheetDrawing, context: PaintContext, painting: Painting) {
    const { origin, step } = drawing.info
    this.#drawing = drawing
    this.#context = context
    this.#painting = painting
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
    return this.isSeen(this.layerOf(style))
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

  getPaint(number: number): LinePaint {
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
  const points = page.fromGrid(lines.points, lines.start[line], lines.start[line + 1])
  canvas.line(points, lines.closed[line] === 1, page.getPaint(lines.style[line]))
}

function paintFill(fills: SheetFills, fill: number, { canvas, page }: Target): void {
  const points = page.fromGrid(fills.points, fills.start[fill], fills.start[fill + 1])
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
  canvas.text({ text, texts, matrix: page.computeFrame(text), getPaint: (run) => page.getPaint(run.style) })
}

/** Returns the matrix from a glyph's steps to the text's frame. */
export function glyphMatrix(run: SheetGlyphRun, x: number, y: number): SheetMatrix {
  const [across, up] = [run.width / glyphSteps, run.height / glyphSteps]
  return [across, 0, run.slant * across, up, (x * run.height) / glyphSteps, (y * run.height) / glyphSteps]
}
