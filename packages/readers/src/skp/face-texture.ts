import type { Vector } from '../shared/matrix.js'
import type { FaceTexture } from './model.js'

const positionedFlag = 1
const projectedFlag = 2

/** How a picture is laid, by the flags of a side of a face; null where nothing is said about it. */
export function faceTexture(
  flags: number,
  matrix: readonly number[],
  [x, y, z]: readonly number[],
): FaceTexture | null {
  if ((flags & (positionedFlag | projectedFlag)) === 0) return null
  const direction: Vector | null = (flags & projectedFlag) === 0 ? null : [x, y, z]
  return { matrix, direction }
}
