import earcut, { refine } from 'earcut'

/**
 * Maximum number of vertices of a concave polygon; larger ones are omitted. Ear clipping takes quadratic time on
 * self-intersecting scribbles:
 * 0.4 s for 5000 vertices, 3.9 s for 20,000 (a regular outline of 20,000 takes 0.1 s).
 */
export const maxConcaveVertices = 6000
/** Edge flips for better-shaped triangles are worthwhile for hand-drawn polygons. */
const maxRefinedVertices = 2000

/** Remaining budget for ear clipping, in squared vertex counts; shared by all polygons of a file. */
export interface ClipBudget {
  left: number
}

/** Creates a budget of about half a minute at worst. A regular file of the largest size does not approach it. */
export const newClipBudget = (): ClipBudget => ({ left: 2e9 })

/** Reason why a polygon has no triangles. */
export type PolygonFault = 'no-area' | 'polygon-too-complex'

type Vector = readonly [x: number, y: number, z: number]

/**
 * Computes Newell's normal: twice the area, towards the side from which the vertices run counter-clockwise; valid for
 * any polygon.
 */
export function newellNormal(points: Float64Array): Vector {
  let [x, y, z] = [0, 0, 0]
  for (let current = 0, before = points.length - 3; current < points.length; before = current, current += 3) {
    x += (points[before + 1] - points[current + 1]) * (points[before + 2] + points[current + 2])
    y += (points[before + 2] - points[current + 2]) * (points[before] + points[current])
    z += (points[before] - points[current]) * (points[before + 1] + points[current + 1])
  }
  return [x, y, z]
}

/** Drops the dominant axis of the normal and keeps the orientation. */
function project(points: Float64Array, [x, y, z]: Vector): Float64Array {
  const [sizeX, sizeY, sizeZ] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  const dropped = sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2
  const first = (dropped + 1) % 3
  const second = (dropped + 2) % 3
  const sign = [x, y, z][dropped] < 0 ? -1 : 1
  const flat = new Float64Array((points.length / 3) * 2)
  for (let vertex = 0; vertex < flat.length / 2; vertex++) {
    flat[2 * vertex] = sign * points[3 * vertex + first]
    flat[2 * vertex + 1] = points[3 * vertex + second]
  }
  return flat
}

/** Computes twice the signed area of the triangle of three vertices. */
function computeOrientation(flat: Float64Array, a: number, b: number, c: number): number {
  const [ax, ay] = [flat[2 * a], flat[2 * a + 1]]
  return (flat[2 * b] - ax) * (flat[2 * c + 1] - ay) - (flat[2 * b + 1] - ay) * (flat[2 * c] - ax)
}

/**
 * Returns whether a polygon never turns right and goes around once: a pentagram never turns right either, but goes
 * around twice.
 */
function isConvex(flat: Float64Array): boolean {
  const count = flat.length / 2
  let changes = 0
  let lastDirection = 0
  for (let vertex = 0; vertex < count; vertex++) {
    const next = (vertex + 1) % count
    if (computeOrientation(flat, vertex, next, (vertex + 2) % count) < 0) return false
    const direction = Math.sign(flat[2 * next] - flat[2 * vertex])
    if (direction === 0) continue
    if (lastDirection !== 0 && direction !== lastDirection) changes++
    lastDirection = direction
  }
  return changes <= 2
}

function fan(count: number): number[] {
  const triangles: number[] = []
  for (let vertex = 2; vertex < count; vertex++) triangles.push(0, vertex - 1, vertex)
  return triangles
}

/** Splits a quad along its first diagonal, unless a reflex vertex requires the other one. */
function splitQuad(flat: Float64Array): number[] {
  const isReflex = (vertex: number): boolean => computeOrientation(flat, (vertex + 3) % 4, vertex, (vertex + 1) % 4) < 0
  return isReflex(1) || isReflex(3) ? [1, 2, 3, 1, 3, 0] : [0, 1, 2, 0, 2, 3]
}

function clipEars(flat: Float64Array, holes: readonly number[]): number[] {
  const triangles = earcut(flat, [...holes])
  if (flat.length / 2 <= maxRefinedVertices) refine(triangles, flat)
  const [a = 0, b = 0, c = 0] = triangles
  // The library normalises the orientation of outlines; restore that of the file.
  if (triangles.length > 0 && computeOrientation(flat, a, b, c) < 0) triangles.reverse()
  return triangles
}

/**
 * Triangulates a polygon in space; returns vertex indices, three per triangle, in the polygon's orientation. `points`
 * holds x y z per vertex: the outline, then its holes, each beginning at a vertex index in `holes`. Non-planar polygons
 * are first projected along the outline's mean normal.
 */
export function triangulate(
  points: Float64Array,
  budget: ClipBudget,
  holes: readonly number[] = [],
): number[] | PolygonFault {
  const count = points.length / 3
  const normal = newellNormal(points.subarray(0, (holes[0] ?? count) * 3))
  if (!(Math.hypot(...normal) > 0)) return 'no-area'
  const flat = project(points, normal)
  if (holes.length === 0) {
    if (count === 4) return splitQuad(flat)
    if (isConvex(flat)) return fan(count)
  }
  budget.left -= count ** 2
  if (count > maxConcaveVertices || budget.left < 0) return 'polygon-too-complex'
  const triangles = clipEars(flat, holes)
  return triangles.length > 0 ? triangles : 'no-area'
}
