/**
 * Transform of texture coordinates: u and v (upwards) of a vertex become a·u + c·v + e and b·u + d·v + f of the image,
 * in the order a b c d e f.
 */
export type TextureTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Identity: the vertex coordinates apply unchanged. */
export const untransformed: TextureTransform = [1, 0, 0, 1, 0, 0]

/**
 * Builds a transform that first scales, then rotates, then translates coordinates; radians, counter-clockwise. Returns
 * null where a number is missing.
 */
export function textureTransform({
  scale = [1, 1],
  rotation = 0,
  offset = [0, 0],
}: {
  readonly scale?: readonly [number, number]
  readonly rotation?: number
  readonly offset?: readonly [number, number]
}): TextureTransform | null {
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)]
  const [x, y] = scale
  const transform = [cosine * x, sine * x, 0 - sine * y, cosine * y, ...offset] as const
  return transform.every(Number.isFinite) ? transform : null
}

/** Returns whether a transform is the identity. */
export const isUntransformed = (transform: TextureTransform): boolean =>
  transform.every((value, at) => value === untransformed[at])

/** Computes u (0) or v (1) on the image, v downwards as in the scene; `at` are u and v upwards. */
export function toImageCoordinate(
  [a, b, c, d, e, f]: TextureTransform,
  [u, v]: readonly [number, number],
  axis: 0 | 1,
): number {
  return axis === 0 ? a * u + c * v + e : 1 - (b * u + d * v + f)
}

/** Computes the scene coordinates of all vertices, u v each; the input has v upwards. */
export function toImageCoordinates(coordinates: ArrayLike<number>, transform: TextureTransform): Float32Array {
  const result = new Float32Array(coordinates.length)
  for (let at = 0; at + 1 < result.length; at += 2) {
    for (const axis of [0, 1] as const) {
      const value = toImageCoordinate(transform, [coordinates[at], coordinates[at + 1]], axis)
      result[at + axis] = Number.isFinite(value) ? value : 0
    }
  }
  return result
}
