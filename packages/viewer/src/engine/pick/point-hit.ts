import type { Point } from '../types.js'
import type { GeometryShape } from '../store/geometry-store.js'
import type { InstanceStore } from '../store/instance-store.js'
import { placementStride } from '../store/gpu-chunk.js'
import type { Ray } from '../math/ray.js'

/** Pick radius of points, pixels. */
const pointPixels = 6

/** Input of a hit test: the points of one instance and a ray. */
export interface PointTest {
  readonly ray: Ray
  readonly instances: Pick<InstanceStore, 'placement' | 'sphere'>
  readonly instance: number
  readonly shape: GeometryShape
  /** Start of the tested span along the ray, and the distance of the nearest hit so far; metres. */
  readonly from: number
  readonly farthest: number
}

/**
 * Returns the distance along the ray at its closest approach to a position, and the distance between them there;
 * metres.
 */
function passing({ origin, direction }: Ray, x: number, y: number, z: number): { along: number; distance: number } {
  const [dx, dy, dz] = [x - origin[0], y - origin[1], z - origin[2]]
  const along = dx * direction[0] + dy * direction[1] + dz * direction[2]
  return { along, distance: Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along)) }
}

const computeTolerance = (ray: Ray, along: number): number =>
  (ray.pixelSize + Math.max(0, along) * ray.pixelGrowth) * pointPixels

/** Hit of a ray with a point. */
export interface PointHit {
  /** Metres along the ray. */
  readonly along: number
  readonly point: Point
}

/** Returns the nearest point whose dot the ray hits, or null. A point on a surface is hit before the surface. */
export function nearestPoint({ ray, instances, instance, shape, from, farthest }: PointTest): PointHit | null {
  const [cx, cy, cz, radius] = instances.sphere.subarray(instance * 4, instance * 4 + 4)
  const center = passing(ray, cx, cy, cz)
  if (center.distance > radius + computeTolerance(ray, center.along + radius) || center.along < -radius) return null
  const m = instances.placement.subarray(instance * placementStride, instance * placementStride + 12)
  let best: PointHit | null = null
  let least = farthest
  for (let vertex = 0, at = shape.firstVertex * 4; vertex < shape.vertexCount; vertex++, at += 4) {
    const qx = shape.vertices[at]
    const qy = shape.vertices[at + 1]
    const qz = shape.vertices[at + 2]
    const x = m[0] * qx + m[1] * qy + m[2] * qz + m[3]
    const y = m[4] * qx + m[5] * qy + m[6] * qz + m[7]
    const z = m[8] * qx + m[9] * qy + m[10] * qz + m[11]
    const { along, distance } = passing(ray, x, y, z)
    const tolerance = computeTolerance(ray, along)
    if (along <= from || distance > tolerance || along - tolerance >= least) continue
    best = { along, point: [x, y, z] }
    least = along - tolerance
  }
  return best
}
