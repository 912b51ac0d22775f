import { malformed } from '../container/container-layout.js'

/**
 * The common part of similar shapes: a pipe of another length has the same triangles, edges and seams. A chunk stores
 * each topology once; its geometries refer to one and add their positions.
 */
export interface Topology {
  readonly vertexCount: number
  readonly positionCount: number
  /** Position number per vertex: vertices that differ only in normal or colour share a position. */
  readonly positionByVertex: Uint32Array
  /** Vertex numbers, three per triangle, levels 0, 1, 2 concatenated. */
  readonly indices: Uint32Array
  /** Number of indices of levels 0, 1, 2. */
  readonly levelCounts: readonly [number, number, number]
  /** Vertex pairs. */
  readonly edges: Uint32Array
}

/**
 * Encodes edges as bits on the half-edges of level 0: bit k of triangle t says that corner k of t and its next corner
 * are an edge. Null if the edges are not in that order, as with lines; then they are stored as pairs.
 */
export function edgeBits(edges: Uint32Array, indices: Uint32Array, level0IndexCount: number): Uint8Array | null {
  const bits = new Uint8Array(level0IndexCount / 3)
  let next = 0
  for (let index = 0; index < level0IndexCount && next < edges.length; index++) {
    const side = index % 3
    const other = side === 2 ? index - 2 : index + 1
    if (indices[index] !== edges[next] || indices[other] !== edges[next + 1]) continue
    bits[(index - side) / 3] |= 1 << side
    next += 2
  }
  return next === edges.length ? bits : null
}

/** Rotates the bits of each triangle to match the rotation by the index codec. */
export function rotateEdgeBits(bits: Uint8Array, before: Uint32Array, after: Uint32Array): Uint8Array {
  const rotated = new Uint8Array(bits.length)
  for (let triangle = 0; triangle < bits.length; triangle++) {
    const first = after[triangle * 3]
    const rotation = before[triangle * 3] === first ? 0 : before[triangle * 3 + 1] === first ? 1 : 2
    rotated[triangle] = ((bits[triangle] >> rotation) | (bits[triangle] << (3 - rotation))) & 7
  }
  return rotated
}

const setBits = (value: number): number => (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1)

/** Reverses `edgeBits`. */
export function edgesOfBits(bits: Uint8Array, indices: Uint32Array): Uint32Array {
  const edges = new Uint32Array(bits.reduce((sum, own) => sum + setBits(own), 0) * 2)
  let next = 0
  bits.forEach((own, triangle) => {
    if (own > 7) throw malformed('unknown edge bits')
    for (let side = 0; side < 3; side++) {
      if (((own >> side) & 1) === 0) continue
      edges[next++] = indices[triangle * 3 + side]
      edges[next++] = indices[triangle * 3 + (side === 2 ? 0 : side + 1)]
    }
  })
  return edges
}
