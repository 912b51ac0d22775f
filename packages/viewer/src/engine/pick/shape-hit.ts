import type { GeometryShape } from '../store/geometry-store.js'
import type { LocalRay } from './local-ray.js'

/** Hit of a ray with a mesh. */
export interface ShapeHit {
  /** Distance along the model-space ray, metres. */
  distance: number
  /** First index of the triangle, or of the segment. */
  index: number
  /** Hits before this distance are cut off and do not count. */
  readonly from: number
}

/**
 * Finds the nearest triangle of an index run, if it is nearer than `hit`; changes `hit`. Möller and Trumbore,
 * two-sided.
 */
export function hitTriangles(
  { shape, ray, hit }: { readonly shape: GeometryShape; readonly ray: LocalRay; readonly hit: ShapeHit },
  start: number,
  end: number,
): void {
  const { vertices, indices, firstVertex } = shape
  const [dx, dy, dz] = ray.direction
  const [ox, oy, oz] = ray.origin
  for (let index = start; index < end; index += 3) {
    const a = (firstVertex + indices[index]) * 4
    const b = (firstVertex + indices[index + 1]) * 4
    const c = (firstVertex + indices[index + 2]) * 4
    const ax = vertices[a]
    const ay = vertices[a + 1]
    const az = vertices[a + 2]
    const ux = vertices[b] - ax
    const uy = vertices[b + 1] - ay
    const uz = vertices[b + 2] - az
    const vx = vertices[c] - ax
    const vy = vertices[c + 1] - ay
    const vz = vertices[c + 2] - az
    const px = dy * vz - dz * vy
    const py = dz * vx - dx * vz
    const pz = dx * vy - dy * vx
    const determinant = ux * px + uy * py + uz * pz
    if (determinant === 0) continue
    const sx = ox - ax
    const sy = oy - ay
    const sz = oz - az
    const u = (sx * px + sy * py + sz * pz) / determinant
    if (!(u >= 0 && u <= 1)) continue
    const qx = sy * uz - sz * uy
    const qy = sz * ux - sx * uz
    const qz = sx * uy - sy * ux
    const v = (dx * qx + dy * qy + dz * qz) / determinant
    if (!(v >= 0 && u + v <= 1)) continue
    const distance = (vx * qx + vy * qy + vz * qz) / determinant
    if (distance > hit.from && distance < hit.distance) {
      hit.distance = distance
      hit.index = index
    }
  }
}

/** Returns the three vertices of a triangle (or two ends of a segment), quantised coordinates. */
export function readVertices(shape: GeometryShape, index: number, count: 2 | 3): [number, number, number][] {
  return Array.from({ length: count }, (_, offset) => {
    const at = (shape.firstVertex + shape.indices[index + offset]) * 4
    return [shape.vertices[at], shape.vertices[at + 1], shape.vertices[at + 2]]
  })
}
