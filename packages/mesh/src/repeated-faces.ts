import { computeLength, cross } from '@kamar/core/math'
import { twinKind } from './edges/half-edges.js'
import type { Workspace } from './workspace.js'

/**
 * Returns whether a triangle may coincide with another one: then each of its edges is non-manifold, or all three have
 * the same twin triangle. Spares clean meshes the search.
 */
function isRepeatCandidate(workspace: Workspace, triangle: number): boolean {
  const { twin } = workspace
  const first = twin[triangle * 3]
  const second = twin[triangle * 3 + 1]
  const third = twin[triangle * 3 + 2]
  if (first === twinKind.border || second === twinKind.border || third === twinKind.border) return false
  if (first >= 0 && second >= 0) return Math.floor(first / 3) === Math.floor(second / 3)
  return first < 0 && second < 0 && third < 0
}

/**
 * Removes every triangle with the same three vertices as an earlier one, in either winding: kernels leave such pairs
 * where two parts touch, and drawn twice they flicker. The first stays, so that a two-sided sheet does not vanish; but
 * if the two are a fold no higher than a quantisation step, both are removed, because one alone would be a border that
 * the surface never had. Returns the number of remaining corners; twins are invalid when it is smaller.
 */
export function dropRepeatedFaces(workspace: Workspace, cornerCount: number): number {
  const { corner } = workspace
  const firstByKey = new Map<string, number>()
  const dropped = new Set<number>()
  const folded: number[] = []
  for (let at = 0; at < cornerCount; at += 3) {
    if (!isRepeatCandidate(workspace, at / 3)) continue
    const key = [corner[at], corner[at + 1], corner[at + 2]].sort((one, other) => one - other).join()
    const first = firstByKey.get(key)
    if (first === undefined) {
      firstByKey.set(key, at)
      continue
    }
    dropped.add(at)
    if (!isOpposite(workspace, first, at) || !isThin(workspace, at)) continue
    folded.push(first)
    firstByKey.delete(key)
  }
  // Keeps a ribbon thinner than a step when it is the entire object.
  if ((dropped.size + folded.length) * 3 < cornerCount) for (const first of folded) dropped.add(first)
  return dropped.size === 0 ? cornerCount : removeFaces(workspace, cornerCount, dropped)
}

function removeFaces({ corner, source }: Workspace, cornerCount: number, dropped: ReadonlySet<number>): number {
  let remaining = 0
  for (let at = 0; at < cornerCount; at += 3) {
    if (dropped.has(at)) continue
    for (let side = 0; side < 3; side++) {
      corner[remaining] = corner[at + side]
      source[remaining++] = source[at + side]
    }
  }
  return remaining
}

/** Returns whether two triangles of the same vertices have opposite winding. */
function isOpposite({ corner }: Workspace, one: number, other: number): boolean {
  const start = [0, 1, 2].find((side) => corner[other + side] === corner[one]) ?? 0
  return corner[other + ((start + 1) % 3)] !== corner[one + 1]
}

/** Returns whether a triangle is nowhere wider than a quantisation step. */
function isThin({ corner, quantised }: Workspace, at: number): boolean {
  const side = (from: number, to: number): readonly [number, number, number] => [
    quantised[corner[to] * 3] - quantised[corner[from] * 3],
    quantised[corner[to] * 3 + 1] - quantised[corner[from] * 3 + 1],
    quantised[corner[to] * 3 + 2] - quantised[corner[from] * 3 + 2],
  ]
  const [a, b, c] = [side(at, at + 1), side(at, at + 2), side(at + 1, at + 2)]
  const doubleArea = computeLength(cross(a, b))
  return doubleArea <= Math.max(Math.hypot(...a), Math.hypot(...b), Math.hypot(...c))
}
