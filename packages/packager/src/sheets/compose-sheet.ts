import type { SheetColor, GlyphSource, SheetStyleInput, SheetTextInput } from '@kamar/core'
import {
  glyphSteps,
  type SheetArea,
  type SheetGlyphRun,
  type SheetGrid,
  type SheetPolyline,
  type SheetRectangle,
  type SheetText,
  type SheetTexts,
} from '@kamar/package-format'
import { GrowingColumn } from '../stores/growing-column.js'
import type { PolylinePart } from '../stores/coordinate-parts.js'
import { drawLevels, type DrawLevels } from './draw-levels.js'
import { layOutText, type LaidOutText } from './lay-out-text.js'
import { type GlyphFaces, GlyphShapes } from './glyphs/glyph-shapes.js'
import { clampToGrid, type ExtentCollector, computeGrid } from './sheet-extents.js'
import type { SheetStore } from './sheet-store.js'
import { triangulateArea } from './areas/triangulate-area.js'

/** Sheet with all layout and geometry precomputed for the viewer. */
export interface ComposedSheet {
  readonly grid: SheetGrid
  readonly extents: SheetRectangle
  readonly core: SheetRectangle
  readonly levels: DrawLevels
  /** Lines that belong to texts. */
  readonly rules: readonly SheetPolyline[]
  /** In drawing order. */
  readonly areas: readonly SheetArea[]
  readonly texts: SheetTexts
  /** Characters drawn as a question mark, one entry per occurrence. */
  readonly unknownCharacters: readonly string[]
}

/** What a sheet is composed with. */
export interface ComposeOptions {
  readonly faces: GlyphFaces
  readonly fallback?: GlyphSource | null
  /** With the extents of all polylines (`addLineExtents`). */
  readonly collector: ExtentCollector
}

/** Adds the extents of a part of the polylines. */
export function addLineExtents(collector: ExtentCollector, { polylines }: SheetStore, part: PolylinePart): void {
  collector.addPart(part.coordinates, { first: part.firstPoint, count: polylines.coordinates.length / 2 })
}

/**
 * Composes a sheet without its polylines; null when it is empty. Adds the styles of coloured text runs to the sheet's
 * styles.
 */
export function composeSheet(
  sheet: SheetStore,
  { faces, fallback = null, collector }: ComposeOptions,
): ComposedSheet | null {
  const shapes = new GlyphShapes(faces, fallback)
  const { fonts } = sheet
  // Laid out twice: the boxes give the extents of the sheet, which the composed texts need.
  const layOut = (text: SheetTextInput): LaidOutText => layOutText(text, fonts.values, shapes)
  collectExtents(sheet, layOut, collector)
  const { extents, core } = collector
  if (extents === null || core === null) return null
  const grid = computeGrid(extents, core)
  const levels = drawLevels(sheet)
  const composer = new TextComposer(sheet, levels, grid)
  for (let number = 0; number < sheet.texts.length; number++) {
    const text = sheet.texts.at(number)
    composer.add(number, text, layOut(text))
  }
  const areas = [...composeAreas(sheet, levels, grid), ...composer.backdrops].sort((a, b) => a.level - b.level)
  const texts = composer.texts(shapes)
  const { rules, unknownCharacters } = composer
  return { grid, extents, core, levels, rules, areas, texts, unknownCharacters }
}

function collectExtents(
  sheet: SheetStore,
  layOut: (text: SheetTextInput) => LaidOutText,
  collector: ExtentCollector,
): void {
  for (const { rings } of sheet.fills) for (const ring of rings) collector.add(ring)
  for (const text of sheet.texts) collector.add(computeBoxVertices(text, layOut(text).box))
  for (const { origin, xAxis, yAxis } of sheet.images)
    collector.add([
      ...origin,
      origin[0] + xAxis[0] + yAxis[0],
      origin[1] + xAxis[1] + yAxis[1],
      origin[0] + xAxis[0],
      origin[1] + xAxis[1],
      origin[0] + yAxis[0],
      origin[1] + yAxis[1],
    ])
  for (const { clip } of sheet.viewports) for (const ring of clip) collector.add(ring)
}

interface Frame {
  readonly anchor: readonly [number, number]
  readonly xAxis: readonly [number, number]
  readonly yAxis: readonly [number, number]
}

const toSheetPoint = ({ anchor, xAxis, yAxis }: Frame, x: number, y: number): [number, number] => [
  anchor[0] + x * xAxis[0] + y * yAxis[0],
  anchor[1] + x * xAxis[1] + y * yAxis[1],
]

/** Computes the corners of a box in a frame, x y each. */
function computeBoxVertices(
  frame: Frame,
  [left, bottom, right, top]: readonly [number, number, number, number],
): number[] {
  const vertices = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ] as const
  return vertices.flatMap(([x, y]) => toSheetPoint(frame, x, y))
}

function clamped(points: ArrayLike<number>, { origin, step }: SheetGrid): Float64Array {
  const out = new Float64Array(points.length)
  for (let at = 0; at < points.length; at++) out[at] = clampToGrid(points[at], origin[at & 1], step)
  return out
}

