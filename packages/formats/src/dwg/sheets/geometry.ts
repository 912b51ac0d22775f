import type { Point2 } from '@kamar/codecs/drawing'
import { arcSegments } from '@kamar/core'
import { cross, identityMatrix, normalized, type Matrix, type Vector } from '@kamar/core/math'

/** Points as x y z each, in drawing units. */
export type Points = number[]

/**
 * Limit of a normal's x and y for the choice of the x axis: below it the normal counts as world z (the rule of object
 * coordinate systems).
 */
const nearPole = 1 / 64
const straightBulge = 1e-9

/** Computes the axes of an object coordinate system from its normal. */
export function objectAxes(direction: Vector): Matrix {
  const [x, y, z] = direction
  if (x === 0 && y === 0 && z > 0) return identityMatrix
  const normal = normalized(direction) ?? [0, 0, 1]
  const up: Vector = Math.abs(normal[0]) < nearPole && Math.abs(normal[1]) < nearPole ? [0, 1, 0] : [0, 0, 1]
  const across = normalized(cross(up, normal)) ?? [1, 0, 0]
  return Float64Array.of(...across, ...cross(normal, across), ...normal, 0, 0, 0)
}

/** Returns the corners of a rectangle from two opposite ones. */
export const toRectangle = ([left, bottom]: Point2, [right, top]: Point2): readonly Point2[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
]

/** Transforms a point by a matrix. */
export function transformed(matrix: Matrix, x: number, y: number, z: number): Vector {
  return [
    matrix[0] * x + matrix[3] * y + matrix[6] * z + matrix[9],
    matrix[1] * x + matrix[4] * y + matrix[7] * z + matrix[10],
    matrix[2] * x + matrix[5] * y + matrix[8] * z + matrix[11],
  ]
}

/** Transforms a direction by a matrix. */
export function transformDirection(matrix: Matrix, [x, y, z]: Vector): Vector {
  return [
    matrix[0] * x + matrix[3] * y + matrix[6] * z,
    matrix[1] * x + matrix[4] * y + matrix[7] * z,
    matrix[2] * x + matrix[5] * y + matrix[8] * z,
  ]
}

/** Computes the length scale of a matrix, from its x axis. */
export const computeScale = (matrix: Matrix): number => Math.hypot(matrix[0], matrix[1], matrix[2])

/** An arc about a centre, in its plane. */
export interface ArcShape {
  readonly center: Vector
  readonly radius: number
  readonly start: number
  readonly sweep: number
}

/** Computes the points of an arc, both ends included. */
export function arcPoints({ center: [x, y, z], radius, start, sweep }: ArcShape): Points {
  const segmentCount = arcSegments(sweep)
  const points: Points = []
  for (let segment = 0; segment <= segmentCount; segment++) {
    const angle = start + (sweep * segment) / segmentCount
    points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z)
  }
  return points
}

/** Returns the angle from start to end, counter-clockwise, above 0. */
export function sweepBetween(start: number, end: number): number {
  const fullTurn = 2 * Math.PI
  const sweep = (((end - start) % fullTurn) + fullTurn) % fullTurn
  return sweep < 1e-9 ? fullTurn : sweep
}

/** A vertex of a polyline with the bulge of the segment after it. */
export interface BulgeVertex {
  readonly x: number
  readonly y: number
  readonly bulge: number
}

/** Returns the points from a vertex to the next one, excluding the latter. */
function segmentPoints(from: BulgeVertex, to: { x: number; y: number }, z: number): Points {
  const arc = bulgeArc(from, to, z)
  return arc ? arcPoints(arc).slice(0, -3) : [from.x, from.y, z]
}

/** Computes the arc of a bulge, the tangent of a quarter of its angle. Null for a straight segment. */
export function bulgeArc(from: BulgeVertex, to: { x: number; y: number }, z = 0): ArcShape | null {
  const { bulge } = from
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const chord = Math.hypot(dx, dy)
  if (!(Math.abs(bulge) > straightBulge) || !Number.isFinite(bulge) || !(chord > 0)) return null
  const height = (1 - bulge * bulge) / (4 * bulge)
  const [x, y] = [(from.x + to.x) / 2 - dy * height, (from.y + to.y) / 2 + dx * height]
  const radius = (chord * (1 + bulge * bulge)) / (4 * Math.abs(bulge))
  return { center: [x, y, z], radius, start: Math.atan2(from.y - y, from.x - x), sweep: 4 * Math.atan(bulge) }
}

/** Computes the points of a polyline; closed ones do not repeat the first. */
export function polylinePoints(vertices: readonly BulgeVertex[], z: number, isClosed: boolean): Points {
  const points: Points = []
  vertices.forEach((vertex, at) => {
    const next = vertices[at + 1] ?? (isClosed ? vertices[0] : undefined)
    for (const value of next ? segmentPoints(vertex, next, z) : [vertex.x, vertex.y, z]) points.push(value)
  })
  return points
}

/** Computes the length of a polyline. */
export function computeLength(points: Points, isClosed: boolean): number {
  let length = 0
  for (let at = 3; at < points.length; at += 3)
    length += Math.hypot(points[at] - points[at - 3], points[at + 1] - points[at - 2], points[at + 2] - points[at - 1])
  const last = points.length - 3
  if (isClosed && last > 0)
    length += Math.hypot(points[0] - points[last], points[1] - points[last + 1], points[2] - points[last + 2])
  return length
}

/** Computes the length and the enclosed area of a polyline, with exact arcs instead of their chords. */
export function measurePolyline(vertices: readonly BulgeVertex[], isClosed: boolean): { length: number; area: number } {
  let [length, twice] = [0, 0]
  vertices.forEach((vertex, at) => {
    const next = vertices[(at + 1) % vertices.length]
    twice += vertex.x * next.y - next.x * vertex.y
    if (at === vertices.length - 1 && !isClosed) return
    const arc = bulgeArc(vertex, next)
    length += arc ? arc.radius * Math.abs(arc.sweep) : Math.hypot(next.x - vertex.x, next.y - vertex.y)
    // Adds the area between an arc and its chord.
    if (arc) twice += arc.radius ** 2 * (arc.sweep - Math.sin(arc.sweep))
  })
  return { length, area: Math.abs(twice) / 2 }
}

/** Computes the area within a polyline, seen from above. */
export function computeArea(points: Points): number {
  let twice = 0
  for (let at = 0; at < points.length; at += 3) {
    const next = (at + 3) % points.length
    twice += points[at] * points[next + 1] - points[next] * points[at + 1]
  }
  return Math.abs(twice) / 2
}
