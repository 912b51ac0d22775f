import type { Point } from '../api.js'
import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from '../camera/pose.js'
import { add, scale } from '../camera/vector.js'

/** A rectangle of the picture, CSS pixels from its left and top. */
export interface ScreenRectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The rectangle between two places. */
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
 * The pose whose picture a rectangle of the picture fills, as far as its form allows. `depth` is how far away what is
 * in its middle lies, metres along the view; the camera goes aside and forward without turning.
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
  const aside: Point = add(
    scale(frame.right, ((left + right) / 2 - width / 2) * metresPerPixel),
    scale(frame.up, (height / 2 - (top + bottom) / 2) * metresPerPixel),
  )
  const eye = add(pose.eye, aside)
  if (isFlat) return { ...pose, eye: eye, distance: pose.distance * share }
  return { ...pose, eye: add(eye, scale(frame.forward, depth * (1 - share))), distance: depth * share }
}
