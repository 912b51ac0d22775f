import { isConsistent, nextCorner, twinKind } from './half-edges.js'
import { cosineAcross } from '../smoothing.js'
import type { Workspace } from '../workspace.js'

/** Minimum angle of drawn edges. Just above 30°, so that a round bar of twelve sides has no lines along it. */
const edgeCosine = Math.cos((30.5 * Math.PI) / 180)

function isDrawn(workspace: Workspace, half: number): boolean {
  const other = workspace.twin[half]
  if (other === twinKind.border || other === twinKind.firstNonManifold) return true
  if (other < half) return false
  return !isConsistent(workspace, half) || cosineAcross(workspace, half) < edgeCosine
}

/** Below this angle, a crease that ends in the middle of a face is no face boundary. */
const softCosine = Math.cos((55 * Math.PI) / 180)

function isSoft(workspace: Workspace, half: number): boolean {
  return workspace.twin[half] >= 0 && isConsistent(workspace, half) && cosineAcross(workspace, half) > softCosine
}

/**
 * Collects border and crease edges as pairs of output vertices (`workspace.output`), in the order of their first
 * half-edge.
 */
export function collectEdges(workspace: Workspace, cornerCount: number): Uint32Array {
  const { output, stack } = workspace
  let count = 0
  for (let half = 0; half < cornerCount; half++) if (isDrawn(workspace, half)) stack[count++] = half
  count = dropLooseEnds(workspace, cornerCount, count)
  const edges = new Uint32Array(count * 2)
  for (let edge = 0; edge < count; edge++) {
    edges[edge * 2] = output[stack[edge]]
    edges[edge * 2 + 1] = output[nextCorner(stack[edge])]
  }
  return edges
}

/**
 * Removes soft creases with loose ends from the first `count` half-edges of `workspace.stack`: on a coarse curved face
 * some edges are just above the angle, and drawn alone they look like scratches. Returns the number left, in order.
 */
function dropLooseEnds(workspace: Workspace, cornerCount: number, count: number): number {
  const { corner, stack } = workspace
  let soft = 0
  while (soft < count && !isSoft(workspace, stack[soft])) soft++
  if (soft === count) return count
  const table = workspace.emptyTable(cornerCount)
  const degree = table.subarray(0, cornerCount)
  // Combines the numbers of all edges at a vertex in one word: when one edge is left, the word is its number.
  const edgesAt = table.subarray(cornerCount, 2 * cornerCount)
  const updateDegree = (vertex: number, edge: number, change: 1 | -1): void => {
    degree[vertex] += change
    edgesAt[vertex] ^= edge
  }
  for (let edge = 0; edge < count; edge++) {
    updateDegree(corner[stack[edge]], edge, 1)
    updateDegree(corner[nextCorner(stack[edge])], edge, 1)
  }
  const dropped = -1
  const peel = (end: number): void => {
    let vertex = end
    while (degree[vertex] === 1) {
      const edge = edgesAt[vertex]
      const half = stack[edge]
      if (!isSoft(workspace, half)) return
      const [from, to] = [corner[half], corner[nextCorner(half)]]
      updateDegree(from, edge, -1)
      updateDegree(to, edge, -1)
      stack[edge] = dropped
      vertex = vertex === from ? to : from
    }
  }
  for (let edge = soft; edge < count; edge++) {
    const half = stack[edge]
    if (half === dropped) continue
    peel(corner[half])
    peel(corner[nextCorner(half)])
  }
  let remaining = 0
  for (let edge = 0; edge < count; edge++) if (stack[edge] !== dropped) stack[remaining++] = stack[edge]
  return remaining
}
