import type { PointsInput } from '@kamar/core'
import type { Vector } from '@kamar/core/math'

/** Original points of the file, before they are moved near their own origin. */
export interface PointCloud {
  /** x y z per point, in the file's unit. */
  readonly positions: Float64Array | Float32Array
  /** r g b a per point, 0 to 255. */
  readonly colors?: Uint8Array
}

/** A chunk of a cloud near its own origin, and the position of that origin in metres. */
export interface PointChunk {
  readonly points: PointsInput
  readonly origin: Vector
}

/** Maximum number of points per chunk: small enough to be culled as a whole, large enough to keep chunks few. */
const maxPoints = 65_536

/**
 * Splits a cloud into chunks of neighbouring points, halved across the longest side until each is small enough; omits
 * points without a valid position.
 */
export function splitPointCloud(cloud: PointCloud, metres: number): PointChunk[] {
  const { positions } = cloud
  const rows = Uint32Array.from({ length: Math.floor(positions.length / 3) }, (_, row) => row).filter((row) =>
    [0, 1, 2].every((axis) => Number.isFinite(positions[row * 3 + axis])),
  )
  const chunks: PointChunk[] = []
  const halve = (some: Uint32Array): void => {
    if (some.length <= maxPoints) {
      if (some.length > 0) chunks.push(createChunk(cloud, some, metres))
      return
    }
    const axis = longestAxis(positions, some)
    // Sorting plain numbers is many times faster than sorting rows by them.
    const values = Float64Array.from(some, (row) => positions[row * 3 + axis]).sort()
    const median = values[some.length >> 1]
    const low = some.filter((row) => positions[row * 3 + axis] < median)
    const high = some.filter((row) => positions[row * 3 + axis] >= median)
    if (low.length === 0) for (const half of halves(some)) halve(half)
    else [low, high].forEach(halve)
  }
  halve(rows)
  return chunks
}

/** Halves the rows by count: where more than half of the points coincide, any cut is valid. */
const halves = (rows: Uint32Array): Uint32Array[] => [rows.slice(0, rows.length >> 1), rows.slice(rows.length >> 1)]

function longestAxis(positions: ArrayLike<number>, rows: Uint32Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let [least, max] = [Infinity, -Infinity]
    for (const row of rows) {
      least = Math.min(least, positions[row * 3 + axis])
      max = Math.max(max, positions[row * 3 + axis])
    }
    return max - least
  })
  return sides.indexOf(Math.max(...sides))
}

function createChunk({ positions, colors }: PointCloud, rows: Uint32Array, metres: number): PointChunk {
  const first = rows[0] * 3
  const origin: Vector = [positions[first] * metres, positions[first + 1] * metres, positions[first + 2] * metres]
  const own = new Float32Array(rows.length * 3)
  const ownColors = colors === undefined ? null : new Uint8Array(rows.length * 4)
  rows.forEach((row, at) => {
    for (let axis = 0; axis < 3; axis++) own[at * 3 + axis] = positions[row * 3 + axis] * metres - origin[axis]
    if (colors !== undefined) ownColors?.set(colors.subarray(row * 4, row * 4 + 4), at * 4)
  })
  return { points: { positions: own, ...(ownColors !== null && { colors: ownColors }) }, origin }
}
