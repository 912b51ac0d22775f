import type {
  Arc,
  Circle,
  Ellipse,
  Line,
  LwPolyline,
  Point,
  Polyline,
  Polyline3D,
  Spline,
  Vertex,
} from '@node-projects/acad-ts'
import { Layer, VertexFlags } from '@node-projects/acad-ts'
import { ellipsePoints, splinePoints } from '../curves.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import {
  arcPoints,
  bulgeArc,
  polylinePoints,
  objectAxes,
  sweepBetween,
  listVertices,
  type BulgeVertex,
  type Points,
} from '../geometry.js'
import { pointMark } from '../point-marks.js'

/** Draws a LINE. */
export function drawLine(line: Line, context: InsertContext, drawing: SheetDrawing): void {
  const { startPoint: a, endPoint: b } = line
  drawing.line([a.x, a.y, a.z, b.x, b.y, b.z], context, { appearance: drawing.appearance(line, context) })
}

/** Draws a POINT: a dot, or the mark that the drawing sets for all points, at the same size in blocks as elsewhere. */
export function drawPoint(point: Point, context: InsertContext, drawing: SheetDrawing): void {
  const { x, y, z } = point.location
  const appearance = drawing.appearance(point, context)
  // Definition points of dimensions are dots, whatever the point style is.
  const isMeasured = point.layer.name.toLowerCase() === Layer.defpointsName.toLowerCase()
  const { mode, size } = drawing.pointStyle
  const marks = isMeasured ? null : pointMark({ mode, size: size / context.scale }, [x, y, z])
  for (const mark of marks ?? [[x, y, z]]) drawing.line(mark, context, { appearance })
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
export function drawSpline(spline: Spline, context: InsertContext, drawing: SheetDrawing): void {
  const points = splinePoints(spline)
  if (points) drawing.line(points, context, { appearance: drawing.appearance(spline, context) })
  else drawing.skip(spline, 'not-read')
}

/** A vertex with the widths of the segment after it. */
interface WideVertex extends BulgeVertex {
  readonly startWidth: number
  readonly endWidth: number
}

/** Draws an LWPOLYLINE. */
export function drawLwPolyline(polyline: LwPolyline, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, constantWidth, elevation, isClosed, normal } = polyline
  const wideVertices = vertices.map(({ location, bulge, startWidth, endWidth }) => ({
    x: location.x,
    y: location.y,
    bulge,
    startWidth: startWidth || constantWidth,
    endWidth: endWidth || constantWidth,
  }))
  const appearance = drawing.appearance(polyline, context)
  drawWidePolyline(wideVertices, within(context, objectAxes(normal)), { drawing, appearance, elevation, isClosed })
}

const isFrame = (vertex: Vertex): boolean => (vertex.flags & VertexFlags.SplineFrameControlPoint) !== 0

/** Draws a 2D POLYLINE; the control vertices of a smoothed one are omitted. */
export function drawPolyline2d(polyline: Polyline, context: InsertContext, drawing: SheetDrawing): void {
  const vertices = listVertices(polyline).filter((vertex) => !isFrame(vertex))
  const wideVertices = vertices.map(({ location, bulge, startWidth, endWidth }) => ({
    x: location.x,
    y: location.y,
    bulge,
    startWidth: startWidth || polyline.startWidth,
    endWidth: endWidth || polyline.endWidth,
  }))
  const appearance = drawing.appearance(polyline, context)
  const elevation = polyline.elevation || (vertices[0]?.location.z ?? 0)
  const options = { drawing, appearance, elevation, isClosed: polyline.isClosed }
  drawWidePolyline(wideVertices, within(context, objectAxes(polyline.normal)), options)
}

/** Draws a 3D POLYLINE. */
export function drawPolyline3d(polyline: Polyline3D, context: InsertContext, drawing: SheetDrawing): void {
  const points = listVertices(polyline)
    .filter((vertex) => !isFrame(vertex))
    .flatMap(({ location: { x, y, z } }) => [x, y, z])
  drawing.line(points, context, { appearance: drawing.appearance(polyline, context), isClosed: polyline.isClosed })
}

interface PolylineOptions {
  readonly drawing: SheetDrawing
  readonly appearance: ReturnType<SheetDrawing['appearance']>
  readonly elevation: number
  readonly isClosed: boolean
}

/** Draws a line of constant width or, where the width varies, an area per segment. */
function drawWidePolyline(wideVertices: readonly WideVertex[], context: InsertContext, options: PolylineOptions): void {
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
function taperedSegmentOutline(from: WideVertex, to: { x: number; y: number }, z: number): Points {
  const arc = bulgeArc(from, to)
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
