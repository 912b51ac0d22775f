import { placementStride } from '../store/gpu-chunk.js'
import type { Ray } from '../math/ray.js'

/** Ray in an instance's quantised coordinates; distances along it remain those of the model-space ray. */
export interface LocalRay {
  readonly origin: readonly [number, number, number]
  readonly direction: readonly [number, number, number]
  /** Inverse of the transform's 3×3 part, by rows. */
  readonly inverse: readonly number[]
}

/** Transforms a ray to an instance's coordinates; null if the instance transform is singular. */
export function toLocal(ray: Ray, placement: Float32Array, instance: number): LocalRay | null {
  const at = instance * placementStride
  const [a, b, c, tx, d, e, f, ty, g, h, i, tz] = placement.subarray(at, at + 12) as unknown as readonly number[] & {
    readonly length: 12
  }
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (determinant === 0 || !Number.isFinite(determinant)) return null
  const inverse = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / determinant)
  const x = ray.origin[0] - tx
  const y = ray.origin[1] - ty
  const z = ray.origin[2] - tz
  return { origin: transform(inverse, [x, y, z]), direction: transform(inverse, ray.direction), inverse }
}

function transform(matrix: readonly number[], v: readonly [number, number, number]): [number, number, number] {
  return [
    matrix[0] * v[0] + matrix[1] * v[1] + matrix[2] * v[2],
    matrix[3] * v[0] + matrix[4] * v[1] + matrix[5] * v[2],
    matrix[6] * v[0] + matrix[7] * v[1] + matrix[8] * v[2],
  ]
}

/** Transforms a normal from an instance's coordinates to the model's (not of length 1). */
export function normalToModel(
  inverse: readonly number[],
  n: readonly [number, number, number],
): [number, number, number] {
  return [
    inverse[0] * n[0] + inverse[3] * n[1] + inverse[6] * n[2],
    inverse[1] * n[0] + inverse[4] * n[1] + inverse[7] * n[2],
    inverse[2] * n[0] + inverse[5] * n[1] + inverse[8] * n[2],
  ]
}
