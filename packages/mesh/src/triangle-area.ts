/** Nine coordinates of three vertices in sequence. */
export type Triangle = Float64Array

/** A triangle whose height is below this fraction of its longest side has no area in single precision. */
const minHeightRatio = 2e-7

/** Computes twice the area. */
export function computeDoubleArea(triangle: Triangle): number {
  const ux = triangle[3] - triangle[0]
  const uy = triangle[4] - triangle[1]
  const uz = triangle[5] - triangle[2]
  const vx = triangle[6] - triangle[0]
  const vy = triangle[7] - triangle[1]
  const vz = triangle[8] - triangle[2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  return Math.sqrt(x * x + y * y + z * z)
}

function squaredSide(triangle: Triangle, from: number, to: number): number {
  const x = triangle[to] - triangle[from]
  const y = triangle[to + 1] - triangle[from + 1]
  const z = triangle[to + 2] - triangle[from + 2]
  return x * x + y * y + z * z
}

/** Returns whether a triangle's area exceeds the rounding error of single precision. */
export function hasArea(triangle: Triangle): boolean {
  const longest = Math.max(squaredSide(triangle, 0, 3), squaredSide(triangle, 3, 6), squaredSide(triangle, 6, 0))
  return computeDoubleArea(triangle) > minHeightRatio * longest
}

/** Returns whether two vertices of a triangle coincide. */
export const hasEqualCorners = (triangle: Triangle): boolean =>
  squaredSide(triangle, 0, 3) === 0 || squaredSide(triangle, 3, 6) === 0 || squaredSide(triangle, 6, 0) === 0
