import type { Box } from '@kamar/package-format/read'
import type { Point } from '../types.js'
import { computeFrame, type Pose } from './pose.js'
import { dot, subtract } from '../math/vector.js'

/** Returns the eight corners of a box. */
export function getBoxCorners({ min, max }: Box): Point[] {
  const corners: Point[] = []
  for (let corner = 0; corner < 8; corner++)
    corners.push([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]])
  return corners
}

/** Computes the diagonal of a box, metres. */
export const computeDiagonal = ({ min, max }: Box): number =>
  Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])

/** Minimum ratio of near to far distance: 24 bits of depth then separate a building's surfaces. */
const nearestRatio = 1 / 4000
/** On a site of 100 km that ratio gives 25 m: the target, and a step towards it, must still be drawn. */
const nearestOfDistance = 1 / 20

/** Computes near and far distance, so that the depth buffer is used for the model. */
export function depthRange(pose: Pose, box: Box): { readonly near: number; readonly far: number } {
  const { forward } = computeFrame(pose)
  let nearest = Infinity
  let farthest = -Infinity
  for (const corner of getBoxCorners(box)) {
    const depth = dot(subtract(corner, pose.eye), forward)
    nearest = Math.min(nearest, depth)
    farthest = Math.max(farthest, depth)
  }
  const tolerance = computeDiagonal(box) * 0.01 + pose.distance * 1e-3
  if (pose.projection === 'orthographic') return { near: nearest - tolerance, far: farthest + tolerance }
  const far = Math.max(farthest + tolerance, pose.distance * 0.1)
  return { near: Math.max(nearest - tolerance, Math.min(far * nearestRatio, pose.distance * nearestOfDistance)), far }
}

/** Returns whether the eye is outside the box by more than a tolerance: a centimetre, less for small boxes. */
export function isOutside(eye: Point, box: Box): boolean {
  const hair = Math.min(0.01, computeDiagonal(box) * 1e-3)
  return eye.some((value, axis) => value < box.min[axis] - hair || value > box.max[axis] + hair)
}
