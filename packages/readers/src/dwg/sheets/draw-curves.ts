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
import { ellipsePoints, splinePoints } from './curves.js'
import { within, type Place, type SheetDrawing } from './drawing.js'
import {
  arcPoints,
  bulgeArc,
  cornerPoints,
  objectAxes,
  sweepBetween,
  verticesOf,
  type BulgeCorner,
  type Points,
} from './geometry.js'
import { pointMark } from './point-marks.js'

/** Draws a LINE. */
export function drawLine(line: Line, place: Place, drawing: SheetDrawing): void {
  const { startPoint: a, endPoint: b } = line
  drawing.line([a.x, a.y, a.z, b.x, b.y, b.z], place, { look: drawing.look(line, place) })
}

/** Draws a POINT: a dot, or the mark that the drawing sets for all of them, as large in blocks as anywhere. */
export function drawPoint(point: Point, place: Place, drawing: SheetDrawing): void {
  const { x, y, z } = point.location
  const look = drawing.look(point, place)
  // The points that a dimension measures are dots whatever the others look like.
  const isMeasured = point.layer.name.toLowerCase() === Layer.defpointsName.toLowerCase()
  const { mode, size } = drawing.pointStyle
  const marks = isMeasured ? null : pointMark({ mode, size: size / place.scale }, [x, y, z])
  for (const mark of marks ?? [[x, y, z]]) drawing.line(mark, place, { look })
}

/** Draws a CIRCLE. */
export function drawCircle(circle: Circle, place: Place, drawing: SheetDrawing): void {
  const points = arcPoints({ center: circle.center, radius: circle.radius, start: 0, sweep: 2 * Math.PI }).slice(0, -3)
  drawing.line(points, within(place, objectAxes(circle.normal)), { look: drawing.look(circle, place), isClosed: true })
}

/** Draws an ARC. */
export function drawArc(arc: Arc, place: Place, drawing: SheetDrawing): void {
  const sweep = sweepBetween(arc.startAngle, arc.endAngle)
  const points = arcPoints({ center: arc.center, radius: arc.radius, start: arc.startAngle, sweep })
  drawing.line(points, within(place, objectAxes(arc.normal)), { look: drawing.look(arc, place) })
}

/** Draws an ELLIPSE. */
export function drawEllipse(ellipse: Ellipse, place: Place, drawing: SheetDrawing): void {
  const { points, isClosed } = ellipsePoints(ellipse)
  drawing.line(points, place, { look: drawing.look(ellipse, place), isClosed })
}

/** Draws a SPLINE. */
export function drawSpline(spline: Spline, place: Place, drawing: SheetDrawing): void {
  const points = splinePoints(spline)
  if (points) drawing.line(points, place, { look: drawing.look(spline, place) })
  else drawing.skip(spline, 'not-read')
}

/** A corner with the widths of the piece behind it. */
interface WideCorner extends BulgeCorner {
  readonly startWidth: number
  readonly endWidth: number
}

/** Draws an LWPOLYLINE. */
export function drawLwPolyline(polyline: LwPolyline, place: Place, drawing: SheetDrawing): void {
  const { vertices, constantWidth, elevation, isClosed, normal } = polyline
  const corners = vertices.map(({ location, bulge, startWidth, endWidth }) => ({
    x: location.x,
    y: location.y,
    bulge,
    startWidth: startWidth || constantWidth,
    endWidth: endWidth || constantWidth,
  }))
  const look = drawing.look(polyline, place)
  drawCorners(corners, within(place, objectAxes(normal)), { drawing, look, elevation, isClosed })
}

const isFrame = (vertex: Vertex): boolean => (vertex.flags & VertexFlags.SplineFrameControlPoint) !== 0

/** Draws a POLYLINE of the plane; corners of the frame of a smoothed one are left out. */
export function drawPolyline2d(polyline: Polyline, place: Place, drawing: SheetDrawing): void {
  const vertices = verticesOf(polyline).filter((vertex) => !isFrame(vertex))
  const corners = vertices.map(({ location, bulge, startWidth, endWidth }) => ({
    x: location.x,
    y: location.y,
    bulge,
    startWidth: startWidth || polyline.startWidth,
    endWidth: endWidth || polyline.endWidth,
  }))
  const look = drawing.look(polyline, place)
  const elevation = polyline.elevation || (vertices[0]?.location.z ?? 0)
  const options = { drawing, look, elevation, isClosed: polyline.isClosed }
  drawCorners(corners, within(place, objectAxes(polyline.normal)), options)
}

/** Draws a POLYLINE in space. */
export function drawPolyline3d(polyline: Polyline3D, place: Place, drawing: SheetDrawing): void {
  const points = verticesOf(polyline)
    .filter((vertex) => !isFrame(vertex))
    .flatMap(({ location: { x, y, z } }) => [x, y, z])
  drawing.line(points, place, { look: drawing.look(polyline, place), isClosed: polyline.isClosed })
}

interface CornerOptions {
  readonly drawing: SheetDrawing
  readonly look: ReturnType<SheetDrawing['look']>
  readonly elevation: number
  readonly isClosed: boolean
}

/** A line of one width, or, where the width changes, an area per piece. */
function drawCorners(corners: readonly WideCorner[], place: Place, options: CornerOptions): void {
  const { drawing, look, elevation, isClosed } = options
  const [first] = corners
  if (!first) return
  const pieces = isClosed ? corners : corners.slice(0, -1)
  const isEven = pieces.every(
    ({ startWidth, endWidth }) => startWidth === first.startWidth && endWidth === first.startWidth,
  )
  if (isEven) {
    const width = pieces.length > 0 ? first.startWidth : 0
    drawing.line(cornerPoints(corners, elevation, isClosed), place, { look, isClosed, width })
    return
  }
  pieces.forEach((corner, at) => {
    const next = corners[(at + 1) % corners.length]
    const ring = taperedPiece(corner, next, elevation)
    if (corner.startWidth > 0 || corner.endWidth > 0) drawing.area([ring], place, { look })
    else drawing.line([...cornerPoints([corner, next], elevation, false)], place, { look })
  })
}

/** The outline of a piece whose width changes along it. */
function taperedPiece(from: WideCorner, to: { x: number; y: number }, z: number): Points {
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
