import type { Vector } from '@kamar/core/math'
import type { FaceTexture } from './model.js'

const positionedFlag = 1
const projectedFlag = 2

/** Returns the texture mapping by the flags of a face side; null where none is stated. */
export function faceTexture(
  flags: number,
  matrix: readonly number[],
  [x, y, z]: readonly number[],
): FaceTexture | null {
  if ((flags & (positionedFlag | projectedFlag)) === 0) return null
  const direction: Vector | null = (flags & projectedFlag) === 0 ? null : [x, y, z]
  return { matrix, direction }
}
