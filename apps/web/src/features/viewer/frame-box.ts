import type { Box } from '@kamar/view-package/read'
import type { CameraView, Point } from '@kamar/viewer'

/** CSS pixels at each side of the canvas that bars and panels cover. */
export interface Insets {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface CanvasSize {
  readonly width: number
  readonly height: number
}

/** Air around what is framed. */
const margin = 1.06
/** A point or a flat thing is given this size, metres. */
const leastSizeMetres = 0.1

type Axis = 'right' | 'up'
interface Frame {
  readonly forward: Point
  readonly right: Point
  readonly up: Point
}
/** The free part of the picture along one axis, in half picture heights from its middle. */
interface Span {
  readonly low: number
  readonly high: number
}

/** Moves a view along itself so that the box stands in the middle of what the bars and panels leave free. */
export function frameBox(view: CameraView, box: Box, place: { size: CanvasSize; insets: Insets }): CameraView {
  const frame = frameOf(view)
  const free = freeSpans(place.size, place.insets)
  const middle = scale(add(box.min, box.max), 0.5)
  const corners = cornersOf(box).map((corner) => subtract(corner, middle))
  return view.projection === 'perspective'
    ? framePerspective(view, { frame, free, middle, corners })
    : frameOrthographic(view, { frame, free, middle, corners })
}

interface Scene {
  readonly frame: Frame
  readonly free: Record<Axis, Span>
  readonly middle: Point
  readonly corners: readonly Point[]
}

/**
 * Each corner must lie between two planes per axis, which go through the eye. Going back far enough always does it; the
 * least distance is where the tightest two planes meet, and the eye then stands in the middle of what they allow.
 */
function framePerspective(view: CameraView, { frame, free, middle, corners }: Scene): CameraView {
  const tangent = Math.tan((view.fieldOfViewDegrees * Math.PI) / 360)
  const bounds = (['right', 'up'] as const).map((axis) => {
    const { low, high } = withAir(free[axis], tangent)
    const least = Math.max(...corners.map((corner) => dot(corner, frame[axis]) - high * dot(corner, frame.forward)))
    const most = Math.min(...corners.map((corner) => dot(corner, frame[axis]) - low * dot(corner, frame.forward)))
    return { high, low, least, most, distance: (least - most) / (high - low) }
  })
  const distance = Math.max(leastSizeMetres, ...bounds.map((bound) => bound.distance))
  const [across, upwards] = bounds.map(
    ({ high, low, least, most }) => (least - high * distance + most - low * distance) / 2,
  )
  const aside = add(scale(frame.right, across ?? 0), scale(frame.up, upwards ?? 0))
  const target = add(middle, aside)
  return {
    ...view,
    eye: subtract(target, scale(frame.forward, distance)),
    target,
    height: 2 * distance * tangent,
  }
}

/** As tangents; the air is inside the span, also when all of it lies at one side of the picture. */
function withAir({ low, high }: Span, tangent: number): Span {
  const middle = (low + high) / 2
  const half = (high - low) / 2 / margin
  return { low: (middle - half) * tangent, high: (middle + half) * tangent }
}

function frameOrthographic(view: CameraView, { frame, free, middle, corners }: Scene): CameraView {
  const size = (axis: Axis): number => 2 * Math.max(...corners.map((corner) => Math.abs(dot(corner, frame[axis]))))
  const share = (axis: Axis): number => (free[axis].high - free[axis].low) / 2
  const height = margin * Math.max(leastSizeMetres, size('right') / share('right'), size('up') / share('up'))
  const offset = (axis: Axis): Point => scale(frame[axis], (-(free[axis].high + free[axis].low) / 2) * (height / 2))
  const target = add(middle, add(offset('right'), offset('up')))
  const back = subtract(view.target, view.eye)
  return { ...view, target, eye: subtract(target, back), height }
}

/** At least a tenth of the picture counts as free, however much is covered. */
function freeSpans({ width, height }: CanvasSize, insets: Insets): Record<Axis, Span> {
  const span = (low: number, high: number): Span => {
    const middle = (low + high) / 2
    const half = Math.max(0.1, (high - low) / 2)
    return { low: middle - half, high: middle + half }
  }
  const aspect = width / height
  return {
    right: span((2 * insets.left) / height - aspect, aspect - (2 * insets.right) / height),
    up: span((2 * insets.bottom) / height - 1, 1 - (2 * insets.top) / height),
  }
}

/** Z is up; straight down or up, the picture's up is the y axis. */
function frameOf({ eye, target }: CameraView): Frame {
  const forward = unit(subtract(target, eye))
  const isUpright = Math.abs(forward[2]) < 0.9999
  const right = unit(cross(forward, isUpright ? [0, 0, 1] : [0, 1, 0]))
  return { forward, right, up: cross(right, forward) }
}

function cornersOf({ min, max }: Box): Point[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner): Point => [
    (corner & 1 ? max : min)[0],
    (corner & 2 ? max : min)[1],
    (corner & 4 ? max : min)[2],
  ])
}

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const scale = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor, a[2] * factor]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Point): Point => scale(a, 1 / (Math.hypot(...a) || 1))
