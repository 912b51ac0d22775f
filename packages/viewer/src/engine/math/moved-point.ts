import { mapAxes } from '@kamar/core/math'
import type { ModelMove, Point } from '../types.js'

/** Returns the transformed point of a moved model; transforms a direction if `share` is 0. */
export const movedPoint = ([x, y, z]: Point, m: ModelMove['matrix'], share: 0 | 1 = 1): Point =>
  mapAxes((axis) => m[4 * axis] * x + m[4 * axis + 1] * y + m[4 * axis + 2] * z + share * m[4 * axis + 3])
