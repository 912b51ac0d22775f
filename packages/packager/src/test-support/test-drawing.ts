import type { SheetFills, SheetInfo, SheetLines, SheetTexts } from '@kamar/package-format'
import { plainLayer } from '@kamar/test-kit'
import type { SheetDrawing } from '../sheets/paint-sheet.js'

/** Line or area of a test drawing, in grid steps. */
export interface DrawingItem {
  readonly points: readonly number[]
  readonly style?: number
  readonly level?: number
  readonly closed?: boolean
}

/** Style by layer 0: black, continuous. */
export const plainStyle = {
  layer: 0,
  color: 0,
  lineWeightMillimetres: 0,
  lineType: null,
  lineTypeScale: 1,
  widthUnits: 0,
  opacity: 1,
} as const satisfies SheetInfo['styles'][number]

const toStarts = (items: readonly DrawingItem[]): Uint32Array =>
  Uint32Array.from([
    0,
    ...items.map((_, at) => items.slice(0, at + 1).reduce((sum, { points }) => sum + points.length / 2, 0)),
  ])

const toColumns = (items: readonly DrawingItem[]) => ({
  count: items.length,
  entity: new Uint32Array(items.length),
  style: Uint32Array.from(items, ({ style = 0 }) => style),
  level: Uint32Array.from(items, ({ level = 0 }) => level),
  start: toStarts(items),
  points: Int32Array.from(items.flatMap(({ points }) => points)),
})

/** Creates polylines. */
export const createLines = (items: readonly DrawingItem[]): SheetLines => ({
  ...toColumns(items),
  closed: Uint8Array.from(items, ({ closed = false }) => (closed ? 1 : 0)),
})

/** Creates areas of one triangle each. */
export const createFills = (items: readonly DrawingItem[], gradients: SheetFills['gradients'] = []): SheetFills => ({
  ...toColumns(items),
  indexStart: Uint32Array.from({ length: items.length + 1 }, (_, at) => at * 3),
  indices: Uint32Array.from(items.flatMap((_, at) => [0, 1, 2].map((vertex) => toStarts(items)[at] + vertex))),
  gradients,
})

/** Creates a drawing with the sheet's fields as given, otherwise plain: one grid step is one unit. */
export function createDrawing(
  info: Partial<SheetInfo>,
  content: { lines?: readonly DrawingItem[]; fills?: SheetFills; texts?: SheetTexts } = {},
): SheetDrawing {
  return {
    info: {
      format: 'kamar-sheet',
      version: 1,
      name: 'A',
      kind: 'layout',
      unitName: 'mm',
      millimetresPerUnit: 1,
      paper: { min: [0, 0], max: [40, 30] },
      toScene: null,
      origin: [0, 0],
      step: 1,
      extents: { min: [0, 0], max: [40, 30] },
      core: { min: [0, 0], max: [40, 30] },
      levels: 9,
      layers: [plainLayer],
      lineTypes: [],
      styles: [plainStyle],
      fonts: [],
      images: [],
      viewports: [],
      lineFiles: [],
      fillFile: null,
      textFile: null,
      entityFile: '',
      propertyFiles: [],
      counts: { entities: 1, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 },
      ...info,
    },
    lines: content.lines ? [createLines(content.lines)] : [],
    fills: content.fills ?? null,
    texts: content.texts ?? null,
  }
}

/** Creates texts of one run each with a square glyph of one cap height, which is a stroke when `stroke` is true. */
export function createTexts(
  items: readonly {
    origin: readonly [number, number]
    height?: number
    level?: number
    style?: number
    slant?: number
    xAxis?: readonly [number, number]
    yAxis?: readonly [number, number]
  }[],
  { stroke = false, steps = 1 }: { stroke?: boolean; steps?: number } = {},
): SheetTexts {
  const square = Int32Array.of(0, 0, steps, 0, steps, steps, 0, steps)
  const indices = stroke ? Uint32Array.of(0, 1) : Uint32Array.of(0, 1, 2, 0, 2, 3)
  return {
    glyphs: [{ points: square, indices, stroke, character: 'A' }],
    texts: items.map(
      ({ origin, height = 10, level = 0, style = 0, slant = 0, xAxis = [1, 0], yAxis = [0, 1] }, at) => ({
        entity: 0,
        style,
        level,
        origin,
        xAxis,
        yAxis,
        box: [0, 0, height, height],
        string: 'A',
        runs: [{ style, font: 0, first: at, count: 1, height, width: height, slant }],
      }),
    ),
    glyph: new Uint32Array(items.length),
    x: new Int32Array(items.length),
    y: new Int32Array(items.length),
  }
}
