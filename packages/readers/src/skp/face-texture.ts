import type { Vector } from '../shared/matrix.js'
import type { FaceTexture } from './model.js'

const laid = 1
const thrown = 2

/** How a picture is laid, by the flags of a side of a face; null where nothing is said about it. */
export function faceTexture(
  flags: number,
  matrix: readonly number[],
  [x, y, z]: readonly number[],
): FaceTexture | null {
  if ((flags & (laid | thrown)) === 0) return null
  const direction: Vector | null = (flags & thrown) === 0 ? null : [x, y, z]
  return { matrix, direction }
}
