import type { CameraView, NamedView, Point, Projection } from '../types.js'
import { add, cross, dot, computeLength, scale, subtract } from '../math/vector.js'

/** At most straight up or down: the horizon stays level. */
const steepest = Math.PI / 2

/**
 * Position and direction of the camera for orbit and zoom: two angles instead of a matrix, so that the horizon stays
 * level and looking straight down needs no special case.
 */
export interface Pose {
  readonly eye: Point
  /** Radians from north (+Y), clockwise seen from above. */
  readonly azimuth: number
  /** Elevation of the viewing direction in radians above the horizon. */
  readonly elevation: number
  /** Metres from the eye to the target; with the field of view it determines the size of an orthographic view. */
  readonly distance: number
  readonly projection: Projection
  readonly fieldOfViewDegrees: number
}

/** View axes in model coordinates. */
export interface Frame {
  readonly right: Point
  readonly up: Point
  readonly forward: Point
}

/** Computes the view axes at these angles. */
export function computeFrame(pose: Pick<Pose, 'azimuth' | 'elevation'>): Frame {
  const forward: Point = [
    Math.sin(pose.azimuth) * Math.cos(pose.elevation),
    Math.cos(pose.azimuth) * Math.cos(pose.elevation),
    Math.sin(pose.elevation),
  ]
  const right: Point = [Math.cos(pose.azimuth), -Math.sin(pose.azimuth), 0]
  return { right, up: cross(right, forward), forward }
}

/** Computes the target point. */
export const computeTarget = (pose: Pose): Point => add(pose.eye, scale(computeFrame(pose).forward, pose.distance))

/** Computes half the view's height at a distance of 1. */
export const halfHeightTangent = (pose: Pick<Pose, 'fieldOfViewDegrees'>): number =>
  Math.tan((pose.fieldOfViewDegrees * Math.PI) / 360)

/** Computes the height of the view in metres at the target. */
export const computeViewHeight = (pose: Pose): number => 2 * pose.distance * halfHeightTangent(pose)

/** Converts the pose to the form for saved views and events. */
export const toCameraView = (pose: Pose): CameraView => ({
  eye: pose.eye,
  target: computeTarget(pose),
  projection: pose.projection,
  fieldOfViewDegrees: pose.fieldOfViewDegrees,
  height: computeViewHeight(pose),
  ...(Math.cos(pose.elevation) < levelRatio ? { up: computeFrame(pose).up } : {}),
})

/** A direction whose horizontal part is below this ratio of its length is straight down or up. */
const levelRatio = 1e-6

/** Converts a saved view to a pose; straight down or up without `up` keeps the azimuth of `before`. */
export function toPose(view: CameraView, before: Pose): Pose {
  const direction = subtract(view.target, view.eye)
  const length = computeLength(direction)
  if (!(length > 0)) return { ...before, eye: view.eye, projection: view.projection }
  const level = Math.hypot(direction[0], direction[1])
  const tangent = halfHeightTangent(view)
  const orthographic = view.projection === 'orthographic'
  return {
    eye: view.eye,
    azimuth: level < length * levelRatio ? straightAzimuth(view, before) : Math.atan2(direction[0], direction[1]),
    elevation: Math.atan2(direction[2], level),
    distance: orthographic && view.height > 0 ? view.height / (2 * tangent) : length,
    projection: view.projection,
    fieldOfViewDegrees: view.fieldOfViewDegrees,
  }
}

function straightAzimuth({ eye, target, up }: CameraView, before: Pose): number {
  if (up === undefined) return before.azimuth
  return target[2] < eye[2] ? Math.atan2(up[0], up[1]) : Math.atan2(-up[0], -up[1])
}

/**
 * Returns the pose in the other projection: objects at the depth of `centerPoint` (default: the target) keep their
 * size.
 */
export function withProjection(pose: Pose, projection: Projection, centerPoint: Point | null): Pose {
  const { forward } = computeFrame(pose)
  const depth = centerPoint === null ? pose.distance : dot(subtract(centerPoint, pose.eye), forward)
  if (projection === 'perspective')
    return { ...pose, projection, eye: add(pose.eye, scale(forward, depth - pose.distance)) }
  return { ...pose, projection, distance: depth > 0 ? depth : pose.distance }
}

/** Rotates about `pivot`, which keeps its position in the view. Angles in radians. */
export function orbit(
  pose: Pose,
  pivot: Point,
  rotation: { readonly azimuth: number; readonly elevation: number },
): Pose {
  const before = computeFrame(pose)
  const offset = subtract(pivot, pose.eye)
  const viewOffset: Point = [dot(offset, before.right), dot(offset, before.up), dot(offset, before.forward)]
  const elevation = Math.min(steepest, Math.max(-steepest, pose.elevation + rotation.elevation))
  const rotated: Pose = { ...pose, azimuth: pose.azimuth + rotation.azimuth, elevation }
  const after = computeFrame(rotated)
  const back = add(
    add(scale(after.right, viewOffset[0]), scale(after.up, viewOffset[1])),
    scale(after.forward, viewOffset[2]),
  )
  return { ...rotated, eye: subtract(pivot, back) }
}

/** Moves the camera so that the view shifts by `right` and `up` metres at the target. */
export function pan(pose: Pose, right: number, up: number): Pose {
  const frame = computeFrame(pose)
  return { ...pose, eye: subtract(pose.eye, add(scale(frame.right, right), scale(frame.up, up))) }
}

/**
 * Zooms towards `anchor` by `factor` (0.5: half the distance), which keeps its position in the view. In perspective the
 * eye never passes the anchor, however often it is called.
 */
export function zoomTo(pose: Pose, anchor: Point, factor: number): Pose {
  const eye = add(anchor, scale(subtract(pose.eye, anchor), factor))
  return { ...pose, eye, distance: pose.distance * factor }
}

const sides: Readonly<Record<string, Point>> = {
  front: [0, -1, 0],
  back: [0, 1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 0, 1],
  bottom: [0, 0, -1],
}

/** The home view: from the front right, closer to the front, and high enough to show roofs. */
const homeAngles = { azimuth: -Math.PI / 5, elevation: -0.5 }

/** Returns the angles of a named view; straight down or up keeps `azimuth`, snapped to the nearest side. */
export function getViewAngles(name: NamedView, azimuth: number): Pick<Pose, 'azimuth' | 'elevation'> {
  if (name === 'home') return homeAngles
  const from = name.split('-').reduce<Point>((sum, side) => add(sum, sides[side] ?? [0, 0, 0]), [0, 0, 0])
  const level = Math.hypot(from[0], from[1])
  if (level === 0) {
    const quarter = Math.PI / 2
    return { azimuth: Math.round(azimuth / quarter) * quarter, elevation: from[2] > 0 ? -steepest : steepest }
  }
  return { azimuth: Math.atan2(-from[0], -from[1]), elevation: Math.atan2(-from[2], level) }
}
