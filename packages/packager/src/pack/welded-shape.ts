import { computeDoubleArea } from '@kamar/mesh'
import { numberPositions, type ChunkMesh, type Positions } from '@kamar/package-format'

/**
 * Mesh as positions and triangles between them, independent of vertex splits by shading: two pipes of different length
 * have the same shape here even when rounding creased one of them.
 */
export interface WeldedShape {
  readonly mesh: ChunkMesh
  /** Position index per vertex of the mesh. */
  readonly positionByVertex: Uint32Array
  /** x y z per position, quantised. */
  readonly positions: Positions
  /** Position indices, three per triangle of level 0. */
  readonly indices: Uint32Array
  readonly hash: number
  /** Longest side, metres. */
  readonly size: number
}

/** Welds the vertices of a mesh into positions and triangles. */
export function weldShape(mesh: ChunkMesh): WeldedShape {
  const { positionByVertex, positionCount } = numberPositions(mesh.positions)
  const positions = new Uint16Array(positionCount * 3)
  for (let vertex = 0; vertex < positionByVertex.length; vertex++) {
    const position = positionByVertex[vertex] * 3
    positions[position] = mesh.positions[vertex * 3]
    positions[position + 1] = mesh.positions[vertex * 3 + 1]
    positions[position + 2] = mesh.positions[vertex * 3 + 2]
  }
  const { start, count } = mesh.levels[0]
  const indices = new Uint32Array(count)
  let hash = positionCount
  for (let at = 0; at < count; at++) {
    const position = positionByVertex[mesh.indices[start + at]]
    indices[at] = position
    hash = Math.imul(hash ^ position, 0x9e3779b1) ^ (hash >>> 15)
  }
  return { mesh, positionByVertex, positions, indices, hash: hash >>> 0, size: largest(positions) * mesh.step }
}

function largest(values: Uint16Array): number {
  let max = 0
  for (let at = 0; at < values.length; at++) if (values[at] > max) max = values[at]
  return max
}

const asItIs = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Computes the area in square metres of a shape's rounded positions under a matrix (column-major). */
export function computeArea({ indices, mesh, positions }: WeldedShape, linear: Float64Array = asItIs): number {
  const triangle = new Float64Array(9)
  let doubled = 0
  for (let at = 0; at < indices.length; at += 3) {
    for (let vertex = 0; vertex < 3; vertex++) {
      const position = indices[at + vertex] * 3
      const [x, y, z] = [positions[position], positions[position + 1], positions[position + 2]]
      for (let row = 0; row < 3; row++)
        triangle[vertex * 3 + row] = linear[row] * x + linear[3 + row] * y + linear[6 + row] * z
    }
    doubled += computeDoubleArea(triangle)
  }
  return (doubled / 2) * mesh.step * mesh.step
}

/** Returns whether two shapes have the same triangles over the same number of positions. */
export function haveSameTriangles(one: WeldedShape, other: WeldedShape): boolean {
  if (one.hash !== other.hash || one.positions.length !== other.positions.length) return false
  if (one.indices.length !== other.indices.length) return false
  for (let at = 0; at < one.indices.length; at++) if (one.indices[at] !== other.indices[at]) return false
  return true
}
