import type { Block, Dimension, DimensionMeasurement, DimensionStyle } from '@kamar/codecs/drawing'
import { add, dot, mix, normalized, scale, subtract, computeLength, type Vector } from '@kamar/core/math'
import { measureDimension, toDirection } from '../dimension-measures.js'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { arcPoints, objectAxes, sweepBetween, transformed, type Points } from '../geometry.js'
import { drawArrow } from './draw-arrows.js'
import { maxBlockDepth } from './draw-inserts.js'
import { drawProxy } from './draw-proxies.js'
import { drawPlainText } from './draw-texts.js'

/** Draws a DIMENSION by its block, by its definition points, or else by the graphics saved with it. */
export function drawDimension(dimension: Dimension, context: InsertContext, drawing: SheetDrawing): void {
  const { block } = dimension
  if (block && drawing.shared.source.countEntities(block) > 0) drawBlock(dimension, block, { context, drawing })
  else if (!drawMeasurement(dimension, { context, drawing }) && !drawProxy(dimension, context, drawing))
    drawing.skip(dimension, 'block-missing')
}

interface Target {
  readonly context: InsertContext
  readonly drawing: SheetDrawing
}

function drawBlock(dimension: Dimension, block: Block, { context, drawing }: Target): void {
  if (context.depth >= maxBlockDepth || context.around?.includes(block)) return
  const appearance = drawing.appearance(dimension, context)
  const inherited = drawing.resources.inherited(dimension, context.block, appearance)
  const around = [...(context.around ?? []), block]
  const inner = { ...context, block: inherited, depth: context.depth + 1, around }
  for (const entity of drawing.shared.source.entities(block)) drawing.draw(entity, inner)
}

/** Lines, arrows and text of a dimension. */
interface DimensionShape {
  readonly lines: readonly Points[]
  /** Tips, and points towards which their arrows widen. */
  readonly arrows: readonly (readonly [tip: Vector, towards: Vector])[]
  readonly text: string
  readonly textPoint: Vector
  readonly textDirection: Vector
}

const defaultStyle = { scale: 1, arrowSize: 2.5, textHeight: 2.5, decimalPlaces: 2, lengthFactor: 1, textStyle: null }

/** Draws a dimension without a block; false for kinds and measurements that cannot be drawn. */
function drawMeasurement(dimension: Dimension, { context, drawing }: Target): boolean {
  const { style, measurement } = dimension
  const sizes = style ?? defaultStyle
  const shape = computeShape(measurement, toTextPoint(dimension), sizes)
  if (!shape) return false
  const factor = sizes.scale > 0 ? sizes.scale : 1
  const appearance = drawing.appearance(dimension, context)
  for (const line of shape.lines) drawing.line(line, context, { appearance })
  for (const [tip, towards] of shape.arrows)
    drawArrow(tip, towards, { size: sizes.arrowSize * factor, appearance, context, drawing })
  const height = sizes.textHeight * factor
  const value = dimension.text === '' ? shape.text : dimension.text.replaceAll('<>', shape.text)
  if (!sizes.textStyle || !(height > 0) || value.trim() === '') return true
  // Texts are not upside down.
  const xAxis = shape.textDirection[0] < -1e-9 ? scale(shape.textDirection, -1) : shape.textDirection
  const placement = { anchor: shape.textPoint, xAxis, yAxis: [-xAxis[1], xAxis[0], 0] } as const
  const options = { ...placement, horizontal: 'center', vertical: 'middle' } as const
  drawPlainText({ value, height, style: sizes.textStyle, appearance }, options, context, drawing)
  return true
}

/** Returns the point of the text; null where the dimension states none. */
function toTextPoint({ textMiddlePoint, normal }: Dimension): Vector | null {
  return computeLength(textMiddlePoint) > 0 ? transformed(objectAxes(normal), ...textMiddlePoint) : null
}

type Sizes = Pick<DimensionStyle, 'decimalPlaces' | 'lengthFactor'>

