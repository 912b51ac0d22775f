import { border, firstNonManifold, isConsistent, nextCorner } from './half-edges'
import { clearTable, corner, output, outputEdges, stack, table, twin } from './memory'
import { cosineAcross } from './smoothing'
import { Integers } from './views'

/** Cosine of the minimum angle of drawn edges, just above 30°, so that a round bar of twelve sides has no lines. */
const edgeCosine: f64 = 0.8616291604415258
/** Cosine of 55°: below this angle, a crease that ends in the middle of a face is no face boundary. */
const softCosine: f64 = 0.573576436351046
const dropped: i32 = -1

function isDrawn(half: i32): bool {
  const other = twin[half]
  if (other === border || other === firstNonManifold) return true
  if (other < half) return false
  return !isConsistent(half) || cosineAcross(half) < edgeCosine
}

function isSoft(half: i32): bool {
  return twin[half] >= 0 && isConsistent(half) && cosineAcross(half) > softCosine
}

/**
 * Collects border and crease edges as pairs of output vertices, in the order of their first half-edge. Returns their
 * number.
 */
export function collectEdges(cornerCount: i32): i32 {
  let count = 0
  for (let half = 0; half < cornerCount; half++) if (isDrawn(half)) stack[count++] = half
  count = dropLooseEnds(cornerCount, count)
  for (let edge = 0; edge < count; edge++) {
    outputEdges[edge * 2] = output[stack[edge]]
    outputEdges[edge * 2 + 1] = output[nextCorner(stack[edge])]
  }
  return count
}

/** Combines the numbers of all edges at a vertex in one word: when one edge is left, the word is its number. */
let edgesAt = changetype<Integers>(0)

function updateDegree(vertex: i32, edge: i32, change: i32): void {
  table[vertex] += change
  edgesAt[vertex] ^= edge
}

/** Removes soft edges from a loose end on. */
function peel(end: i32): void {
  let vertex = end
  while (table[vertex] === 1) {
    const edge = edgesAt[vertex]
    const half = stack[edge]
    if (!isSoft(half)) return
    const from = corner[half]
    const to = corner[nextCorner(half)]
    updateDegree(from, edge, -1)
    updateDegree(to, edge, -1)
    stack[edge] = dropped
    vertex = vertex === from ? to : from
  }
}

/**
 * Removes soft creases with loose ends from the first `count` half-edges of `stack`: on a coarse curved face some edges
 * are just above the angle, and drawn alone they look like scratches. Returns the number left, in order.
 */
function dropLooseEnds(cornerCount: i32, count: i32): i32 {
  let soft = 0
  while (soft < count && !isSoft(stack[soft])) soft++
  if (soft === count) return count
  clearTable(cornerCount)
  edgesAt = changetype<Integers>(changetype<usize>(table) + ((<usize>cornerCount) << 2))
  for (let edge = 0; edge < count; edge++) {
    updateDegree(corner[stack[edge]], edge, 1)
    updateDegree(corner[nextCorner(stack[edge])], edge, 1)
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
