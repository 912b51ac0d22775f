import { cross, dot, normalized, type Vector } from '@kamar/core/math'
import type { FaceTexture, Texture } from '../model.js'

/** Directions closer to vertical than this derive their axes from y instead of z. */
const nearlyUpright = 1 / 64

/** Returns two axes of the plane perpendicular to a direction, as SketchUp chooses them. */
export function planeAxes(direction: Vector): readonly [Vector, Vector] | null {
  const normal = normalized(direction)
  if (normal === null) return null
  const isUpright = Math.abs(normal[0]) < nearlyUpright && Math.abs(normal[1]) < nearlyUpright
  const x = normalized(cross(isUpright ? [0, 1, 0] : [0, 0, 1], normal))
  return x && [x, cross(normal, x)]
}

/** Inverts three rows of three numbers; returns null for a singular matrix. */
export function invert(matrix: readonly number[]): number[] | null {
  const [a, b, c, d, e, f, g, h, i] = matrix
  const [first, second, third] = [e * i - f * h, c * h - b * i, b * f - c * e]
  const determinant = a * first + d * second + g * third
  const [fourth, fifth, sixth] = [f * g - d * i, a * i - c * g, c * d - a * f]
  const [seventh, eighth, ninth] = [d * h - e * g, b * g - a * h, a * e - b * d]
  const all = [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth]
  const inverse = all.map((value) => value / determinant)
  return inverse.every(Number.isFinite) ? inverse : null
}

/**
 * Mapping from a position on a face to u and v of the texture, v upwards; null where the texture mapping is invalid.
 */
export type UvMap = (position: Vector) => readonly [u: number, v: number]

/** Creates the texture mapping of a face with this normal; by default a texture lies on the plane unchanged. */
export function createUvMap(normal: Vector, texture: Texture, faceTexture: FaceTexture | null): UvMap | null {
  const axes = planeAxes(faceTexture?.direction ?? normal)
  const inverse = faceTexture === null ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : invert(faceTexture.matrix)
  if (axes === null || inverse === null) return null
  return (position) => {
    const [x, y] = [dot(position, axes[0]), dot(position, axes[1])]
    const share = x * inverse[2] + y * inverse[5] + inverse[8]
    const u = (x * inverse[0] + y * inverse[3] + inverse[6]) / share
    const v = (x * inverse[1] + y * inverse[4] + inverse[7]) / share
    return [u / texture.widthInches, v / texture.heightInches]
  }
}
