import earcut from 'earcut'
import { sweepArea, type Ring, type Triangles } from './sweep-area.js'

/** Ear clipping takes quadratic time in the worst case: areas with more vertices are swept. */
const maxVertices = 50_000
/** Maximum relative difference between the areas of triangles and ring: above it, the ring intersects itself. */
const maxDeviation = 1e-6
const noTriangles: Triangles = { points: new Float64Array(0), indices: new Uint32Array(0) }

/**
 * Fills rings by the even-odd rule: rings within an odd number of others are holes of the smallest one containing them,
 * and those within an even number are outer rings. Rings that intersect themselves or each other are swept, unless they
 * are outlines of a glyph, whose strokes may overlap. Null when there are too many vertices.
 */
export function triangulateArea(rings: readonly Ring[], isLetter = false): Triangles | null {
  const usable = rings.filter((ring) => ring.length >= 6 && hasArea(computeBounds(ring)))
  const vertexCount = usable.reduce((sum, ring) => sum + ring.length / 2, 0)
  if (usable.length === 0) return noTriangles
  if (vertexCount > maxVertices) return sweepArea(usable)
  const groups = usable.length === 1 ? [[usable[0]]] : groupRings(usable)
  const parts: Triangles[] = []
  for (const group of groups) {
    const part = clip(group, isLetter) ?? sweepArea(group)
    if (part === null) return null
    parts.push(part)
  }
  const triangles = joined(parts)
  return !isLetter && haveOverlappingBoxes(groups) ? verifyArea(triangles, usable) : triangles
}

/** Returns the triangles of rings if they have the area of the even-odd rule, otherwise those of a sweep. */
function verifyArea(triangles: Triangles, rings: readonly Ring[]): Triangles {
  const swept = sweepArea(rings)
  if (swept === null) return triangles
  const [area, sweptArea] = [triangles, swept].map(({ points, indices }) => areaOfTriangles(points, indices))
  return Math.abs(area - sweptArea) > maxDeviation * area ? swept : triangles
}

/** Returns whether boxes of outer rings overlap: then the rings may cross. */
function haveOverlappingBoxes(groups: readonly (readonly Ring[])[]): boolean {
  const boxes = groups.map(([outer]) => computeBounds(outer))
  return boxes.some((one, at) =>
    boxes.some(
      (other, before) =>
        before < at &&
        Math.max(one[0], other[0]) < Math.min(one[2], other[2]) &&
        Math.max(one[1], other[1]) < Math.min(one[3], other[3]),
    ),
  )
}

const hasArea = ([left, bottom, right, top]: RingBox): boolean => right > left && top > bottom

/** Groups each outer ring with its holes. */
function groupRings(rings: readonly Ring[]): Ring[][] {
  const boxes = rings.map((ring) => computeBounds(ring))
  const holders = rings.map((ring, number) =>
    rings.flatMap((other, candidate) =>
      candidate !== number && boxContains(boxes[candidate], boxes[number]) && containsRing(other, ring)
        ? [candidate]
        : [],
    ),
  )
  const groups = new Map<number, Ring[]>()
  rings.forEach((ring, number) => {
    if (holders[number].length % 2 === 0) groups.set(number, [ring])
  })
  rings.forEach((ring, number) => {
    if (holders[number].length % 2 === 0) return
    const inner = holders[number].reduce((best, one) => (holders[one].length > holders[best].length ? one : best))
    groups.get(inner)?.push(ring)
  })
  return [...groups.values()]
}

/**
 * Triangulates a group by ear clipping; null when rings intersect themselves: their triangles have another area. Holes
 * that extend beyond the outer ring may have the expected area all the same.
 */
function clip(group: readonly Ring[], isLetter: boolean): Triangles | null {
  const flat: number[] = []
  const holes: number[] = []
  for (const ring of group) {
    if (flat.length > 0) holes.push(flat.length / 2)
    for (let at = 0; at < ring.length; at++) flat.push(ring[at])
  }
  const indices = Uint32Array.from(earcut(flat, holes, 2))
  if (isLetter) return { points: Float64Array.from(flat), indices }
  const expectedArea = group.reduce((sum, ring, at) => sum + (at === 0 ? 1 : -1) * Math.abs(computeArea(ring)), 0)
  const box = computeBounds(group[0])
  const boxArea = (box[2] - box[0]) * (box[3] - box[1])
  if (Math.abs(areaOfTriangles(flat, indices) - expectedArea) > maxDeviation * boxArea) return null
  const triangles = { points: Float64Array.from(flat), indices }
  const [outer, ...inner] = group
  return inner.every((hole) => containsVertices(outer, hole)) ? triangles : verifyArea(triangles, group)
}

function containsVertices(outer: Ring, inner: Ring): boolean {
  for (let at = 0; at < inner.length; at += 2) if (!ringContains(outer, inner[at], inner[at + 1])) return false
  return true
}

/** Computes twice the area, as for rings. */
function areaOfTriangles(points: ArrayLike<number>, indices: Uint32Array): number {
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] * 2, indices[at + 1] * 2, indices[at + 2] * 2]
    const [ux, uy] = [points[b] - points[a], points[b + 1] - points[a + 1]]
    area += Math.abs(ux * (points[c + 1] - points[a + 1]) - uy * (points[c] - points[a]))
  }
  return area
}

function joined(parts: readonly Triangles[]): Triangles {
  const points = new Float64Array(parts.reduce((sum, part) => sum + part.points.length, 0))
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0))
  let [point, index] = [0, 0]
  for (const part of parts) {
    points.set(part.points, point)
    indices.set(
      part.indices.map((vertex) => vertex + point / 2),
      index,
    )
    point += part.points.length
    index += part.indices.length
  }
  return { points, indices }
}

function computeArea(ring: Ring): number {
  let area = 0
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
    area += (ring[before] - ring[0]) * (ring[at + 1] - ring[1]) - (ring[at] - ring[0]) * (ring[before + 1] - ring[1])
  return area
}

type RingBox = readonly [number, number, number, number]

function computeBounds(ring: Ring): RingBox {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < ring.length; at += 2) {
    box[0] = Math.min(box[0], ring[at])
    box[1] = Math.min(box[1], ring[at + 1])
    box[2] = Math.max(box[2], ring[at])
    box[3] = Math.max(box[3], ring[at + 1])
  }
  return box
}

const boxContains = (outer: RingBox, inner: RingBox): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]

/** Returns whether the midpoint of the first edge of `inner` is inside `outer`. */
function containsRing(outer: Ring, inner: Ring): boolean {
  return ringContains(outer, (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2)
}

/** Returns whether a point is inside a ring. */
export function ringContains(ring: Ring, x: number, y: number): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const above = ring[at + 1] > y
    if (above === ring[before + 1] > y) continue
    const share = (y - ring[at + 1]) / (ring[before + 1] - ring[at + 1])
    if (x < ring[at] + share * (ring[before] - ring[at])) inside = !inside
  }
  return inside
}