/** Composes a part of the polylines, grouped by style; the last part has the lines of texts as well. */
export function composePolylines(
  { polylines }: SheetStore,
  { grid, levels, rules }: Pick<ComposedSheet, 'grid' | 'levels' | 'rules'>,
  { first, end, coordinates }: PolylinePart,
): SheetPolyline[] {
  const lines: SheetPolyline[] = []
  let start = 0
  for (let line = first; line < end; line++) {
    const next = start + polylines.size.at(line)
    lines.push({
      entity: polylines.entity.at(line),
      style: polylines.style.at(line),
      level: levels.polylines[line],
      closed: polylines.closed.at(line) === 1,
      points: clamped(coordinates.subarray(start, next), grid),
    })
    start = next
  }
  const own = end === polylines.count ? rules : []
  return [...lines, ...own].sort((a, b) => a.style - b.style || a.level - b.level)
}

function composeAreas({ fills }: SheetStore, levels: DrawLevels, grid: SheetGrid): SheetArea[] {
  return fills.flatMap(({ entity, style, rings, gradient }, number) => {
    const triangles = triangulateArea(rings.map((ring) => clamped(ring, grid)))
    if (triangles === null || triangles.indices.length === 0) return []
    const toGrid = ([x, y]: readonly [number, number]): [number, number] => [
      (x - grid.origin[0]) / grid.step,
      (y - grid.origin[1]) / grid.step,
    ]
    const across = gradient && { from: toGrid(gradient.from), to: toGrid(gradient.to), colors: gradient.colors }
    return [{ entity, style, level: levels.fills[number], ...triangles, gradient: across ?? null }]
  })
}

/** Composes the texts of a sheet, with the lines and areas that belong to them. */
class TextComposer {
  readonly rules: SheetPolyline[] = []
  readonly backdrops: SheetArea[] = []
  readonly unknownCharacters: string[] = []
  readonly #sheet: SheetStore
  readonly #levels: DrawLevels
  readonly #grid: SheetGrid
  readonly #texts: SheetText[] = []
  readonly #glyph = new GrowingColumn(Uint32Array)
  readonly #x = new GrowingColumn(Int32Array)
  readonly #y = new GrowingColumn(Int32Array)

  constructor(sheet: SheetStore, levels: DrawLevels, grid: SheetGrid) {
    this.#sheet = sheet
    this.#levels = levels
    this.#grid = grid
  }

  add(number: number, text: SheetTextInput, laidOut: LaidOutText): void {
    const { origin, step } = this.#grid
    const level = this.#levels.texts[number]
    const { entity, xAxis, yAxis, drawn: isDrawn = true } = text
    const anchor = clamped(text.anchor, this.#grid)
    this.#texts.push({
      entity,
      style: text.style,
      level,
      origin: [Math.round((anchor[0] - origin[0]) / step), Math.round((anchor[1] - origin[1]) / step)],
      xAxis,
      yAxis,
      box: laidOut.box,
      string: laidOut.string,
      runs: isDrawn ? laidOut.runs.map((run) => this.#run(run, text.style)) : [],
    })
    if (!isDrawn) return
    this.unknownCharacters.push(...laidOut.unknown)
    for (const { color, ends } of laidOut.rules) {
      const points = clamped(
        [...toSheetPoint(text, ends[0], ends[1]), ...toSheetPoint(text, ends[2], ends[3])],
        this.#grid,
      )
      this.rules.push({ entity, style: this.#addStyle(text.style, color), level, closed: false, points })
    }
    this.#addBackdrop(number, text, laidOut)
  }

  texts(shapes: GlyphShapes): SheetTexts {
    return {
      glyphs: shapes.shapes,
      texts: this.#texts,
      glyph: this.#glyph.view(),
      x: this.#x.view(),
      y: this.#y.view(),
    }
  }

  #run({ color, font, height, width, slant, glyphs }: LaidOutText['runs'][number], style: number): SheetGlyphRun {
    const first = this.#glyph.length
    for (const { glyph, x, y } of glyphs) {
      this.#glyph.push(glyph)
      this.#x.push(Math.round((x / height) * glyphSteps))
      this.#y.push(Math.round((y / height) * glyphSteps))
    }
    return { style: this.#addStyle(style, color), font, first, count: glyphs.length, height, width, slant }
  }

  /** Adds the text's style in another colour. Strokes and rules of glyphs are never dashed. */
  #addStyle(style: number, color: SheetColor | null): number {
    const own: SheetStyleInput = this.#sheet.styles.values[style]
    return this.#sheet.styles.intern({ ...own, color: color ?? own.color, lineType: null })
  }

  #addBackdrop(number: number, text: SheetTextInput, { box }: LaidOutText): void {
    if (!text.backdrop) return
    const { color, margin } = text.backdrop
    const [left, bottom, right, top] = box
    const vertices = computeBoxVertices(text, [left - margin, bottom - margin, right + margin, top + margin])
    this.backdrops.push({
      entity: text.entity,
      style: this.#addStyle(text.style, color),
      // Below the text's own glyphs: areas of a level are drawn before its texts.
      level: this.#levels.texts[number],
      points: clamped(vertices, this.#grid),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      gradient: null,
    })
  }
}