function computeShape(
  measurement: DimensionMeasurement,
  textPoint: Vector | null,
  { decimalPlaces, lengthFactor }: Sizes,
): DimensionShape | null {
  const digits = Math.min(Math.max(decimalPlaces, 0), 8)
  if (measurement.kind === 'angular') return computeAngularShape(measurement, textPoint, digits)
  const length = measureDimension(measurement)
  if (length === null || !(length > 0) || !Number.isFinite(length)) return null
  const text = (length * (lengthFactor || 1)).toFixed(digits)
  switch (measurement.kind) {
    case 'linear':
      return computeLinearShape(measurement, toDirection(measurement.rotation), { text, textPoint })
    case 'aligned': {
      const direction = normalized(subtract(measurement.second, measurement.first))
      return direction && computeLinearShape(measurement, direction, { text, textPoint })
    }
    case 'radius':
    case 'diameter':
      return computeChordShape(measurement, text, textPoint)
    case 'ordinate': {
      const { feature, end, isX } = measurement
      const textDirection: Vector = isX ? [0, 1, 0] : [1, 0, 0]
      return { lines: [[...feature, ...end]], arrows: [], text, textPoint: textPoint ?? end, textDirection }
    }
    default:
      return null
  }
}

type TextContent = Pick<DimensionShape, 'text'> & { readonly textPoint: Vector | null }

function computeLinearShape(
  { first, second, line }: Extract<DimensionMeasurement, { kind: 'linear' | 'aligned' }>,
  direction: Vector,
  { text, textPoint }: TextContent,
): DimensionShape {
  const across: Vector = [-direction[1], direction[0], 0]
  const toLine = (point: Vector): Vector => add(point, scale(across, dot(subtract(line, point), across)))
  const [start, end] = [toLine(first), toLine(second)]
  return {
    lines: [
      [...first, ...start],
      [...second, ...end],
      [...start, ...end],
    ],
    arrows: [
      [start, end],
      [end, start],
    ],
    text,
    textPoint: textPoint ?? mix(start, end, 0.5),
    textDirection: direction,
  }
}

function computeChordShape(
  { kind, center, chord }: Extract<DimensionMeasurement, { kind: 'radius' | 'diameter' }>,
  length: string,
  textPoint: Vector | null,
): DimensionShape {
  const isRadius = kind === 'radius'
  return {
    lines: [[...center, ...chord]],
    arrows: isRadius
      ? [[chord, center]]
      : [
          [chord, center],
          [center, chord],
        ],
    text: `${isRadius ? 'R' : 'Ø'}${length}`,
    textPoint: textPoint ?? mix(center, chord, 0.5),
    textDirection: normalized(subtract(chord, center)) ?? [1, 0, 0],
  }
}

const degrees = 180 / Math.PI

/** Computes the arc between the sides of an angle, at the distance of its text. */
function computeAngularShape(
  { vertex, first, second }: Extract<DimensionMeasurement, { kind: 'angular' }>,
  textPoint: Vector | null,
  digits: number,
): DimensionShape | null {
  const toAngle = (point: Vector): number => Math.atan2(point[1] - vertex[1], point[0] - vertex[0])
  const radius = computeLength(subtract(textPoint ?? first, vertex))
  const [from, to] = [toAngle(first), toAngle(second)]
  if (!(radius > 0) || !Number.isFinite(from + to)) return null
  const sweep = sweepBetween(from, to)
  // The text is within the angle that is measured: the one from the first side, or the one from the second.
  const isForward = textPoint ? sweepBetween(from, toAngle(textPoint)) <= sweep : sweep <= Math.PI
  const arc = isForward ? { start: from, sweep } : { start: to, sweep: 2 * Math.PI - sweep }
  const points = arcPoints({ center: vertex, radius, ...arc })
  const pointAt = (at: number): Vector => [points[at], points[at + 1], points[at + 2]]
  const last = points.length - 3
  return {
    lines: [points],
    arrows: [
      [pointAt(0), pointAt(3)],
      [pointAt(last), pointAt(last - 3)],
    ],
    text: `${Number((arc.sweep * degrees).toFixed(digits))}°`,
    textPoint: textPoint ?? pointAt(3 * Math.floor(points.length / 6)),
    textDirection: [1, 0, 0],
  }
}
