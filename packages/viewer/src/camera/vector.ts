import type { Point } from '../api.js'

/** a + b. */
export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
/** a − b. */
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
/** a, `factor` times as long. */
export const scale = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor, a[2] * factor]
/** Length of a along b, times b's length. */
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
/** At right angles to both, right-handed. */
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** Metres. */
export const computeLength = (a: Point): number => Math.hypot(a[0], a[1], a[2])
/** a with length 1; nothing stays nothing. */
export const normalize = (a: Point): Point => {
  const length = computeLength(a)
  return length === 0 ? [0, 0, 0] : scale(a, 1 / length)
}
/** From `a` (0) to `b` (1). */
export const mix = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
