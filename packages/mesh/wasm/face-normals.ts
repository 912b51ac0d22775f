import { step } from './collect-triangles'
import { firstCorner, nextCorner, previousCorner } from './half-edges'
import { corner, faceNormal, position, stack, twin } from './memory'
import { squaredDistance } from './triangle-area'

/**
 * Triangles with a height below this fraction of a step have a normal determined by rounding; they take their
 * neighbour's.
 */
const minHeightSteps: f64 = 0.25
const maxSliverPasses: i32 = 4

/** Square metres. */
export let area: f64 = 0
/** Cubic metres, meaningful when the surface is closed. */
export let volume: f64 = 0

function longestHalf(first: i32): i32 {
  let longest = first
  let maxSquared: f64 = -1
  for (let half = first; half < first + 3; half++) {
    const squared = squaredDistance(position, corner[half] * 3, corner[nextCorner(half)] * 3)
    if (squared > maxSquared) {
      maxSquared = squared
      longest = half
    }
  }
  return longest
}

/** Copies the normal across a half-edge to its own triangle; false without a neighbour or when that has none. */
function takeNormal(half: i32): bool {
  if (twin[half] < 0) return false
  const from = firstCorner(twin[half])
  if (faceNormal[from] === 0 && faceNormal[from + 1] === 0 && faceNormal[from + 2] === 0) return false
  const to = firstCorner(half)
  faceNormal[to] = faceNormal[from]
  faceNormal[to + 1] = faceNormal[from + 1]
  faceNormal[to + 2] = faceNormal[from + 2]
  return true
}

/**
 * Gives slivers (`stack`) the normal of the neighbour across their longest edge, the face they belong to; several
 * passes for chains.
 */
function fixSliverNormals(slivers: i32): void {
  let waiting = slivers
  for (let pass = 0; pass < maxSliverPasses && waiting > 0; pass++) {
    let remaining = 0
    for (let at = 0; at < waiting; at++) {
      const across = longestHalf(stack[at])
      if (takeNormal(across)) continue
      if (pass > 0 && (takeNormal(nextCorner(across)) || takeNormal(previousCorner(across)))) continue
      stack[remaining++] = stack[at]
    }
    waiting = remaining
  }
}

/** Writes unit normals to `faceNormal` (0 0 0 when undefined) and sums area and volume. */
export function computeFaceNormals(cornerCount: i32): void {
  let slivers = 0
  let twoAreas: f64 = 0
  let sixVolumes: f64 = 0
  for (let at = 0; at < cornerCount; at += 3) {
    const a = corner[at] * 3
    const b = corner[at + 1] * 3
    const c = corner[at + 2] * 3
    const ux = position[b] - position[a]
    const uy = position[b + 1] - position[a + 1]
    const uz = position[b + 2] - position[a + 2]
    const vx = position[c] - position[a]
    const vy = position[c + 1] - position[a + 1]
    const vz = position[c + 2] - position[a + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = sqrt(nx * nx + ny * ny + nz * nz)
    twoAreas += length
    sixVolumes += nx * position[a] + ny * position[a + 1] + nz * position[a + 2]
    const longest = sqrt(
      max(max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz), squaredDistance(position, c, b)),
    )
    const isSliver = length < longest * step * minHeightSteps
    if (isSliver) stack[slivers++] = at
    const scale = isSliver ? 0 : 1 / length
    faceNormal[at] = nx * scale
    faceNormal[at + 1] = ny * scale
    faceNormal[at + 2] = nz * scale
  }
  fixSliverNormals(slivers)
  area = twoAreas / 2
  volume = sixVolumes / 6
}
