import { Floats } from './views'

/** A triangle whose height is below this fraction of its longest side has no area in single precision. */
const minHeightRatio: f64 = 2e-7

/** Computes twice the area of the triangle of three points, given as offsets of their x. */
export function computeDoubleArea(points: Floats, a: i32, b: i32, c: i32): f64 {
  const ux = points[b] - points[a]
  const uy = points[b + 1] - points[a + 1]
  const uz = points[b + 2] - points[a + 2]
  const vx = points[c] - points[a]
  const vy = points[c + 1] - points[a + 1]
  const vz = points[c + 2] - points[a + 2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  return sqrt(x * x + y * y + z * z)
}

/** Computes the squared distance of two points. */
export function squaredDistance(points: Floats, from: i32, to: i32): f64 {
  const x = points[to] - points[from]
  const y = points[to + 1] - points[from + 1]
  const z = points[to + 2] - points[from + 2]
  return x * x + y * y + z * z
}

/** Returns whether a triangle's area exceeds the rounding error of single precision. */
export function hasArea(points: Floats, a: i32, b: i32, c: i32): bool {
  const longest = max(max(squaredDistance(points, a, b), squaredDistance(points, b, c)), squaredDistance(points, c, a))
  return computeDoubleArea(points, a, b, c) > minHeightRatio * longest
}
