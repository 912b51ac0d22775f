import type { Point } from '../api.js'

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor, a[2] * factor]
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const lengthOf = (a: Point): number => Math.hypot(a[0], a[1], a[2])
export const normalize = (a: Point): Point => {
  const length = lengthOf(a)
  return length === 0 ? [0, 0, 0] : scale(a, 1 / length)
}
/** From `a` (0) to `b` (1). */
export const mix = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
