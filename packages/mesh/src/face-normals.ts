import { nextCorner, previousCorner } from './edges/half-edges.js'
import type { QuantisationFrame } from './collect-triangles.js'
import type { Workspace } from './workspace.js'

/**
 * Triangles with a height below this fraction of a step have a normal determined by rounding; they take their
 * neighbour's.
 */
const minHeightSteps = 0.25

function longestHalf(workspace: Workspace, triangle: number): number {
  const { corner, position } = workspace
  let longest = triangle * 3
  let maxSquared = -1
  for (let half = triangle * 3; half < triangle * 3 + 3; half++) {
    const from = corner[half] * 3
    const to = corner[nextCorner(half)] * 3
    const dx = position[to] - position[from]
    const dy = position[to + 1] - position[from + 1]
    const dz = position[to + 2] - position[from + 2]
    const squared = dx * dx + dy * dy + dz * dz
    if (squared > maxSquared) {
      maxSquared = squared
      longest = half
    }
  }
  return longest
}

/**
 * Gives slivers the normal of the neighbour across their longest edge, the face they belong to; several rounds for
 * chains.
 */
function fixSliverNormals(workspace: Workspace, slivers: readonly number[]): void {
  const { twin, faceNormal } = workspace
  let waiting = slivers
  for (let round = 0; round < 4 && waiting.length > 0; round++) {
    waiting = waiting.filter((triangle) => {
      const across = longestHalf(workspace, triangle)
      const order = [across, nextCorner(across), previousCorner(across)]
      for (const half of round === 0 ? order.slice(0, 1) : order) {
        if (twin[half] < 0) continue
        const from = Math.floor(twin[half] / 3) * 3
        if (faceNormal[from] === 0 && faceNormal[from + 1] === 0 && faceNormal[from + 2] === 0) continue
        faceNormal.copyWithin(triangle * 3, from, from + 3)
        return false
      }
      return true
    })
  }
}

/** Sums over all triangles. */
export interface SurfaceSums {
  /** Square metres. */
  readonly area: number
  /** Cubic metres, meaningful when the surface is closed. */
  readonly volume: number
}

/** Writes unit normals to `workspace.faceNormal` (0 0 0 when undefined) and sums area and volume. */
export function computeFaceNormals(workspace: Workspace, cornerCount: number, frame: QuantisationFrame): SurfaceSums {
  const { corner, position, faceNormal } = workspace
  const slivers: number[] = []
  let twoAreas = 0
  let sixVolumes = 0
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
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    twoAreas += length
    sixVolumes += nx * position[a] + ny * position[a + 1] + nz * position[a + 2]
    const longest = Math.sqrt(
      Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, squaredBetween(position, b, c)),
    )
    const isSliver = length < longest * frame.step * minHeightSteps
    if (isSliver) slivers.push(at / 3)
    const scale = isSliver ? 0 : 1 / length
    faceNormal[at] = nx * scale
    faceNormal[at + 1] = ny * scale
    faceNormal[at + 2] = nz * scale
  }
  fixSliverNormals(workspace, slivers)
  return { area: twoAreas / 2, volume: sixVolumes / 6 }
}

function squaredBetween(position: Float64Array, one: number, other: number): number {
  const x = position[one] - position[other]
  const y = position[one + 1] - position[other + 1]
  const z = position[one + 2] - position[other + 2]
  return x * x + y * y + z * z
}
