import { malformed } from './container-layout.js'

/**
 * What shapes of one kind have in common: a pipe of another length has the same triangles, edges and seams. A chunk
 * stores each topology once; its geometries name one and add where their places are.
 */
export interface Topology {
  readonly vertexCount: number
  readonly placeCount: number
  /** Place number per vertex: vertices that differ in normal or colour only stand at one place. */
  readonly placeOf: Uint32Array
  /** Vertex numbers, three per triangle, levels 0, 1, 2 one after the other. */
  readonly corners: Uint32Array
  /** Corners of levels 0, 1, 2. */
  readonly levelCounts: readonly [number, number, number]
  /** Vertex pairs. */
  readonly edges: Uint32Array
}

/**
 * Edges as bits on the half-edges of level 0: bit k of triangle t says that corner k of t and its next corner are an
 * edge. Null when the edges are not met in that order, as with lines; then they are stored as pairs.
 */
export function edgeBits(edges: Uint32Array, corners: Uint32Array, level0Corners: number): Uint8Array | null {
  const bits = new Uint8Array(level0Corners / 3)
  let next = 0
  for (let corner = 0; corner < level0Corners && next < edges.length; corner++) {
    const side = corner % 3
    const other = side === 2 ? corner - 2 : corner + 1
    if (corners[corner] !== edges[next] || corners[other] !== edges[next + 1]) continue
    bits[(corner - side) / 3] |= 1 << side
    next += 2
  }
  return next === edges.length ? bits : null
}

/** Turns the bits of each triangle to where its corners are after the index codec turned it. */
export function turnEdgeBits(bits: Uint8Array, before: Uint32Array, after: Uint32Array): Uint8Array {
  const turned = new Uint8Array(bits.length)
  for (let triangle = 0; triangle < bits.length; triangle++) {
    const first = after[triangle * 3]
    const turn = before[triangle * 3] === first ? 0 : before[triangle * 3 + 1] === first ? 1 : 2
    turned[triangle] = ((bits[triangle] >> turn) | (bits[triangle] << (3 - turn))) & 7
  }
  return turned
}

const setBits = (value: number): number => (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1)

/** Undoes `edgeBits`. */
export function edgesOfBits(bits: Uint8Array, corners: Uint32Array): Uint32Array {
  const edges = new Uint32Array(bits.reduce((sum, own) => sum + setBits(own), 0) * 2)
  let next = 0
  bits.forEach((own, triangle) => {
    if (own > 7) throw malformed('unknown edge bits')
    for (let side = 0; side < 3; side++) {
      if (((own >> side) & 1) === 0) continue
      edges[next++] = corners[triangle * 3 + side]
      edges[next++] = corners[triangle * 3 + (side === 2 ? 0 : side + 1)]
    }
  })
  return edges
}
