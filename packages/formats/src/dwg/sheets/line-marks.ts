import type { SheetFontId } from '@kamar/core'
import type { LineType, LineTypeSegment, TextStyle } from '@kamar/codecs/drawing'
import { type ShxFont, drawShape } from '@kamar/codecs/fonts'

/** A text or shape that repeats along a line; lengths are in pattern units. */
export interface LineMark {
  /** Distance from the start of the pattern. */
  readonly along: number
  readonly offset: readonly [x: number, y: number]
  readonly rotation: number
  /** Does not rotate with the line. */
  readonly isAbsolute: boolean
  /** Never upside down. */
  readonly isUpright: boolean
  /** Text height, or the unit of a shape. */
  readonly size: number
  readonly text: string
  readonly font: SheetFontId | null
  /** Strokes of a shape, x y each. */
  readonly strokes: readonly (readonly number[])[]
}

/** The marks that a line type places along its lines. */
export interface LineMarks {
  /** Length of the pattern. */
  readonly every: number
  readonly marks: readonly LineMark[]
}

const half = Math.PI
const arcSteps = 12

/** Returns the points of a semicircle about a centre, from left to right. */
const halfCircle = (x: number, y: number, radius: number, side: number): number[] =>
  Array.from({ length: arcSteps + 1 }, (_, segment) => half - (segment / arcSteps) * half).flatMap((angle) => [
    x + radius * Math.cos(angle),
    y + side * radius * Math.sin(angle),
  ])

/**
 * The shapes of the standard line types (rails, zigzag, fences, insulation), which are in a file that ships with every
 * AutoCAD.
 */
const defaultShapes: Readonly<Record<number, readonly (readonly number[])[]>> = {
  130: [[0, 1, 0, -1]],
  131: [[0, 0, 1, 1, 2, 0]],
  132: [[0, 0, 0, 1, 2, 1, 2, -1, 0, -1, 0, 0]],
  133: [halfCircle(1, 0, 1, 1), halfCircle(1, 0, 1, -1)],
  134: [[0, 0, ...halfCircle(1, 2, 2, 1), ...halfCircle(3, -2, 2, -1), 4, 0]],
}

const defaultShapeFile = /(^|[\\/])ltypeshp(\.shx)?$/i

/** Sources of the texts and shapes of line types. */
export interface MarkSources {
  readonly font: (style: TextStyle) => SheetFontId
  /** Returns the shape file of a style; null where it is not available. */
  readonly symbols: (style: TextStyle) => ShxFont | null
}

/** Creates the texts and shapes of a line type; null where none can be drawn. */
export function createLineMarks({ segments }: LineType, sources: MarkSources): LineMarks | null {
  const marks: LineMark[] = []
  let every = 0
  for (const segment of segments) {
    every += Math.abs(segment.length)
    const content = createMarkContent(segment, sources)
    if (!content || !(segment.scale > 0)) continue
    const fixed = segment.style?.height ?? 0
    marks.push({
      ...content,
      along: every,
      offset: segment.offset,
      rotation: segment.rotation,
      isAbsolute: segment.isAbsolute,
      isUpright: segment.isUpright,
      size: content.text !== '' && fixed > 0 ? segment.scale * fixed : segment.scale,
    })
  }
  return marks.length > 0 && every > 0 && Number.isFinite(every) ? { every, marks } : null
}

function createMarkContent(
  { text, shapeNumber, style }: LineTypeSegment,
  sources: MarkSources,
): Pick<LineMark, 'text' | 'font' | 'strokes'> | null {
  if (text !== '') return { text, font: style && sources.font(style), strokes: [] }
  if (shapeNumber === 0) return null
  const isDefaultFile = !style || style.fileName === '' || defaultShapeFile.test(style.fileName)
  const defaultShape = isDefaultFile ? defaultShapes[shapeNumber] : undefined
  const file = style && !defaultShape ? sources.symbols(style) : null
  const strokes = defaultShape ?? (file && drawShape(file, shapeNumber)?.lines)
  return strokes ? { text: '', font: null, strokes } : null
}

/** A mark at its position on the sheet. */
export interface PlacedMark {
  readonly mark: LineMark
  readonly at: readonly [x: number, y: number]
  /** Directions along and across the mark, one pattern unit long. */
  readonly xAxis: readonly [number, number]
  readonly yAxis: readonly [number, number]
}

const maxMarks = 2000

/**
 * Places the marks along a line of the sheet (x y each); none on a line shorter than the pattern, or where there would
 * be too many.
 */
export function placeMarks(
  points: Float64Array,
  isClosed: boolean,
  pattern: LineMarks & { scale: number },
): PlacedMark[] {
  const { every, marks, scale } = pattern
  const vertices = isClosed ? [...points, points[0], points[1]] : points
  const lengths: number[] = [0]
  for (let at = 2; at < vertices.length; at += 2)
    lengths.push(
      lengths[lengths.length - 1] + Math.hypot(vertices[at] - vertices[at - 2], vertices[at + 1] - vertices[at - 1]),
    )
  const total = lengths[lengths.length - 1]
  const period = every * scale
  const count = Math.floor(total / period)
  if (!(period > 0) || count < 1 || count * marks.length > maxMarks) return []
  const placedMarks: PlacedMark[] = []
  let segment = 1
  for (let number = 0; number <= count; number++) {
    for (const mark of marks) {
      const distance = number * period + mark.along * scale
      if (distance > total) return placedMarks
      while (segment < lengths.length - 1 && lengths[segment] < distance) segment++
      placedMarks.push(placedAt(mark, scale, pointAlong(vertices, lengths, { segment, distance })))
    }
  }
  return placedMarks
}

interface PointAlong {
  readonly x: number
  readonly y: number
  readonly angle: number
}

function pointAlong(
  vertices: ArrayLike<number>,
  lengths: readonly number[],
  { segment, distance }: { readonly segment: number; readonly distance: number },
): PointAlong {
  const [ax, ay, bx, by] = [0, 1, 2, 3].map((offset) => vertices[2 * segment - 2 + offset])
  const length = lengths[segment] - lengths[segment - 1]
  const share = length > 0 ? (distance - lengths[segment - 1]) / length : 0
  return { x: ax + (bx - ax) * share, y: ay + (by - ay) * share, angle: Math.atan2(by - ay, bx - ax) }
}

function placedAt(mark: LineMark, scale: number, { x, y, angle }: PointAlong): PlacedMark {
  const isFlipped = mark.isUpright && Math.cos(angle) < -1e-9
  const along = isFlipped ? angle + half : angle
  const [cos, sin] = [Math.cos(along) * scale, Math.sin(along) * scale]
  // After a half turn, a mark is on the other side of its point along the line.
  const [dx, dy] = mark.offset
  const [u, v] = [cos * dx - sin * dy, sin * dx + cos * dy]
  const rotation = mark.isAbsolute ? mark.rotation : along + mark.rotation
  const size = scale * mark.size
  return {
    mark,
    at: [x + u, y + v],
    xAxis: [Math.cos(rotation) * size, Math.sin(rotation) * size],
    yAxis: [-Math.sin(rotation) * size, Math.cos(rotation) * size],
  }
}
