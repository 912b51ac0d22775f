import type { Matrix } from '@kamar/core/math'
import { MalformedRecordError } from '@kamar/codecs/records'

const unitTolerance = 1e-3

/** Returns a translation. */
export const translationMatrix = (at: ArrayLike<number>): Matrix =>
  Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, at[0], at[1], at[2])

/** Returns the matrix of a translation, a quaternion (x y z w) and a scale, with the numbers in this order. */
export function quaternionMatrix(values: ArrayLike<number>, scale: number): Matrix {
  const [x, y, z, w] = [values[3], values[4], values[5], values[6]]
  if (!(Math.abs(Math.hypot(x, y, z, w) - 1) < unitTolerance)) throw new MalformedRecordError('turn', 0)
  const rotation = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ]
  return Float64Array.of(...rotation.flat().map((value) => value * scale), values[0], values[1], values[2])
}
