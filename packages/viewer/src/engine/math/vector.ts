import type { Point } from '../types.js'

export { add, computeLength, cross, dot, mix, normalize, scale, subtract } from '@kamar/core/math'

/** Returns a key that is the same for points within about ten micrometres. */
export const formatPointKey = (point: Point): string => point.map((value) => value.toFixed(5)).join(' ')
