import { closestOnTriangle } from '../../../engine/geometry/closest-on-triangle.js'
import { add, computeLength, cross, dot, mix, scale, subtract } from '../../../engine/math/vector.js'
import type { Point } from '../../../engine/types.js'

/** A triangle: nine numbers from `at`. */
export interface TriangleAt {
  readonly triangles: Float64Array
  readonly at: number
}

/** The shortest segment between two shapes; equal ends where they touch or intersect. */
export interface ShortestSegment {
  readonly from: Point
  readonly to: Point
  /** Metres. */
  readonly length: number
}

/**
 * Computes the shortest segment between two triangles: it ends at a vertex of one of them, or on an edge of each, unless
 * an edge passes through the other triangle.
 */
export function computeTriangleDistance(one: TriangleAt, other: TriangleAt): ShortestSegment {
  let best: ShortestSegment = { from: [0, 0, 0], to: [0, 0, 0], length: Infinity }
  const improve = (from: Point, to: Point): void => {
    const length = computeLength(subtract(to, from))
    if (length < best.length) best = { from, to, length }
  }
  const [ownVertices, otherVertices] = [readVertices(one), readVertices(other)]
  for (const vertex of ownVertices) improve(vertex, closestOnTriangle(other.triangles, other.at, vertex))
  for (const vertex of otherVertices) improve(closestOnTriangle(one.triangles, one.at, vertex), vertex)
  for (const edge of listEdges(ownVertices))
    for (const otherEdge of listEdges(otherVertices)) improve(...connectSegments(edge, otherEdge))
  if (best.length === 0) return best
  const crossing = findCrossing(ownVertices, otherVertices) ?? findCrossing(otherVertices, ownVertices)
  return crossing === null ? best : { from: crossing, to: crossing, length: 0 }
}

type Vertices = readonly [Point, Point, Point]
type Segment = readonly [Point, Point]

function readVertices({ triangles, at }: TriangleAt): Vertices {
  const read = (from: number): Point => [triangles[from], triangles[from + 1], triangles[from + 2]]
  return [read(at), read(at + 3), read(at + 6)]
}

const listEdges = ([a, b, c]: Vertices): readonly Segment[] => [
  [a, b],
  [b, c],
  [c, a],
]

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Returns the ends of the shortest segment between two segments, which may be points. */
function connectSegments([a, b]: Segment, [c, d]: Segment): [Point, Point] {
  const [u, v, w] = [subtract(b, a), subtract(d, c), subtract(a, c)]
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)]
  const determinant = uu * vv - uv * uv
  // Parallel segments: any position on the first will do, the second one is clamped below.
  const start = determinant > 1e-12 * uu * vv ? clamp((uv * vw - vv * uw) / determinant) : 0
  const along = vv === 0 ? 0 : clamp((uv * start + vw) / vv)
  const back = uu === 0 ? 0 : clamp((uv * along - uw) / uu)
  return [mix(a, b, back), mix(c, d, along)]
}

/** Returns where an edge of the first triangle passes through the second; null if none does. */
function findCrossing(edges: Vertices, [a, b, c]: Vertices): Point | null {
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const normal = cross(u, v)
  for (const [from, to] of listEdges(edges)) {
    const direction = subtract(to, from)
    const slope = dot(normal, direction)
    if (slope === 0) continue
    const ratio = dot(normal, subtract(a, from)) / slope
    if (ratio < 0 || ratio > 1) continue
    const point = add(from, scale(direction, ratio))
    if (isInside(point, [a, b, c], normal)) return point
  }
  return null
}

const isInside = (point: Point, [a, b, c]: Vertices, normal: Point): boolean =>
  listEdges([a, b, c]).every(([from, to]) => dot(cross(subtract(to, from), subtract(point, from)), normal) >= 0)
