import type { Point } from '../types.js'
import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from './pose.js'
import { dot, subtract } from '../math/vector.js'

/** A model point projected to the view. */
export interface ProjectedPoint {
  /** CSS pixels from the left and top of the viewer. */
  readonly x: number
  readonly y: number
  /** Metres in front of the eye, along the view. */
  readonly depth: number
}

/** Projects a point on a canvas of this size; null behind the eye. */
export function projectPoint(
  pose: Pose,
  point: Point,
  size: { readonly width: number; readonly height: number },
): ProjectedPoint | null {
  const { right, up, forward } = computeFrame(pose)
  const offset = subtract(point, pose.eye)
  const depth = dot(offset, forward)
  const isFlat = pose.projection === 'orthographic'
  if (!isFlat && depth <= 0) return null
  const half = isFlat ? computeViewHeight(pose) / 2 : depth * halfHeightTangent(pose)
  const scale = size.height / 2 / half
  return { x: size.width / 2 + dot(offset, right) * scale, y: size.height / 2 - dot(offset, up) * scale, depth }
}
