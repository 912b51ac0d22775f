import { arrowhead, textShape, type FlatTriangles } from '@kamar/codecs/glyphs'
import type { Point, RhinoPlane } from '../archive/kernel-types.js'
import type { TextAlignment } from '../archive/object-bytes.js'
import { arrowheadKind } from './arrowhead-kind.js'
import type { Drawing } from './drawing.js'
import { inPlane, inSpace, rotatePoint, type PlanePoint } from './flat-plane.js'

/** Sizes of an annotation in the file's unit: its style combined with its own overrides. */
export interface AnnotationStyle {
  readonly textHeight: number
  readonly textGap: number
  readonly arrowLength: number
  /** Numbers of the library's `ArrowheadTypes` at the first and second end. */
  readonly arrows: readonly [number, number]
  readonly leaderArrow: number
  readonly leaderArrowLength: number
  /** Length of extension lines beyond the dimension line, and their gap to the measured points. */
  readonly extension: number
  readonly extensionOffset: number
  /** Factor applied to measured lengths. */
  readonly lengthFactor: number
}

/** Measurement of a dimension, by its points. */
export type Measure =
  | { readonly kind: 'linear'; readonly points: Readonly<Record<LinearPoint, Point>> }
  | { readonly kind: 'angular'; readonly points: Readonly<Record<LinearPoint | 'center', Point>> }
  | {
      readonly kind: 'radius' | 'diameter'
      readonly points: Readonly<Record<'center' | 'radius' | 'knee' | 'text', Point>>
    }
  | {
      readonly kind: 'ordinate'
      readonly points: Readonly<Record<'base' | 'from' | 'kink1' | 'kink2' | 'text', Point>>
    }
type LinearPoint = 'from1' | 'from2' | 'arrow1' | 'arrow2' | 'line' | 'text'

/** Annotation as read from the file. */
export interface Annotation {
  readonly plane: RhinoPlane
  readonly style: AnnotationStyle
  readonly text: string
  /** Radians, in the plane. */
  readonly rotation: number
}

/** Placeholder of the measured value in a dimension's text. */
const measured = '<>'
const arcSegments = 32

/** Draws a text at the origin of its plane. */
export function textDrawing(
  { plane, style, text: label, rotation }: Annotation,
  placement: TextAlignment | null,
): Drawing {
  const { width = 0, ...justified } = placement ?? { horizontal: 'left', vertical: 'top' }
  const shape = textShape(label, { height: style.textHeight, ...justified, ...(width > 0 && { width }) })
  return { plane, fills: shape === null ? [] : [rotateShape(shape, rotation)], lines: [] }
}

/** Draws a line with an arrow at its first point and text at its last one. */
export function leaderDrawing({ plane, style, text: label }: Annotation, points: readonly Point[]): Drawing {
  const flat = points.map((point) => inPlane(plane, point))
  if (flat.length < 2) return { plane, fills: [], lines: [] }
  const [tip, next] = flat
  const [before, end] = flat.slice(-2)
  const isLeftward = end[0] < before[0]
  const arrow = arrowhead(arrowheadKind(style.leaderArrow), { tip, from: next, length: style.leaderArrowLength })
  const text = textShape(label, {
    height: style.textHeight,
    horizontal: isLeftward ? 'right' : 'left',
    vertical: 'middle',
  })
  const gap = isLeftward ? -style.textGap : style.textGap
  const fills = [...arrow.fills, ...(text === null ? [] : [translate(text, [end[0] + gap, end[1]])])]
  return {
    plane,
    fills,
    lines: [points, ...arrow.lines.map((line) => line.map((placement) => inSpace(plane, placement)))],
  }
}

/** Draws a dimension: extension lines, dimension line or arc, arrows and the measured value. */
export function dimensionDrawing(annotation: Annotation, measure: Measure): Drawing {
  const { plane, style } = annotation
  const flat = Object.fromEntries(
    Object.entries(measure.points).map(([name, point]) => [name, inPlane(plane, point)]),
  ) as Readonly<Record<string, PlanePoint>>
  const { lines, arrows, value, text } = partsOf[measure.kind](flat, style)
  const heads = arrows.map(({ type, ...placement }) =>
    arrowhead(arrowheadKind(type), { ...placement, length: style.arrowLength }),
  )
  const label = annotation.text.trim() === '' ? value : annotation.text.replaceAll(measured, value)
  const shape = textShape(label, { height: style.textHeight, horizontal: 'center', vertical: 'bottom' })
  const raised: PlanePoint = [text[0], text[1] + style.textGap]
  return {
    plane,
    fills: [...heads.flatMap(({ fills }) => fills), ...(shape === null ? [] : [translate(shape, raised)])],
    lines: [...lines, ...heads.flatMap((arrow) => arrow.lines)].map((line) =>
      line.map((placement) => inSpace(plane, placement)),
    ),
  }
}

