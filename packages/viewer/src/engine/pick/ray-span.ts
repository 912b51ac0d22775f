import type { Point } from '../types.js'
import { dot } from '../math/vector.js'
import type { Ray } from '../math/ray.js'

/** Part of a ray within section planes. */
export interface RaySpan {
  /** Metres from the ray's origin. */
  readonly from: number
  readonly to: number
  /** Normal of the plane through which the ray enters, towards its origin; null if it begins inside. */
  readonly entry: Point | null
}

/**
 * Returns the part of the ray on the positive side of all planes (normal and distance, four numbers each); null if
 * there is none.
 */
export function spanWithin(ray: Ray, planes: Float64Array): RaySpan | null {
  let from = 0
  let to = Infinity
  let entry: Point | null = null
  for (let at = 0; at < planes.length; at += 4) {
    const normal: Point = [planes[at], planes[at + 1], planes[at + 2]]
    const height = dot(normal, ray.origin) + planes[at + 3]
    const slope = dot(normal, ray.direction)
    if (slope === 0) {
      if (height < 0) return null
      continue
    }
    const distance = -height / slope
    if (slope < 0) to = Math.min(to, distance)
    else if (distance > from) {
      from = distance
      entry = [-normal[0], -normal[1], -normal[2]]
    }
  }
  return from < to ? { from, to, entry } : null
}
