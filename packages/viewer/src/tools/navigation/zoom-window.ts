import type { Point } from '../../engine/types.js'
import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from '../../engine/camera/pose.js'
import { add, dot, scale, subtract } from '../../engine/math/vector.js'
import type { Viewer } from '../../engine/api.js'

/** Rectangle of the canvas, CSS pixels from its left and top. */
export interface ScreenRectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the rectangle between two points. */
export const rectangleBetween = (
  one: { readonly x: number; readonly y: number },
  other: { readonly x: number; readonly y: number },
): ScreenRectangle => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y),
})

/**
 * Returns the pose at which a rectangle of the frame fills the viewport, as far as its aspect ratio allows. `depth` is
 * the distance of the content at its centre, metres along the view; the camera pans and dollies without rotating.
 */
export function zoomedPose(
  pose: Pose,
  { left, top, right, bottom }: ScreenRectangle,
  view: { readonly width: number; readonly height: number; readonly depth: number },
): Pose {
  const { width, height, depth } = view
  const share = Math.max((right - left) / width, (bottom - top) / height)
  const isFlat = pose.projection === 'orthographic'
  const metresPerPixel = (isFlat ? computeViewHeight(pose) : 2 * depth * halfHeightTangent(pose)) / height
  const frame = computeFrame(pose)
  const shift: Point = add(
    scale(frame.right, ((left + right) / 2 - width / 2) * metresPerPixel),
    scale(frame.up, (height / 2 - (top + bottom) / 2) * metresPerPixel),
  )
  const eye = add(pose.eye, shift)
  if (isFlat) return { ...pose, eye, distance: pose.distance * share }
  return { ...pose, eye: add(eye, scale(frame.forward, depth * (1 - share))), distance: depth * share }
}

/** Returns the depth within a rectangle: at its centre, or at another sample point with a hit; metres along the view. */
export function computeDepthIn(viewer: Viewer, { left, top, right, bottom }: ScreenRectangle): number {
  const { pose } = viewer.camera
  for (const [x, y] of samplePoints) {
    const pick = viewer.pick(left + (right - left) * x, top + (bottom - top) * y)
    if (pick !== null) return Math.max(1e-3, dot(subtract(pick.point, pose.eye), computeFrame(pose).forward))
  }
  return pose.distance
}

/** Sample points of a rectangle, the centre first. */
const samplePoints = [
  [0.5, 0.5],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
  [0.15, 0.15],
  [0.85, 0.85],
  [0.15, 0.85],
  [0.85, 0.15],
] as const
