import type { Box } from '@kamar/view-package/read'
import type { Point } from '../api.js'
import { add, dot, scale, subtract } from './vector.js'
import { frameOf, halfHeightTangent, type Frame, type Pose } from './pose.js'

/** Air around what is fitted. */
const margin = 1.06
/** A single point or a flat thing is given this size, metres. */
const leastSize = 0.1

/** The eight corners of a box. */
export function cornersOf({ min, max }: Box): Point[] {
  const corners: Point[] = []
  for (let corner = 0; corner < 8; corner++)
    corners.push([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]])
  return corners
}

/** Middle of a box. */
export const centreOf = ({ min, max }: Box): Point => scale(add(min, max), 0.5)

/** Diagonal of a box, metres. */
export const diagonalOf = ({ min, max }: Box): number => Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])

/** Moves `pose` along its view so that the whole box is in the picture, in its middle. */
export function fitPose(pose: Pose, box: Box, aspect: number): Pose {
  const frame = frameOf(pose)
  const vertical = halfHeightTangent(pose) / margin
  const horizontal = vertical * aspect
  const { centre, distance } =
    pose.projection === 'perspective'
      ? fitPerspective(box, frame, { vertical, horizontal })
      : fitOrthographic(box, frame, { vertical, horizontal })
  const away = Math.max(distance, leastSize)
  return { ...pose, eye: subtract(centre, scale(frame.forward, away)), distance: away }
}

interface Tangents {
  readonly vertical: number
  readonly horizontal: number
}

/**
 * In perspective each corner asks for the eye to be on its side of two lines, left and right, and two more, above and
 * below: the eye that satisfies all of them with equal air on both sides is found per direction.
 */
function fitPerspective(box: Box, frame: Frame, tangents: Tangents): { centre: Point; distance: number } {
  const middle = centreOf(box)
  const corners = cornersOf(box).map((corner) => subtract(corner, middle))
  const along = (axis: Point, tangent: number): { shift: number; distance: number } => {
    let high = -Infinity
    let low = -Infinity
    for (const corner of corners) {
      const across = dot(corner, axis) / tangent
      const depth = dot(corner, frame.forward)
      high = Math.max(high, across - depth)
      low = Math.max(low, -across - depth)
    }
    return { shift: ((high - low) / 2) * tangent, distance: (high + low) / 2 }
  }
  const x = along(frame.right, tangents.horizontal)
  const y = along(frame.up, tangents.vertical)
  const centre = add(middle, add(scale(frame.right, x.shift), scale(frame.up, y.shift)))
  return { centre, distance: Math.max(x.distance, y.distance) }
}

function fitOrthographic(box: Box, frame: Frame, tangents: Tangents): { centre: Point; distance: number } {
  const middle = centreOf(box)
  let distance = 0
  for (const corner of cornersOf(box).map((point) => subtract(point, middle))) {
    distance = Math.max(
      distance,
      Math.abs(dot(corner, frame.right)) / tangents.horizontal,
      Math.abs(dot(corner, frame.up)) / tangents.vertical,
    )
  }
  return { centre: middle, distance }
}

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
