import type { Matrix } from '@kamar/core/math'

/** Factors along the axes of a mesh's frame. */
export type Scale = readonly [number, number, number]

/** The identity scale. */
export const noScale: Scale = [1, 1, 1]

// A mesh stores its points to 0.1 mm and its simplification to 0.2 mm; a larger stretch would make that visible.
const mildFactor = 2

/**
 * Splits the stretch off a frame when it is too large for a placement: factors far from one, or mirroring (whose
 * triangles would face inward). The remaining frame has neither.
 */
export function splitScale(matrix: Matrix): { scale: Scale; matrix: Matrix } {
  const lengths = [0, 3, 6].map((column) => Math.hypot(matrix[column], matrix[column + 1], matrix[column + 2]))
  const isUsable = lengths.every((length) => length > 0 && Number.isFinite(length))
  const isMild = lengths.every((length) => length <= mildFactor && length >= 1 / mildFactor)
  const isMirror = determinant(matrix) < 0
  if (!isUsable || (isMild && !isMirror)) return { scale: noScale, matrix }
  const round = (value: number): number => Number(value.toPrecision(9))
  const scale = [round(lengths[0]), round(lengths[1]), round(isMirror ? -lengths[2] : lengths[2])] as const
  const rigid = matrix.slice()
  for (let column = 0; column < 3; column++) {
    for (let axis = 0; axis < 3; axis++) rigid[column * 3 + axis] /= scale[column]
  }
  return { scale, matrix: rigid }
}

function determinant(m: Matrix): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4])
}
