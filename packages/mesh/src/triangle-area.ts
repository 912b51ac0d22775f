/** Nine coordinates of three vertices in sequence. */
export type Triangle = Float64Array

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
