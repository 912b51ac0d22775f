import { nextCorner } from './half-edges.js'
import type { Workspace } from '../workspace.js'

const maxVertices = 2 ** 26

const computeEdgeKey = (one: number, other: number): number => Math.min(one, other) * maxVertices + Math.max(one, other)

/** Returns the source's edges as keys of their welded vertices; call it while `workspace.weldedOf` is valid. */
export function sourceEdgeKeys(workspace: Workspace, edges: Uint32Array): Set<number> {
  const { weldedOf } = workspace
  const keys = new Set<number>()
  for (let at = 0; at + 1 < edges.length; at += 2) {
    const one = weldedOf[edges[at]] ?? -1
    const other = weldedOf[edges[at + 1]] ?? -1
    if (one >= 0 && other >= 0 && one !== other) keys.add(computeEdgeKey(one, other))
  }
  return keys
}

/**
 * Collects the triangle sides that the source draws as edges, as pairs of output vertices (`workspace.output`), each
 * once, in the order of their first half-edge.
 */
export function collectSourceEdges(workspace: Workspace, cornerCount: number, keys: Set<number>): Uint32Array {
  const { corner, output } = workspace
  const left = new Set(keys)
  const edges: number[] = []
  for (let half = 0; half < cornerCount && left.size > 0; half++) {
    const next = nextCorner(half)
    if (left.delete(computeEdgeKey(corner[half], corner[next]))) edges.push(output[half], output[next])
  }
  return Uint32Array.from(edges)
}
