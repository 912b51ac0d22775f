import {
  BoundaryPathFlags,
  type Hatch,
  HatchBoundaryPathArc,
  type HatchBoundaryPathEdge,
  HatchBoundaryPathEllipse,
  HatchBoundaryPathLine,
  HatchBoundaryPathPolyline,
  HatchBoundaryPathSpline,
  HatchStyleType,
} from '@node-projects/acad-ts'
import { isSpline } from '@kamar/core/math'
import { sampled } from './curves.js'
import { computeArea, arcPoints, polylinePoints, sweepBetween, type Points } from './geometry.js'

/** Computes the rings that a hatch fills, in its plane at its elevation; even-odd. */
export function hatchRings(hatch: Hatch): Points[] {
  const paths = hatch.paths
    .map(({ edges, flags }) => ({ ring: edges.flatMap((edge) => edgePoints(edge, hatch.elevation)), flags }))
    .filter(({ ring, flags }) => ring.length >= 9 && (flags & BoundaryPathFlags.Duplicate) === 0)
  if (hatch.style === HatchStyleType.Normal || paths.length < 2) return paths.map(({ ring }) => ring)
  return hatch.style === HatchStyleType.Outer ? outerRings(paths) : outlines(paths)
}

interface Path {
  readonly ring: Points
  readonly flags: number
}

/** Returns the outline and its direct islands. */
function outerRings(paths: readonly Path[]): Points[] {
  const outerFlags = BoundaryPathFlags.External | BoundaryPathFlags.Outermost | BoundaryPathFlags.Textbox
  const outerPaths = paths.filter(({ flags }) => (flags & outerFlags) !== 0)
  return (outerPaths.length > 0 ? outerPaths : paths).map(({ ring }) => ring)
}

/** Returns only the outlines: islands are filled over. */
function outlines(paths: readonly Path[]): Points[] {
  const external = paths.filter(({ flags }) => (flags & BoundaryPathFlags.External) !== 0)
  if (external.length > 0) return external.map(({ ring }) => ring)
  const largest = paths.reduce((best, path) => (computeArea(path.ring) > computeArea(best.ring) ? path : best))
  return [largest.ring]
}

function edgePoints(edge: HatchBoundaryPathEdge, z: number): Points {
  if (edge instanceof HatchBoundaryPathPolyline) {
    // The z coordinate of a vertex is its bulge.
    const bulgeVertices = edge.vertices.map(({ x, y, z: bulge }) => ({ x, y, bulge }))
    return polylinePoints(bulgeVertices, z, true)
  }
  if (edge instanceof HatchBoundaryPathLine) return [edge.start.x, edge.start.y, z, edge.end.x, edge.end.y, z]
  if (edge instanceof HatchBoundaryPathArc) return arcEdge(edge, z)
  if (edge instanceof HatchBoundaryPathEllipse) return ellipseEdge(edge, z)
  return edge instanceof HatchBoundaryPathSpline ? splineEdge(edge, z) : []
}

/** Computes the sweep; a clockwise edge states the angles of its mirror image. */
function toSweep(edge: HatchBoundaryPathArc | HatchBoundaryPathEllipse): { start: number; sweep: number } {
  const sweep = sweepBetween(edge.startAngle, edge.endAngle)
  return edge.counterClockWise ? { start: edge.startAngle, sweep } : { start: -edge.startAngle, sweep: -sweep }
}

function arcEdge(edge: HatchBoundaryPathArc, z: number): Points {
  const { center, radius } = edge
  return arcPoints({ center: { x: center.x, y: center.y, z }, radius, ...toSweep(edge) })
}

function ellipseEdge(edge: HatchBoundaryPathEllipse, z: number): Points {
  const { center, majorAxisEndPoint: major, minorToMajorRatio: ratio } = edge
  const unit = arcPoints({ center: { x: 0, y: 0, z }, radius: 1, ...toSweep(edge) })
  const points: Points = []
  for (let at = 0; at < unit.length; at += 3) {
    const [u, v] = [unit[at], unit[at + 1] * ratio]
    points.push(center.x + u * major.x - v * major.y, center.y + u * major.y + v * major.x, z)
  }
  return points
}

function splineEdge(edge: HatchBoundaryPathSpline, z: number): Points {
  const { degree, knots, controlPoints, isRational } = edge
  // The z coordinate of a control point is its weight.
  const spline = {
    degree,
    knots,
    points: controlPoints.map(({ x, y }) => [x, y, 0]),
    ...(isRational ? { weights: controlPoints.map((point) => point.z) } : {}),
  }
  const points = isSpline(spline) ? sampled(spline) : controlPoints.flatMap(({ x, y }) => [x, y, 0])
  for (let at = 2; at < points.length; at += 3) points[at] = z
  return points
}
