import { cross, dot, normalized, type Vector } from '../../shared/matrix.js'
import type { FaceTexture, Texture } from '../model.js'

/** Directions closer to straight up or down than this have their axes from y instead of z. */
const nearlyUpright = 1 / 64

/** Two directions that lie in the plane across a direction, as the program chooses them for any direction. */
export function planeAxes(direction: Vector): readonly [Vector, Vector] | null {
  const normal = normalized(direction)
  if (normal === null) return null
  const isUpright = Math.abs(normal[0]) < nearlyUpright && Math.abs(normal[1]) < nearlyUpright
  const x = normalized(cross(isUpright ? [0, 1, 0] : [0, 0, 1], normal))
  return x && [x, cross(normal, x)]
}

/** The inverse of three rows of three numbers, or null where there is none. */
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

/** Where a place of a face stands on the picture: u, and v running up; null where the picture is laid in no way that can be. */
export type UvMap = (position: Vector) => readonly [u: number, v: number]

/** How a picture lies on a face with this normal; a picture about which nothing is said lies on its plane as it is. */
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
