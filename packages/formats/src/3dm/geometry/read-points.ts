import { isCoordinate } from '@kamar/core/math'
import type { PointCloud } from '../../kit/split-point-cloud.js'
import type { Point, RhinoPointCloud } from '../archive/kernel-types.js'

/** Converts a single point to a cloud of one; null when its coordinates are not finite. */
export const singlePoint = (point: Point): PointCloud | null =>
  point.every(isCoordinate) ? { positions: Float64Array.from(point) } : null

/** Reads the points of a cloud, with colours if every point has one; null when none has a valid position. */
export function cloudPoints(cloud: RhinoPointCloud): PointCloud | null {
  const points = cloud.getPoints() ?? []
  const colors = cloud.containsColors ? (cloud.getColors() ?? []) : []
  const rows = [...points.keys()].filter((row) => points[row].every(isCoordinate))
  if (rows.length === 0) return null
  const positions = new Float64Array(rows.length * 3)
  rows.forEach((row, at) => positions.set(points[row], at * 3))
  if (colors.length !== points.length) return { positions }
  return {
    positions,
    colors: Uint8Array.from(rows.flatMap((row) => [colors[row].r, colors[row].g, colors[row].b, 255])),
  }
}
