import type { Box } from '@kamar/view-package/read'
import type { Point } from '../api.js'
import { frameOf, type Pose } from './pose.js'
import { dot, subtract } from './vector.js'

/** The eight corners of a box. */
export function cornersOf({ min, max }: Box): Point[] {
  const corners: Point[] = []
  for (let corner = 0; corner < 8; corner++)
    corners.push([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]])
  return corners
}

/** Diagonal of a box, metres. */
export const diagonalOf = ({ min, max }: Box): number => Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])

/** Nearest and farthest distance to draw, so that the depth buffer is spent on the model. */
export function depthRange(pose: Pose, box: Box): { readonly near: number; readonly far: number } {
  const { forward } = frameOf(pose)
  let nearest = Infinity
  let farthest = -Infinity
  for (const corner of cornersOf(box)) {
    const depth = dot(subtract(corner, pose.eye), forward)
    nearest = Math.min(nearest, depth)
    farthest = Math.max(farthest, depth)
  }
  const slack = diagonalOf(box) * 0.01 + 0.01
  if (pose.projection === 'orthographic') return { near: nearest - slack, far: farthest + slack }
  const far = Math.max(farthest + slack, 0.1)
  return { near: Math.max(nearest - slack, far / 4000), far }
}

/** Whether the eye stands outside the box by more than a hair. */
export function isOutside(eye: Point, { min, max }: Box): boolean {
  return eye.some((value, axis) => value < min[axis] - 0.01 || value > max[axis] + 0.01)
}
