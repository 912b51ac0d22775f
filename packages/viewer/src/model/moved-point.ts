import type { ModelMove, Point } from '../api.js'

/** A point of a model that was moved; a direction with a `share` of 0. */
export const movedPoint = ([x, y, z]: Point, m: ModelMove['matrix'], share: 0 | 1 = 1): Point =>
  [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + share * m[row + 3]) as unknown as Point
