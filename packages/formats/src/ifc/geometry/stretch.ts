import type { Matrix } from '@kamar/core/math'
import { noScale, splitScale, type Scale } from '../model/shapes/scale.js'
import type { RawMesh } from './kernel-geometry.js'

/** A linear map to apply to a mesh's points, and the remaining placement. */
export interface Stretch {
  /** 3×3, column-major. */
  readonly linear: Float64Array
  readonly placement: Matrix
  /** Whether it flips the triangles. */
  readonly isMirror: boolean
}

/**
 * Returns the part of `scale` after `matrix` that must be applied to the mesh: all of it when the job requests a scale,
 * or the excessive stretch or mirroring of the kernel's own matrix. Null when the placement can stay as it is.
 */
export function splitStretch(matrix: Matrix, scale: Scale): Stretch | null {
  if (scale === noScale) {
    const own = splitScale(matrix)
    if (own.scale === noScale) return null
    const [x, y, z] = own.scale
    return { linear: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z), placement: own.matrix, isMirror: x * y * z < 0 }
  }
  const linear = matrix.slice(0, 9)
  for (let at = 0; at < 9; at++) linear[at] *= scale[at % 3]
  const placement = Float64Array.of(
    1,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    1,
    matrix[9] * scale[0],
    matrix[10] * scale[1],
    matrix[11] * scale[2],
  )
  return { linear, placement, isMirror: scale[0] * scale[1] * scale[2] < 0 }
}

/** Applies the map to a mesh's points, in place. */
export function stretchMesh({ positions, indices }: RawMesh, { linear, isMirror }: Stretch): void {
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]
    const y = positions[at + 1]
    const z = positions[at + 2]
    for (let axis = 0; axis < 3; axis++)
      positions[at + axis] = linear[axis] * x + linear[3 + axis] * y + linear[6 + axis] * z
  }
  if (!isMirror) return
  for (let at = 0; at < indices.length; at += 3) {
    const second = indices[at + 1]
    indices[at + 1] = indices[at + 2]
    indices[at + 2] = second
  }
}
