import { border, firstCorner } from './half-edges'
import { clearTable, corner, flipped, quantised, source, stack, table, twin } from './memory'

/** Why a triangle is removed (`flipped`). */
const repeats: i32 = 1
const folds: i32 = 2

/**
 * Returns whether a triangle may coincide with another one: then each of its edges is non-manifold, or all three have
 * the same twin triangle. Spares clean meshes the search.
 */
function isRepeatCandidate(at: i32): bool {
  const first = twin[at]
  const second = twin[at + 1]
  const third = twin[at + 2]
  if (first === border || second === border || third === border) return false
  if (first >= 0 && second >= 0) return firstCorner(first) === firstCorner(second)
  return first < 0 && second < 0 && third < 0
}

/**
 * Removes every triangle with the same three vertices as an earlier one, in either winding: kernels leave such pairs
 * where two parts touch, and drawn twice they flicker. The first stays, so that a two-sided sheet does not vanish; but
 * if the two are a fold no higher than a quantisation step, both are removed, because one alone would be a border that
 * the surface never had. Returns the number of remaining corners; twins are invalid when it is smaller.
 */
export function dropRepeatedFaces(cornerCount: i32): i32 {
  let candidates = 0
  for (let at = 0; at < cornerCount; at += 3) if (isRepeatCandidate(at)) stack[candidates++] = at
  if (candidates < 2) return cornerCount
  memory.fill(changetype<usize>(flipped), 0, cornerCount / 3)
  const mask = clearTable(candidates)
  let dropped = 0
  let folded = 0
  for (let candidate = 0; candidate < candidates; candidate++) {
    const at = stack[candidate]
    const slot = findFace(at, mask)
    const first = table[slot] - 1
    // The first one stays in the table when both are a fold, and the next one takes its place.
    if (first < 0 || flipped[first / 3] === folds) {
      table[slot] = at + 1
      continue
    }
    flipped[at / 3] = repeats
    dropped++
    if (!isOpposite(first, at) || !isThin(at)) continue
    flipped[first / 3] = folds
    folded++
  }
  // Keeps a ribbon thinner than a step when it is the entire object.
  const dropsFolds = (dropped + folded) * 3 < cornerCount
  return dropped === 0 ? cornerCount : removeFaces(cornerCount, dropsFolds ? folds : repeats)
}

/** Returns the slot of the table with a triangle of the same three vertices, or the free slot for one. */
function findFace(at: i32, mask: i32): i32 {
  const low = lowVertex(at)
  const high = highVertex(at)
  const between = corner[at] + corner[at + 1] + corner[at + 2] - low - high
  const mixed = (low * <i32>0x9e3779b1) ^ (between * <i32>0x85ebca77) ^ (high * <i32>0xc2b2ae3d)
  let slot = (mixed ^ (mixed >>> 15)) & mask
  for (; table[slot] !== 0; slot = (slot + 1) & mask) {
    const other = table[slot] - 1
    if (
      lowVertex(other) === low &&
      highVertex(other) === high &&
      corner[other] + corner[other + 1] + corner[other + 2] - low - high === between
    )
      break
  }
  return slot
}

function lowVertex(at: i32): i32 {
  return min(min(corner[at], corner[at + 1]), corner[at + 2])
}

function highVertex(at: i32): i32 {
  return max(max(corner[at], corner[at + 1]), corner[at + 2])
}

function removeFaces(cornerCount: i32, lastReason: i32): i32 {
  let remaining = 0
  for (let at = 0; at < cornerCount; at += 3) {
    const reason = flipped[at / 3]
    if (reason !== 0 && reason <= lastReason) continue
    for (let side = 0; side < 3; side++) {
      corner[remaining] = corner[at + side]
      source[remaining++] = source[at + side]
    }
  }
  return remaining
}

/** Returns whether two triangles of the same vertices have opposite winding. */
function isOpposite(one: i32, other: i32): bool {
  const vertex = corner[one]
  const next =
    corner[other] === vertex ? corner[other + 1] : corner[other + 1] === vertex ? corner[other + 2] : corner[other]
  return next !== corner[one + 1]
}

/** Returns whether a triangle is nowhere wider than a quantisation step. */
function isThin(at: i32): bool {
  const a = corner[at] * 3
  const b = corner[at + 1] * 3
  const c = corner[at + 2] * 3
  const ux = <f64>(quantised[b] - quantised[a])
  const uy = <f64>(quantised[b + 1] - quantised[a + 1])
  const uz = <f64>(quantised[b + 2] - quantised[a + 2])
  const vx = <f64>(quantised[c] - quantised[a])
  const vy = <f64>(quantised[c + 1] - quantised[a + 1])
  const vz = <f64>(quantised[c + 2] - quantised[a + 2])
  const longest = max(
    max(squaredLength(ux, uy, uz), squaredLength(vx, vy, vz)),
    squaredLength(vx - ux, vy - uy, vz - uz),
  )
  return sqrt(squaredLength(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)) <= sqrt(longest)
}

function squaredLength(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z
}
