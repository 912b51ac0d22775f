import type { ModelMove, Point } from '../types.js'

/** Returns the transformed point of a moved model; transforms a direction if `share` is 0. */
export const movedPoint = ([x, y, z]: Point, m: ModelMove['matrix'], share: 0 | 1 = 1): Point =>
  [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + share * m[row + 3]) as unknown as Point
