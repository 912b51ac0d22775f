import type {
  Arc,
  Circle,
  Ellipse,
  Line,
  PointEntity,
  Polyline,
  Polyline3d,
  PolylineVertex,
  SplineEntity,
} from '@kamar/codecs/drawing'
import { ellipsePoints, splinePoints } from '../curves.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { arcPoints, bulgeArc, polylinePoints, objectAxes, sweepBetween, type Points } from '../geometry.js'
import { pointMark } from '../point-marks.js'

/** Draws a LINE. */
export function drawLine(line: Line, context: InsertContext, drawing: SheetDrawing): void {
  drawing.line([...line.start, ...line.end], context, { appearance: drawing.appearance(line, context) })
}

/** Layer of the definition points of dimensions. */
const definitionLayer = 'defpoints'

/** Draws a POINT: a dot, or the mark that the drawing sets for all points, at the same size in blocks as elsewhere. */
export function drawPoint(point: PointEntity, context: InsertContext, drawing: SheetDrawing): void {
  const appearance = drawing.appearance(point, context)
  // Definition points of dimensions are dots, whatever the point style is.
  const isMeasured = point.layer.name.toLowerCase() === definitionLayer
  const { mode, size } = drawing.pointStyle
  const marks = isMeasured ? null : pointMark({ mode, size: size / context.scale }, point.location)
  for (const mark of marks ?? [[...point.location]]) drawing.line(mark, context, { appearance })
}

/** Draws a CIRCLE. */
export function drawCircle(circle: Circle, context: InsertContext, drawing: SheetDrawing): void {
  const points = arcPoints({ center: circle.center, radius: circle.radius, start: 0, sweep: 2 * Math.PI }).slice(0, -3)
  drawing.line(points, within(context, objectAxes(circle.normal)), {
    appearance: drawing.appearance(circle, context),
    isClosed: true,
  })
}

/** Draws an ARC. */
export function drawArc(arc: Arc, context: InsertContext, drawing: SheetDrawing): void {
  const sweep = sweepBetween(arc.startAngle, arc.endAngle)
  const points = arcPoints({ center: arc.center, radius: arc.radius, start: arc.startAngle, sweep })
  drawing.line(points, within(context, objectAxes(arc.normal)), { appearance: drawing.appearance(arc, context) })
}

/** Draws an ELLIPSE. */
export function drawEllipse(ellipse: Ellipse, context: InsertContext, drawing: SheetDrawing): void {
  const { points, isClosed } = ellipsePoints(ellipse)
  drawing.line(points, context, { appearance: drawing.appearance(ellipse, context), isClosed })
}

/** Draws a SPLINE. */
export function drawSpline(spline: SplineEntity, context: InsertContext, drawing: SheetDrawing): void {
  const points = splinePoints(spline)
  if (points) drawing.line(points, context, { appearance: drawing.appearance(spline, context) })
  else drawing.skip(spline, 'not-read')
}

/** Draws a polyline in its plane. */
export function drawPolyline(polyline: Polyline, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, elevation, isClosed, normal } = polyline
  const appearance = drawing.appearance(polyline, context)
  drawWidePolyline(vertices, within(context, objectAxes(normal)), { drawing, appearance, elevation, isClosed })
}

/** Draws a 3D POLYLINE. */
export function drawPolyline3d(polyline: Polyline3d, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, isClosed } = polyline
  drawing.line(vertices.flat(), context, { appearance: drawing.appearance(polyline, context), isClosed })
}

interface PolylineOptions {
  readonly drawing: SheetDrawing
  readonly appearance: ReturnType<SheetDrawing['appearance']>
  readonly elevation: number
  readonly isClosed: boolean
}

/** Draws a line of constant width or, where the width varies, an area per segment. */
function drawWidePolyline(
  wideVertices: readonly PolylineVertex[],
  context: InsertContext,
  options: PolylineOptions,
): void {
  const { drawing, appearance, elevation, isClosed } = options
  const [first] = wideVertices
  if (!first) return
  const segments = isClosed ? wideVertices : wideVertices.slice(0, -1)
  const isEven = segments.every(
    ({ startWidth, endWidth }) => startWidth === first.startWidth && endWidth === first.startWidth,
  )
  if (isEven) {
    const width = segments.length > 0 ? first.startWidth : 0
    drawing.line(polylinePoints(wideVertices, elevation, isClosed), context, { appearance, isClosed, width })
    return
  }
  segments.forEach((vertex, at) => {
    const next = wideVertices[(at + 1) % wideVertices.length]
    const ring = taperedSegmentOutline(vertex, next, elevation)
    if (vertex.startWidth > 0 || vertex.endWidth > 0) drawing.area([ring], context, { appearance })
    else drawing.line([...polylinePoints([vertex, next], elevation, false)], context, { appearance })
  })
}

/** Computes the outline of a segment whose width varies along it. */
function taperedSegmentOutline(from: PolylineVertex, to: { x: number; y: number }, z: number): Points {
  const arc = bulgeArc(from, to, z)
  const spine = arc ? arcPoints(arc) : [from.x, from.y, z, to.x, to.y, z]
  const count = spine.length / 3
  const [left, right]: [Points, Points] = [[], []]
  for (let at = 0; at < count; at++) {
    const [before, after] = [Math.max(at - 1, 0), Math.min(at + 1, count - 1)]
    const [dx, dy] = [spine[3 * after] - spine[3 * before], spine[3 * after + 1] - spine[3 * before + 1]]
    const length = Math.hypot(dx, dy) || 1
    const half = (from.startWidth + ((from.endWidth - from.startWidth) * at) / (count - 1)) / 2
    const [nx, ny] = [(-dy / length) * half, (dx / length) * half]
    left.push(spine[3 * at] + nx, spine[3 * at + 1] + ny, z)
    right.unshift(spine[3 * at] - nx, spine[3 * at + 1] - ny, z)
  }
  return [...left, ...right]
}
