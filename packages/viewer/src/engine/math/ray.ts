import type { Point } from '../types.js'

/** View ray. `direction` has length 1. */
export interface Ray {
  readonly origin: Point
  readonly direction: Point
  /** Size of a pixel in metres: at the origin, and its increase per metre away from it. */
  readonly pixelSize: number
  readonly pixelGrowth: number
}
