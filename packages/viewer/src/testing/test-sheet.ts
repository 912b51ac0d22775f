import type {
  SheetFills,
  SheetGlyph,
  SheetInfo,
  SheetLayer,
  SheetLines,
  SheetStyle,
  SheetText,
  SheetTexts,
  SheetViewport,
} from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../sheets/loaded-sheet.js'

/** A polyline; points in grid steps, x y each. */
export interface TestLine {
  readonly points: readonly number[]
  readonly entity?: number
  readonly style?: number
  readonly level?: number
  readonly closed?: boolean
}

/** An area of triangles over its points. */
export interface TestFill extends Omit<TestLine, 'closed'> {
  /** Three per triangle; by default a fan about the first point. */
  readonly indices?: readonly number[]
}

/** Contents of a test sheet. */
export interface TestSheet {
  readonly number?: number
  readonly info?: Partial<SheetInfo>
  /** Blocks of lines. */
  readonly lines?: readonly (readonly TestLine[])[]
  readonly fills?: readonly TestFill[]
  readonly gradients?: SheetFills['gradients']
  readonly texts?: readonly Partial<SheetText>[]
  readonly glyphs?: readonly SheetGlyph[]
  /** Number in `glyphs`, x and y of each glyph in a text. */
  readonly placedGlyphs?: readonly (readonly [glyph: number, x: number, y: number])[]
}

/** A visible layer. */
export const testLayer = (change: Partial<SheetLayer> = {}): SheetLayer => ({
  name: '0',
  color: 'foreground',
  lineWeightMillimetres: 0.25,
  lineType: null,
  on: true,
  frozen: false,
  plottable: true,
  ...change,
})

/** A style that follows its layer. */
export const testStyle = (change: Partial<SheetStyle> = {}): SheetStyle => ({
  layer: 0,
  color: 'layer',
  lineWeightMillimetres: 'layer',
  lineType: 'layer',
  lineTypeScale: 1,
  widthUnits: 0,
  opacity: 1,
  ...change,
})

/** A viewport without a change of scale. */
export const testViewport = (change: Partial<SheetViewport> = {}): SheetViewport => ({
  entity: 0,
  level: 0,
  shows: 1,
  matrix: [1, 0, 0, 1, 0, 0],
  millimetresPerUnit: 1,
  clip: [[0, 0, 100, 0, 100, 100, 0, 100]],
  frozenLayers: [],
  lineTypeScale: 1,
  ...change,
})

const testInfo: SheetInfo = {
  format: 'kamar-sheet',
  version: 1,
  name: 'Sheet',
  kind: 'model',
  unitName: 'mm',
  millimetresPerUnit: 1,
  paper: null,
  toScene: null,
  origin: [0, 0],
  step: 1,
  extents: { min: [0, 0], max: [100, 100] },
  core: { min: [0, 0], max: [100, 100] },
  levels: 1,
  layers: [testLayer()],
  lineTypes: [],
  styles: [testStyle()],
  fonts: [],
  images: [],
  viewports: [],
  lineFiles: [],
  fillFile: null,
  textFile: null,
  entityFile: 'entities.bin',
  propertyFiles: [],
  counts: { entities: 0, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 },
}

/** Creates a sheet as it is after loading, with a grid of one unit and everything on one visible layer. */
export function testSheet({ number = 0, info, lines = [], fills, texts, ...more }: TestSheet = {}): LoadedSheet {
  return {
    number,
    info: { ...testInfo, ...info },
    lines: lines.map(createLines),
    fills: fills === undefined ? null : createFills(fills, more.gradients ?? []),
    texts: texts === undefined ? null : createTexts(texts, more),
  }
}

const column = (values: readonly TestLine[], name: 'entity' | 'style' | 'level'): Uint32Array =>
  Uint32Array.from(values, (one) => one[name] ?? 0)

function toStarts(counts: readonly number[]): Uint32Array {
  const starts = Uint32Array.from([0, ...counts])
  for (let at = 1; at < starts.length; at++) starts[at] += starts[at - 1]
  return starts
}

const createLines = (lines: readonly TestLine[]): SheetLines => ({
  count: lines.length,
  entity: column(lines, 'entity'),
  style: column(lines, 'style'),
  level: column(lines, 'level'),
  closed: Uint8Array.from(lines, ({ closed }) => (closed === true ? 1 : 0)),
  start: toStarts(lines.map(({ points }) => points.length / 2)),
  points: Int32Array.from(lines.flatMap(({ points }) => points)),
})

function createFills(fills: readonly TestFill[], gradients: SheetFills['gradients']): SheetFills {
  const start = toStarts(fills.map(({ points }) => points.length / 2))
  const fan = (points: readonly number[]): number[] =>
    Array.from({ length: points.length / 2 - 2 }, (_, at) => [0, at + 1, at + 2]).flat()
  const indices = fills.map(({ points, indices: own = fan(points) }, at) => own.map((index) => index + start[at]))
  return {
    count: fills.length,
    entity: column(fills, 'entity'),
    style: column(fills, 'style'),
    level: column(fills, 'level'),
    start,
    points: Int32Array.from(fills.flatMap(({ points }) => points)),
    indexStart: toStarts(indices.map(({ length }) => length)),
    indices: Uint32Array.from(indices.flat()),
    gradients,
  }
}

function createTexts(
  texts: readonly Partial<SheetText>[],
  { glyphs = [], placedGlyphs = [] }: Pick<TestSheet, 'glyphs' | 'placedGlyphs'>,
): SheetTexts {
  return {
    glyphs,
    texts: texts.map((text) => ({
      entity: 0,
      style: 0,
      level: 0,
      origin: [0, 0],
      xAxis: [1, 0],
      yAxis: [0, 1],
      box: [0, 0, 10, 2],
      string: 'text',
      runs: [],
      ...text,
    })),
    glyph: Uint32Array.from(placedGlyphs, ([glyph]) => glyph),
    x: Int32Array.from(placedGlyphs, ([, x]) => x),
    y: Int32Array.from(placedGlyphs, ([, , y]) => y),
  }
}
