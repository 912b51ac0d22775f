import type { LinesInput } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import type { Point, RhinoCurve } from '../archive/kernel-types.js'

/** Minimum segments examined per span, however straight it seems. */
const initialSegments = 4
const maxBisectionDepth = 6
/** Maximum distance of a line from its curve, relative to the curve's length. */
const tolerance = 5e-4
const maxSpans = 20_000

/** Converts a curve to a polyline in metres relative to its first point; null when its points are not finite. */
export function curveLines(
  curve: RhinoCurve,
  metres: number,
): { readonly lines: LinesInput; readonly origin: readonly [number, number, number] } | null {
  const points = curvePoints(curve)
  if (points.length < 2 || !points.every((point) => point.every(isCoordinate))) return null
  const origin: [number, number, number] = [points[0][0] * metres, points[0][1] * metres, points[0][2] * metres]
  const positions = Float32Array.from(
    points.flatMap((point) => point.map((value, axis) => value * metres - origin[axis])),
  )
  const indices = Uint32Array.from({ length: 2 * (points.length - 1) }, (_, at) => (at >> 1) + (at & 1))
  return { lines: { positions, indices }, origin }
}

/** Returns points along a curve whose connecting lines are within tolerance, in the file's unit. */
export function curvePoints(curve: RhinoCurve): readonly Point[] {
  const polyline = curve.isPolyline() ? curve.tryGetPolyline() : null
  if (!polyline) return sampled(curve)
  const points = Array.from({ length: polyline.count }, (_, index) => polyline.get(index))
  polyline.delete()
  return points
}

function sampled(curve: RhinoCurve): readonly Point[] {
  const [start, end] = curve.domain
  const segmentCount = Math.min(maxSpans, Math.max(1, curve.spanCount)) * initialSegments
  const parameters = Array.from(
    { length: segmentCount + 1 },
    (_, segment) => start + ((end - start) * segment) / segmentCount,
  )
  const rough = parameters.map((parameter) => curve.pointAt(parameter))
  const length = rough.reduce((sum, point, at) => sum + (at > 0 ? distance(point, rough[at - 1]) : 0), 0)
  const points: Point[] = [rough[0]]
  const halve = (from: Sample, to: Sample, depth: number): void => {
    const midParameter = (from.parameter + to.parameter) / 2
    const point = curve.pointAt(midParameter)
    if (depth < maxBisectionDepth && distance(point, between(from.point, to.point)) > tolerance * length) {
      halve(from, { parameter: midParameter, point }, depth + 1)
      halve({ parameter: midParameter, point }, to, depth + 1)
    } else points.push(to.point)
  }
  for (let segment = 0; segment < segmentCount; segment++) {
    const [from, to] = [segment, segment + 1].map((at) => ({ parameter: parameters[at], point: rough[at] }))
    halve(from, to, 0)
  }
  return points
}

interface Sample {
  readonly parameter: number
  readonly point: Point
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
