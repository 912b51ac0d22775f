import type { Point } from '../types.js'

/** Returns a + b. */
export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
/** Returns a − b. */
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
/** Returns a × `factor`. */
export const scale = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor, a[2] * factor]
/** Returns the dot product. */
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
/** Returns the right-handed cross product. */
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** Returns the length, metres. */
export const computeLength = (a: Point): number => Math.hypot(a[0], a[1], a[2])
/** Returns a with length 1; the zero vector stays zero. */
export const normalize = (a: Point): Point => {
  const length = computeLength(a)
  return length === 0 ? [0, 0, 0] : scale(a, 1 / length)
}
/** Interpolates from `a` (0) to `b` (1). */
export const mix = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
/** Returns a key that is the same for points within about ten micrometres. */
export const formatPointKey = (point: Point): string => point.map((value) => value.toFixed(5)).join(' ')
