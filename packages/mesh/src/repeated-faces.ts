import { twinKind } from './half-edges.js'
import type { Workspace } from './workspace.js'

/**
 * Whether a triangle may lie on another one: then each of its edges is crowded, or all three have the same twin
 * triangle. Clean meshes are spared the search.
 */
function mayRepeat(workspace: Workspace, triangle: number): boolean {
  const { twin } = workspace
  const first = twin[triangle * 3]
  const second = twin[triangle * 3 + 1]
  const third = twin[triangle * 3 + 2]
  if (first === twinKind.border || second === twinKind.border || third === twinKind.border) return false
  if (first >= 0 && second >= 0) return Math.floor(first / 3) === Math.floor(second / 3)
  return first < 0 && second < 0 && third < 0
}

/**
 * Drops every triangle that has the three vertices of an earlier one, whichever way round: kernels leave such pairs
 * where two parts touch, and drawn twice they flicker. The first stays, so that a two-sided sheet does not vanish.
 * Answers the corners that are left; twins are void when it is fewer.
 */
export function dropRepeatedFaces(workspace: Workspace, cornerCount: number): number {
  const { corner, source } = workspace
  const seen = new Set<string>()
  let kept = 0
  for (let at = 0; at < cornerCount; at += 3) {
    if (mayRepeat(workspace, at / 3)) {
      const key = [corner[at], corner[at + 1], corner[at + 2]].sort((one, other) => one - other).join()
      if (seen.has(key)) continue
      seen.add(key)
    }
    for (let side = 0; side < 3; side++) {
      corner[kept] = corner[at + side]
      source[kept++] = source[at + side]
    }
  }
  return kept
}
