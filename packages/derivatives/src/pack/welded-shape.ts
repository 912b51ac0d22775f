import { doubleAreaOf } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { placeNumbers, type Places } from '@kamar/view-package'

/**
 * A mesh seen as places and triangles between them, without how shading splits its vertices: two pipes of different
 * length are the same shape here even when rounding put a crease into one of them.
 */
export interface WeldedShape {
  readonly mesh: PreparedMesh
  /** Place number per vertex of the mesh. */
  readonly placeOf: Uint32Array
  /** x y z per place, quantised. */
  readonly places: Places
  /** Place numbers, three per triangle of level 0. */
  readonly corners: Uint32Array
  readonly hash: number
  /** Largest side, metres. */
  readonly size: number
}

/** Takes a mesh apart into places and triangles between them. */
export function weldShape(mesh: PreparedMesh): WeldedShape {
  const { placeOf, placeCount } = placeNumbers(mesh.positions)
  const places = new Uint16Array(placeCount * 3)
  for (let vertex = 0; vertex < placeOf.length; vertex++) {
    const place = placeOf[vertex] * 3
    places[place] = mesh.positions[vertex * 3]
    places[place + 1] = mesh.positions[vertex * 3 + 1]
    places[place + 2] = mesh.positions[vertex * 3 + 2]
  }
  const { start, count } = mesh.levels[0]
  const corners = new Uint32Array(count)
  let hash = placeCount
  for (let at = 0; at < count; at++) {
    const place = placeOf[mesh.indices[start + at]]
    corners[at] = place
    hash = Math.imul(hash ^ place, 0x9e3779b1) ^ (hash >>> 15)
  }
  return { mesh, placeOf, places, corners, hash: hash >>> 0, size: largest(places) * mesh.step }
}

function largest(values: Uint16Array): number {
  let most = 0
  for (let at = 0; at < values.length; at++) if (values[at] > most) most = values[at]
  return most
}

const asItIs = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Square metres of a shape's rounded places under a matrix (column-major). */
export function areaOf({ corners, mesh, places }: WeldedShape, linear: Float64Array = asItIs): number {
  const triangle = new Float64Array(9)
  let doubled = 0
  for (let at = 0; at < corners.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const place = corners[at + corner] * 3
      const [x, y, z] = [places[place], places[place + 1], places[place + 2]]
      for (let row = 0; row < 3; row++)
        triangle[corner * 3 + row] = linear[row] * x + linear[3 + row] * y + linear[6 + row] * z
    }
    doubled += doubleAreaOf(triangle)
  }
  return (doubled / 2) * mesh.step * mesh.step
}

/** Whether two shapes have the same triangles over the same number of places. */
export function haveSameTriangles(one: WeldedShape, other: WeldedShape): boolean {
  if (one.hash !== other.hash || one.places.length !== other.places.length) return false
  if (one.corners.length !== other.corners.length) return false
  for (let at = 0; at < one.corners.length; at++) if (one.corners[at] !== other.corners[at]) return false
  return true
}
