import type { Point } from '../types.js'
import { add, cross, dot, scale, subtract } from '../math/vector.js'

/** Returns the point of a triangle (nine numbers from `at`) nearest to `point`. */
export function closestOnTriangle(triangles: ArrayLike<number>, at: number, point: Point): Point {
  const readVertex = (side: number): Point => [triangles[at + side], triangles[at + side + 1], triangles[at + side + 2]]
  const vertices = [readVertex(0), readVertex(3), readVertex(6)] as const
  return (
    footOnFace(vertices, point) ??
    vertices
      .map((one, side) => closestOnSegment(one, vertices[(side + 1) % 3], point))
      .reduce((best, other) => (squared(other, point) < squared(best, point) ? other : best))
  )
}

/** Returns the foot of the perpendicular on the face; null if it lies outside. */
function footOnFace([a, b, c]: readonly [Point, Point, Point], point: Point): Point | null {
  const normal = cross(subtract(b, a), subtract(c, a))
  const size = dot(normal, normal)
  if (size === 0) return null
  const isInside = (one: Point, other: Point): boolean =>
    dot(cross(subtract(other, one), subtract(point, one)), normal) >= 0
  if (!isInside(a, b) || !isInside(b, c) || !isInside(c, a)) return null
  return add(point, scale(normal, dot(subtract(a, point), normal) / size))
}

function closestOnSegment(a: Point, b: Point, point: Point): Point {
  const along = subtract(b, a)
  const length = dot(along, along)
  const share = length === 0 ? 0 : dot(subtract(point, a), along) / length
  return add(a, scale(along, Math.min(1, Math.max(0, share))))
}

const squared = (a: Point, b: Point): number => {
  const between = subtract(a, b)
  return dot(between, between)
}
