import { clearTable, corner, fan, source, table, twin } from './memory'

// Values of `twin` other than half-edge numbers.
/** Only triangle at this edge. */
export const border: i32 = -1
/** More than two triangles share this edge. */
export const nonManifold: i32 = -2
/** First half-edge of such an edge. */
export const firstNonManifold: i32 = -3

/** Number of edges shared by more than two triangles. */
export let nonManifoldEdges: i32 = 0

/** Returns the next corner of the same triangle; a half-edge runs from its corner to that one. */
export function nextCorner(at: i32): i32 {
  return <u32>at % 3 === 2 ? at - 2 : at + 1
}

/** Returns the previous corner of the same triangle. */
export function previousCorner(at: i32): i32 {
  return <u32>at % 3 === 0 ? at + 2 : at - 1
}

/** Returns the first corner of the triangle of a corner. */
export function firstCorner(at: i32): i32 {
  return at - <i32>(<u32>at % 3)
}

/** Mixes two vertices to a hash. */
export function hashPair(low: i32, high: i32): i32 {
  const mixed = (low * <i32>0x9e3779b1) ^ (high * <i32>0x85ebca77)
  return mixed ^ (mixed >>> 15)
}

/** Returns the slot of the table with a half-edge between two vertices, or the free slot for one. */
function findEdge(low: i32, high: i32, mask: i32): i32 {
  let slot = hashPair(low, high) & mask
  for (; table[slot] !== 0; slot = (slot + 1) & mask) {
    const first = table[slot] - 1
    const from = corner[first]
    const to = corner[nextCorner(first)]
    if ((from === low && to === high) || (from === high && to === low)) break
  }
  return slot
}

/**
 * Finds for every half-edge the one that shares its two vertices (`twin`), by a hash table of integer pairs: a walk
 * over the lists of a vertex's edges is as fast on common meshes and quadratic on a disc with 10,000 sectors.
 */
export function linkTwins(cornerCount: i32): void {
  const mask = clearTable(cornerCount)
  nonManifoldEdges = 0
  for (let half = 0; half < cornerCount; half++) {
    const from = corner[half]
    const to = corner[nextCorner(half)]
    const slot = findEdge(min(from, to), max(from, to), mask)
    twin[half] = border
    if (table[slot] === 0) table[slot] = half + 1
    else linkHalfEdges(table[slot] - 1, half)
  }
}

/** Links a half-edge to an edge first seen at `first`. */
function linkHalfEdges(first: i32, half: i32): void {
  if (twin[first] === border) {
    twin[first] = half
    twin[half] = first
    return
  }
  twin[half] = nonManifold
  if (twin[first] === firstNonManifold) return
  twin[twin[first]] = nonManifold
  twin[first] = firstNonManifold
  nonManifoldEdges++
}

/** Returns whether the triangles on both sides of a half-edge with a twin have consistent winding. */
export function isConsistent(half: i32): bool {
  return corner[half] === corner[nextCorner(twin[half])]
}

/** Flips a triangle: swaps its last two corners and updates the twins. */
export function flipTriangle(triangle: i32): void {
  const first = triangle * 3
  const vertex = corner[first + 1]
  corner[first + 1] = corner[first + 2]
  corner[first + 2] = vertex
  const input = source[first + 1]
  source[first + 1] = source[first + 2]
  source[first + 2] = input
  const before = twin[first]
  const after = twin[first + 2]
  twin[first] = after
  twin[first + 2] = before
  if (before >= 0) twin[before] = first + 2
  if (after >= 0) twin[after] = first
}

/**
 * Returns whether the surface has no border: at every edge as many triangles run one way as the other. Edges where four
 * triangles of two touching solids meet are allowed; volume is well defined there too.
 */
export function isClosed(cornerCount: i32): bool {
  for (let half = 0; half < cornerCount; half++) {
    if (twin[half] === border) return false
    if (twin[half] >= 0 && !isConsistent(half)) return false
  }
  return nonManifoldEdges === 0 || areNonManifoldEdgesBalanced(cornerCount)
}

function areNonManifoldEdgesBalanced(cornerCount: i32): bool {
  const mask = clearTable(cornerCount)
  const balance = fan
  let unbalanced = 0
  for (let half = 0; half < cornerCount; half++) {
    if (twin[half] >= border) continue
    const from = corner[half]
    const to = corner[nextCorner(half)]
    const slot = findEdge(min(from, to), max(from, to), mask)
    if (table[slot] === 0) {
      table[slot] = half + 1
      balance[half] = 0
    }
    const first = table[slot] - 1
    if (balance[first] === 0) unbalanced++
    balance[first] += from < to ? 1 : -1
    if (balance[first] === 0) unbalanced--
  }
  return unbalanced === 0
}
