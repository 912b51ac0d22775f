import { hashPair, nextCorner } from './half-edges'
import {
  clearTable,
  corner,
  output,
  outputEdges,
  sourceEdgeCount,
  sourceEdges,
  table,
  vertexCount,
  weldedOf,
} from './memory'

let edgeCount: i32 = 0

function getWelded(vertex: u32): i32 {
  return vertex < <u32>vertexCount ? weldedOf[vertex] : -1
}

/** Replaces the source's edges by pairs of welded vertices, the lower one first; call it while `weldedOf` is valid. */
export function weldSourceEdges(): void {
  edgeCount = 0
  for (let at = 0; at < sourceEdgeCount * 2; at += 2) {
    const one = getWelded(sourceEdges[at])
    const other = getWelded(sourceEdges[at + 1])
    if (one < 0 || other < 0 || one === other) continue
    sourceEdges[edgeCount * 2] = min(one, other)
    sourceEdges[edgeCount * 2 + 1] = max(one, other)
    edgeCount++
  }
}

/** Returns the slot of the table with an edge of the source, or the free slot for one. */
function findSlot(low: i32, high: i32, mask: i32): i32 {
  let slot = hashPair(low, high) & mask
  for (; table[slot] !== 0; slot = (slot + 1) & mask) {
    const at = (abs(table[slot]) - 1) * 2
    if (sourceEdges[at] === low && sourceEdges[at + 1] === high) break
  }
  return slot
}

/**
 * Collects the triangle sides that the source draws as edges, as pairs of output vertices, each once, in the order of
 * their first half-edge. Returns their number.
 */
export function collectSourceEdges(cornerCount: i32): i32 {
  const mask = clearTable(edgeCount)
  for (let edge = 0; edge < edgeCount; edge++)
    table[findSlot(sourceEdges[edge * 2], sourceEdges[edge * 2 + 1], mask)] = edge + 1
  let count = 0
  for (let half = 0; half < cornerCount; half++) {
    const next = nextCorner(half)
    const slot = findSlot(min(corner[half], corner[next]), max(corner[half], corner[next]), mask)
    if (table[slot] <= 0) continue
    // Collected: stays in the table, which is searched by open addressing.
    table[slot] = -table[slot]
    outputEdges[count * 2] = output[half]
    outputEdges[count * 2 + 1] = output[next]
    count++
  }
  return count
}
