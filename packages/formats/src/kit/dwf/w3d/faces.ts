import earcut from 'earcut'

/** Triangles, and the face of each. */
export interface FaceTriangles {
  readonly triangles: Uint32Array
  readonly faces: Uint32Array
  readonly faceCount: number
}

/** Maximum number of vertices per face, as ear clipping takes quadratic time; larger faces are omitted. */
const maxPolygonVertices = 20_000

/**
 * Triangulates alternating counts and vertices. A negative count is a hole in the preceding face or, among strips, a
 * fan.
 */
export function faceTriangles(list: Int32Array, points: Float32Array, areStrips: boolean): FaceTriangles {
  const triangles: number[] = []
  const faces: number[] = []
  const vertices = points.length / 3
  let face = -1
  let rings: Int32Array[] = []
  const finish = (): void => {
    const triangleIndices = rings.length > 0 ? polygonTriangles(rings, points) : []
    for (const index of triangleIndices) triangles.push(index)
    for (let at = 0; at < triangleIndices.length; at += 3) faces.push(face)
    rings = []
  }
  for (let at = 0; at < list.length;) {
    const count = list[at]
    const indices = list.subarray(at + 1, at + 1 + Math.abs(count))
    at += 1 + Math.abs(count)
    const isUsable = indices.length >= 3 && indices.every((index) => index >= 0 && index < vertices)
    if (!areStrips) {
      if (count > 0) {
        finish()
        face++
      }
      // Holes of an omitted face are omitted with it.
      if (isUsable && (count > 0 || rings.length > 0)) rings.push(indices)
      continue
    }
    if (!isUsable) continue
    for (let index = 2; index < indices.length; index++) {
      const isFlipped = count > 0 && index % 2 === 1
      const [a, b] = count > 0 ? [indices[index - 2], indices[index - 1]] : [indices[0], indices[index - 1]]
      triangles.push(...(isFlipped ? [b, a] : [a, b]), indices[index])
      faces.push(++face)
    }
  }
  finish()
  return { triangles: Uint32Array.from(triangles), faces: Uint32Array.from(faces), faceCount: face + 1 }
}

function polygonTriangles(rings: readonly Int32Array[], points: Float32Array): number[] {
  const [outer] = rings
  if (rings.length === 1 && outer.length === 3) return [...outer]
  const indices = rings.flatMap((ring) => [...ring])
  if (indices.length > maxPolygonVertices) return []
  const [x, y, isFlipped] = plane(outer, points)
  const flat = indices.flatMap((index) => [points[3 * index + x], points[3 * index + y]])
  let start = outer.length
  const holes = rings.slice(1).map((ring) => {
    const from = start
    start += ring.length
    return from
  })
  const triangleIndices = earcut(flat, holes)
  const isResultFlipped = computeArea(triangleIndices, flat) < 0
  const result: number[] = []
  for (let at = 0; at < triangleIndices.length; at += 3) {
    const [a, b, c] = [indices[triangleIndices[at]], indices[triangleIndices[at + 1]], indices[triangleIndices[at + 2]]]
    result.push(...(isFlipped === isResultFlipped ? [a, b, c] : [a, c, b]))
  }
  return result
}

/** Computes twice the area of triangles, negative when they run clockwise. */
function computeArea(triangles: readonly number[], flat: readonly number[]): number {
  let area = 0
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = triangles.slice(at, at + 3).map((index) => 2 * index)
    area += (flat[b] - flat[a]) * (flat[c + 1] - flat[a + 1]) - (flat[b + 1] - flat[a + 1]) * (flat[c] - flat[a])
  }
  return area
}

/** Returns the axes of a ring's largest projection, and whether it runs clockwise there. */
function plane(ring: Int32Array, points: Float32Array): [number, number, boolean] {
  const normal = [0, 0, 0]
  ring.forEach((index, at) => {
    const next = ring[(at + 1) % ring.length]
    for (let axis = 0; axis < 3; axis++) {
      const [y, z] = [(axis + 1) % 3, (axis + 2) % 3]
      normal[axis] += points[3 * index + y] * points[3 * next + z] - points[3 * index + z] * points[3 * next + y]
    }
  })
  const sizes = normal.map((value) => Math.abs(value))
  const axis = sizes.indexOf(Math.max(...sizes))
  return [(axis + 1) % 3, (axis + 2) % 3, normal[axis] < 0]
}
