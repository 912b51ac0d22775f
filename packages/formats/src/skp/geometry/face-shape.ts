import { isCoordinate, normalized } from '@kamar/core/math'
import { newellNormal, triangulate, type ClipBudget, type PolygonFault } from '@kamar/mesh'
import type { EdgeUse, Face, Vertex } from '../model.js'

/** Reason why a face is not shown. */
export type FaceFault = PolygonFault | 'not-a-number' | 'loop-not-ended' | 'too-few-corners' | 'not-as-stated'

/** A face as triangles. */
export interface FaceShape {
  /** Vertices of all its loops. */
  readonly vertices: readonly Vertex[]
  /** Vertex indices, three per triangle, oriented as seen from the front. */
  readonly triangles: readonly number[]
}

/** Maximum distance in inches of a vertex from the common plane; SketchUp itself ignores a thousandth. */
const maxInchesFromPlane = 0.05

/** Returns the vertices of a loop in order; null where its edges are not a chain. */
function toRing(loop: readonly EdgeUse[]): Vertex[] | null {
  const ends = loop.map(({ edge, isForward }) => (isForward ? [edge.start, edge.end] : [edge.end, edge.start]))
  const isChain = ends.every(([, end], at) => end === ends[(at + 1) % ends.length][0])
  return isChain ? ends.map(([start]) => start) : null
}

/**
 * Returns whether all vertices are coplanar. Uses their own plane instead of the stored one: other writers store it
 * with the wrong sign of the distance, and SketchUp opens such files. The outline gives the normal; vertices without an
 * area count as flat.
 */
function isFlat(points: Float64Array, outlineLength: number): boolean {
  const [startX, startY, startZ] = points
  const relative = points.map((value, at) => value - [startX, startY, startZ][at % 3])
  const normal = normalized(newellNormal(relative.subarray(0, 3 * outlineLength)))
  if (normal === null) return true
  let [low, high] = [0, 0]
  for (let at = 0; at < relative.length; at += 3) {
    const height = normal[0] * relative[at] + normal[1] * relative[at + 1] + normal[2] * relative[at + 2]
    low = Math.min(low, height)
    high = Math.max(high, height)
  }
  return high - low <= 2 * maxInchesFromPlane
}

/** Computes twice the signed area of a triangle along a direction. */
function computeSignedArea([x, y, z]: readonly number[], points: Float64Array, [a, b, c]: readonly number[]): number {
  const side = (to: number, axis: number): number => points[3 * to + axis] - points[3 * a + axis]
  const across = (first: number, second: number): number =>
    side(b, first) * side(c, second) - side(b, second) * side(c, first)
  return x * across(1, 2) + y * across(2, 0) + z * across(0, 1)
}

/** Triangulates a face, or returns the reason why it cannot be shown; repairs nothing. */
export function triangulateFace(face: Face, budget: ClipBudget): FaceShape | FaceFault {
  const rings = face.loops.map(toRing)
  const vertices: Vertex[] = []
  const holes: number[] = []
  for (const [number, ring] of rings.entries()) {
    if (ring === null) return 'loop-not-ended'
    if (ring.length < 3) return 'too-few-corners'
    if (number > 0) holes.push(vertices.length)
    for (const vertex of ring) vertices.push(vertex)
  }
  if (vertices.length === 0) return 'too-few-corners'
  const points = Float64Array.from(vertices.flatMap(({ position }) => position))
  const front = face.plane.slice(0, 3)
  if (![...front, ...points].every(isCoordinate)) return 'not-a-number'
  if (!isFlat(points, holes[0] ?? vertices.length)) return 'not-as-stated'
  const triangles = triangulate(points, budget, holes)
  if (typeof triangles === 'string') return triangles
  let signedArea = 0
  for (let at = 0; at < triangles.length; at += 3)
    signedArea += computeSignedArea(front, points, triangles.slice(at, at + 3))
  return { vertices, triangles: signedArea < 0 ? triangles.toReversed() : triangles }
}
