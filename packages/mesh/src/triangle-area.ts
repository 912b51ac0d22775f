/** Nine coordinates: those of three corners, one after the other. */
export type Triangle = Float64Array

/** A triangle that is no higher than this part of its longest side has no area in single precision. */
const minHeightRatio = 2e-7

/** Twice the area. */
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

/** Whether a triangle encloses an area that is more than what rounding to single precision makes. */
export function hasArea(triangle: Triangle): boolean {
  const longest = Math.max(squaredSide(triangle, 0, 3), squaredSide(triangle, 3, 6), squaredSide(triangle, 6, 0))
  return computeDoubleArea(triangle) > minHeightRatio * longest
}

/** Whether two corners of a triangle are in one place. */
export const hasEqualCorners = (triangle: Triangle): boolean =>
  squaredSide(triangle, 0, 3) === 0 || squaredSide(triangle, 3, 6) === 0 || squaredSide(triangle, 6, 0) === 0
