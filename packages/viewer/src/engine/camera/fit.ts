import type { Box } from '@kamar/package-format/read'
import type { Point } from '../types.js'
import { computeFrame, halfHeightTangent, type Frame, type Pose } from './pose.js'
import { add, computeLength, dot, scale, subtract } from '../math/vector.js'

/** Margin around the fitted subject. */
const margin = 1.06
/** Minimum distance of the eye from the subject, as a ratio of its size: a line may be viewed along itself. */
const minDistanceRatio = 0.05
/** Sizes below this ratio of the distance from the origin are rounding errors. */
const roundingRatio = 1e-6

/**
 * The support function of a subject: the largest `p · direction` over its points. Fitting needs nothing else, for one
 * box or for the boxes of 10,000 objects: a building with wings leaves corners of its own box empty.
 */
export type Support = (direction: Point) => number

/** Returns the support function of boxes of six numbers each, min then max. */
export const supportOfBoxes =
  (boxes: Float32Array): Support =>
  ([x, y, z]) => {
    let maxExtent = -Infinity
    for (let at = 0; at < boxes.length; at += 6) {
      const sum = x * boxes[at + (x > 0 ? 3 : 0)] + y * boxes[at + (y > 0 ? 4 : 1)] + z * boxes[at + (z > 0 ? 5 : 2)]
      if (sum > maxExtent) maxExtent = sum
    }
    return maxExtent
  }

/** Returns the support function of one box. */
export const supportOfBox = ({ min, max }: Box): Support => supportOfBoxes(Float32Array.from([...min, ...max]))