interface Parts {
  readonly lines: readonly (readonly PlanePoint[])[]
  readonly arrows: readonly { readonly type: number; readonly tip: PlanePoint; readonly from: PlanePoint }[]
  readonly value: string
  readonly text: PlanePoint
}

type PartsMaker = (points: Readonly<Record<string, PlanePoint>>, style: AnnotationStyle) => Parts

const partsOf: Readonly<Record<Measure['kind'], PartsMaker>> = {
  linear: ({ from1, from2, arrow1, arrow2, text }, style) => ({
    lines: [[arrow1, arrow2], extensionLine(from1, arrow1, style), extensionLine(from2, arrow2, style)],
    arrows: arrowsBetween(style, [arrow1, arrow2], [arrow2, arrow1]),
    value: lengthText(distance(arrow1, arrow2), style),
    text,
  }),
  angular: ({ center, from1, from2, arrow1, arrow2, line, text }, style) => {
    const arc = arcThrough(center, [arrow1, line, arrow2])
    const angle = Math.abs(arc.sweep) * (180 / Math.PI)
    return {
      lines: [arc.points, extensionLine(from1, arrow1, style), extensionLine(from2, arrow2, style)],
      arrows: arrowsBetween(style, [arrow1, arrow2], [arc.points[1], arc.points[arc.points.length - 2]]),
      value: `${rounded(angle)}°`,
      text,
    }
  },
  radius: ({ center, radius, knee, text }, style) => ({
    lines: [[radius, knee, text]],
    arrows: [{ type: style.arrows[0], tip: radius, from: knee }],
    value: `R${lengthText(distance(center, radius), style)}`,
    text,
  }),
  diameter: ({ center, radius, knee, text }, style) => ({
    lines: [[radius, knee, text]],
    arrows: [{ type: style.arrows[0], tip: radius, from: knee }],
    value: `Ø${lengthText(2 * distance(center, radius), style)}`,
    text,
  }),
  ordinate: ({ base, from, kink1, kink2, text }, style) => {
    // A vertical leader shows the horizontal ordinate, a horizontal one the vertical.
    const runsUp = Math.abs(text[1] - from[1]) > Math.abs(text[0] - from[0])
    const value = runsUp ? from[0] - base[0] : from[1] - base[1]
    return { lines: [[from, kink1, kink2, text]], arrows: [], value: lengthText(Math.abs(value), style), text }
  },
}

const distance = ([ax, ay]: PlanePoint, [bx, by]: PlanePoint): number => Math.hypot(bx - ax, by - ay)

/** Two decimal places: the library does not expose the style's own precision. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100)
const lengthText = (length: number, { lengthFactor }: AnnotationStyle): string => rounded(length * lengthFactor)

function arrowsBetween(
  { arrows }: AnnotationStyle,
  tips: readonly [PlanePoint, PlanePoint],
  from: readonly [PlanePoint, PlanePoint],
) {
  return tips.map((tip, end) => ({ type: arrows[end] ?? 0, tip, from: from[end] }))
}

/** Returns a line from near the measured point to beyond the dimension line. */
function extensionLine(
  from: PlanePoint,
  to: PlanePoint,
  { extension, extensionOffset }: AnnotationStyle,
): readonly PlanePoint[] {
  const length = distance(from, to)
  if (length <= extensionOffset) return []
  const along = (metres: number): PlanePoint => [
    from[0] + ((to[0] - from[0]) * metres) / length,
    from[1] + ((to[1] - from[1]) * metres) / length,
  ]
  return [along(extensionOffset), along(length + extension)]
}

/** Returns the arc about a centre from the first to the third point, through the second. */
function arcThrough(center: PlanePoint, [first, by, last]: readonly [PlanePoint, PlanePoint, PlanePoint]) {
  const computeAngle = ([x, y]: PlanePoint): number => Math.atan2(y - center[1], x - center[0])
  const computeSweep = (from: number, to: number): number =>
    (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const start = computeAngle(first)
  const fullSweep = computeSweep(start, computeAngle(last))
  const sweep = computeSweep(start, computeAngle(by)) <= fullSweep ? fullSweep : fullSweep - 2 * Math.PI
  const points = Array.from({ length: arcSegments + 1 }, (_, segment) =>
    rotatePoint(first, (sweep * segment) / arcSegments, center),
  )
  return { points, sweep }
}

const translate = (shape: FlatTriangles, [x, y]: PlanePoint): FlatTriangles => ({
  ...shape,
  positions: shape.positions.map((value, at) => value + (at % 2 === 0 ? x : y)),
})

function rotateShape(shape: FlatTriangles, angle: number): FlatTriangles {
  if (angle === 0) return shape
  const positions = new Float32Array(shape.positions.length)
  for (let at = 0; at < positions.length; at += 2)
    positions.set(rotatePoint([shape.positions[at], shape.positions[at + 1]], angle), at)
  return { ...shape, positions }
}
