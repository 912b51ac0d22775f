import type { Workspace } from '../workspace.js'

/** Values of `Workspace.twin` other than half-edge numbers. */
export const twinKind = {
  /** Only triangle at this edge. */
  border: -1,
  /** More than two triangles share this edge. */
  nonManifold: -2,
  /** First half-edge of such an edge. */
  firstNonManifold: -3,
} as const

/** Returns the next corner of the same triangle; a half-edge runs from its corner to that one. */
export const nextCorner = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1)

/** Returns the previous corner of the same triangle. */
export const previousCorner = (corner: number): number => (corner % 3 === 0 ? corner + 2 : corner - 1)

/**
 * Finds for every half-edge the one that shares its two vertices (`workspace.twin`), by a hash table of integer pairs:
 * a walk over the lists of a vertex's edges is as fast on common meshes and quadratic on a disc with 10,000 sectors.
 * Returns the number of edges shared by more than two triangles.
 */
export function linkTwins(workspace: Workspace, cornerCount: number): number {
  const { corner, twin } = workspace
  const table = workspace.emptyTable(cornerCount)
  const mask = table.length - 1
  let nonManifoldEdges = 0
  for (let half = 0; half < cornerCount; half++) {
    const from = corner[half]
    const to = corner[nextCorner(half)]
    const low = from < to ? from : to
    const high = from < to ? to : from
    const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    twin[half] = twinKind.border
    for (;;) {
      if (table[slot] === 0) {
        table[slot] = half + 1
        break
      }
      const first = table[slot] - 1
      const firstFrom = corner[first]
      const firstTo = corner[nextCorner(first)]
      if ((firstFrom === low && firstTo === high) || (firstFrom === high && firstTo === low)) {
        nonManifoldEdges += linkHalfEdges(twin, first, half)
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return nonManifoldEdges
}

/** Links half-edge `half` to an edge first seen at `first`; returns 1 when that makes the edge non-manifold. */
function linkHalfEdges(twin: Int32Array, first: number, half: number): number {
  if (twin[first] === twinKind.border) {
    twin[first] = half
    twin[half] = first
    return 0
  }
  twin[half] = twinKind.nonManifold
  if (twin[first] === twinKind.firstNonManifold) return 0
  twin[twin[first]] = twinKind.nonManifold
  twin[first] = twinKind.firstNonManifold
  return 1
}

/** Returns whether the triangles on both sides of a half-edge with a twin have consistent winding. */
export function isConsistent(workspace: Workspace, half: number): boolean {
  return workspace.corner[half] === workspace.corner[nextCorner(workspace.twin[half])]
}

/** Flips triangle `triangle`: swaps its last two corners and updates the twins. */
export function flipTriangle(workspace: Workspace, triangle: number): void {
  const { corner, source, twin } = workspace
  const first = triangle * 3
  swap(corner, first + 1, first + 2)
  swap(source, first + 1, first + 2)
  const before = twin[first]
  const after = twin[first + 2]
  twin[first] = after
  twin[first + 2] = before
  if (before >= 0) twin[before] = first + 2
  if (after >= 0) twin[after] = first
}

function swap(values: Int32Array, one: number, other: number): void {
  const value = values[one]
  values[one] = values[other]
  values[other] = value
}

/**
 * Returns whether the surface has no border: at every edge as many triangles run one way as the other. Edges where four
 * triangles of two touching solids meet are allowed; volume is well defined there too.
 */
export function isClosed(workspace: Workspace, cornerCount: number, nonManifoldEdges: number): boolean {
  const { twin } = workspace
  for (let half = 0; half < cornerCount; half++) {
    if (twin[half] === twinKind.border) return false
    if (twin[half] >= 0 && !isConsistent(workspace, half)) return false
  }
  return nonManifoldEdges === 0 || areNonManifoldEdgesBalanced(workspace, cornerCount)
}

function areNonManifoldEdgesBalanced(workspace: Workspace, cornerCount: number): boolean {
  const { corner, twin } = workspace
  const balance = new Map<number, number>()
  for (let half = 0; half < cornerCount; half++) {
    if (twin[half] >= twinKind.border) continue
    const from = corner[half]
    const to = corner[nextCorner(half)]
    const key = Math.min(from, to) * 0x4000000 + Math.max(from, to)
    balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1))
  }
  for (const sum of balance.values()) if (sum !== 0) return false
  return true
}