/** The part of the view to fill, in half view heights from the centre: ±1 and ±aspect for all of it. */
export interface FitWindow {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** CSS pixels covered by panels of the application at each side. */
export interface Insets {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Minimum free ratio of width and height, however much is covered: as much as a bottom sheet on a phone leaves. */
const minFreeRatio = 0.25

/** Computes the free part of a view whose sides are covered; at least a quarter remains. */
export function freeWindow(size: { readonly width: number; readonly height: number }, insets: Insets): FitWindow {
  const { width, height } = size
  const upper = 1 - minFreeRatio
  const across = Math.min(1, (width * upper) / Math.max(1, insets.left + insets.right))
  const upright = Math.min(1, (height * upper) / Math.max(1, insets.top + insets.bottom))
  return {
    left: (insets.left * across * 2 - width) / height,
    right: (width - insets.right * across * 2) / height,
    bottom: (insets.bottom * upright * 2) / height - 1,
    top: 1 - (insets.top * upright * 2) / height,
  }
}

/** One axis of the window, with margin. */
interface Span {
  readonly low: number
  readonly high: number
}

function addPadding(low: number, high: number): Span {
  const center = (low + high) / 2
  const half = (high - low) / 2 / margin
  return { low: center - half, high: center + half }
}

/** Moves `pose` along its view so that the whole subject is in the window, with equal margins on both sides. */
export function fitPose(pose: Pose, subject: Support, window: FitWindow): Pose {
  const frame = computeFrame(pose)
  const spans = { right: addPadding(window.left, window.right), up: addPadding(window.bottom, window.top) }
  return pose.projection === 'perspective'
    ? fitPerspective(pose, subject, { frame, spans })
    : fitOrthographic(pose, subject, { frame, spans })
}

interface Scene {
  readonly frame: Frame
  readonly spans: Readonly<Record<'right' | 'up', Span>>
}

/**
 * Computes the minimum distance of the eye: proportional to the size of the subject; for a point, the current distance.
 */
function computeMinDistance(subject: Support, { right, up, forward }: Frame, pose: Pose): number {
  const ends = [right, up, forward].flatMap((axis) => [subject(axis), -subject(scale(axis, -1))])
  const size = Math.max(ends[0] - ends[1], ends[2] - ends[3], ends[4] - ends[5])
  return size > roundingRatio * Math.max(...ends.map(Math.abs)) ? size * minDistanceRatio : pose.distance
}

/** Computes half the depth of the subject along the view. */
function computeHalfDepth(subject: Support, { forward }: Frame): number {
  return (subject(forward) - subject(scale(forward, -1))) / 2
}

/** Constraint of one axis on the eye: how far back it must be, and its lateral position there. */
interface Limit {
  readonly back: number
  eyeOffset(back: number): number
}

/**
 * Computes the constraint of one axis. Every point must lie between two planes through the eye. For a plane of slope t,
 * x − t·z is largest at one point of the subject; moving back by d moves the plane by t·d. The minimum d is where the
 * two meet.
 */
function computeLimit(
  subject: Support,
  frame: Frame,
  { axis, span }: { readonly axis: 'right' | 'up'; readonly span: Span },
): Limit {
  const { low, high } = span
  const upper = subject(add(frame[axis], scale(frame.forward, -high)))
  const least = -subject(add(scale(frame[axis], -1), scale(frame.forward, low)))
  return {
    back: (upper - least) / (high - low),
    eyeOffset: (back) => (upper - high * back + least - low * back) / 2,
  }
}

/** Bisection steps until the margins on both sides are equal to a pixel. */
const halvings = 12

function fitPerspective(pose: Pose, subject: Support, { frame, spans }: Scene): Pose {
  const tangent = halfHeightTangent(pose)
  const limit = (axis: 'right' | 'up', share: number): Limit => {
    const center = ((spans[axis].low + spans[axis].high) / 2) * tangent
    const half = ((spans[axis].high - spans[axis].low) / 2) * tangent * share
    return computeLimit(subject, frame, { axis, span: { low: center - half, high: center + half } })
  }
  const nearest = -subject(scale(frame.forward, -1))
  const minDistance = computeMinDistance(subject, frame, pose)
  const back = Math.max(minDistance - nearest, limit('right', 1).back, limit('up', 1).back)
  // The tightest window with the same centre that still fits gives equal margins on both sides of the subject.
  const eyeOffsets = (['right', 'up'] as const).map((axis) => {
    let fits = 1
    let tooTight = 0
    for (let round = 0; round < halvings; round++) {
      const share = (fits + tooTight) / 2
      if (limit(axis, share).back <= back) fits = share
      else tooTight = share
    }
    return limit(axis, fits).eyeOffset(back)
  })
  const eye = add(add(scale(frame.right, eyeOffsets[0]), scale(frame.up, eyeOffsets[1])), scale(frame.forward, -back))
  return { ...pose, eye, distance: Math.max(minDistance, computeHalfDepth(subject, frame) + back) }
}

function fitOrthographic(pose: Pose, subject: Support, { frame, spans }: Scene): Pose {
  const sides = (['right', 'up'] as const).map((axis) => {
    const upper = subject(frame[axis])
    const least = -subject(scale(frame[axis], -1))
    return { upper, least, span: spans[axis], half: (upper - least) / (spans[axis].high - spans[axis].low) }
  })
  const least = computeMinDistance(subject, frame, pose) * halfHeightTangent(pose)
  const half = Math.max(least, ...sides.map((side) => side.half))
  const distance = half / halfHeightTangent(pose)
  const [right, up] = sides.map(({ upper, least, span }) => (upper + least - (span.low + span.high) * half) / 2)
  const back = distance - computeHalfDepth(subject, frame)
  const eye = add(add(scale(frame.right, right), scale(frame.up, up)), scale(frame.forward, -back))
  return { ...pose, eye, distance }
}

/** Computes the difference of two poses as a ratio of the view, to decide whether it is visible. */
export function poseDifference(one: Pose, other: Pose): number {
  const distance = computeLength(subtract(one.eye, other.eye))
  const rotation = 1 - dot(computeFrame(one).forward, computeFrame(other).forward)
  return distance / one.distance + Math.abs(1 - other.distance / one.distance) + rotation
}
