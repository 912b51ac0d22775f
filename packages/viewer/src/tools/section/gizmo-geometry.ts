import type { Point } from '../../engine/types.js'
import type { ScreenSpace } from '../../engine/camera/screen-space.js'
import { add, cross, dot, normalize, scale, subtract } from '../../engine/math/vector.js'
import type { Ray } from '../../engine/math/ray.js'

/** Below this foreshortening a direction points at the camera: vertical drags then control it. */
const minVisibleRatio = 0.2

/** Returns the point of a line nearest to the ray: metres along it from `point`; null if they are parallel. */
export function alongLine(ray: Ray, point: Point, direction: Point): number | null {
  const slope = dot(ray.direction, direction)
  const denominator = 1 - slope * slope
  if (denominator < minVisibleRatio * minVisibleRatio) return null
  const between = subtract(ray.origin, point)
  return (dot(between, direction) - slope * dot(between, ray.direction)) / denominator
}

/** Computes the screen angle of a direction at a point: degrees from the right, clockwise. */
export function computeScreenAngle(space: ScreenSpace, point: Point, direction: Point): number {
  const length = 20 / space.pixelsPerMetreAt(point)
  const from = space.project(point)
  const to = space.project(add(point, scale(direction, length)))
  const [x, y] = [to.x - from.x, to.y - from.y]
  return Math.hypot(x, y) < 1 ? -90 : (Math.atan2(y, x) * 180) / Math.PI
}

/** Rotates `vector` about `axis` (length 1), right-handed. */
export function rotateVector(vector: Point, axis: Point, radians: number): Point {
  const along = scale(axis, dot(axis, vector))
  const across = subtract(vector, along)
  const sideways = cross(axis, vector)
  return normalize(add(add(along, scale(across, Math.cos(radians))), scale(sideways, Math.sin(radians))))
}

/**
 * Returns the angle about the vertical at which a ray intersects the horizontal plane through `center`; null if it is
 * horizontal.
 */
export function bearingOn(ray: Ray, center: Point): number | null {
  if (Math.abs(ray.direction[2]) < 1e-3) return null
  const distance = (center[2] - ray.origin[2]) / ray.direction[2]
  const [x, y] = [0, 1].map((axis) => ray.origin[axis] + ray.direction[axis] * distance - center[axis])
  return Math.atan2(y, x)
}
