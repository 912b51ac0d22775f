import type { Box } from '@kamar/view-package/read'
import type { CameraView, NamedView, Point, Projection } from '../api.js'
import { computeDiagonal } from './bounds.js'
import { fitPose, freeWindow, poseDifference, supportOfBox, type Insets, type Support } from './fit.js'
import {
  getViewAngles,
  orbit,
  pan,
  toPose,
  computeTarget,
  toCameraView,
  withProjection,
  zoomTo,
  type Pose,
} from './pose.js'
import { mix } from './vector.js'

/** What the camera needs of the viewer around it. */
export interface CameraHost {
  /** CSS pixels of the picture. */
  size(): { readonly width: number; readonly height: number }
  bounds(): Box | null
  /** What `home` and `fit` show: the elements, or everything. Null when there is nothing. */
  computeSupport(elements: Iterable<number> | null): Support | null
  /** The camera moved; `moving` while more movement is to be expected. */
  cameraMoved(moving: boolean): void
  flightMilliseconds(): number
  /** What is in the middle of the picture; null when nothing is, or nobody knows. */
  centerPoint?(): Point | null
}

/** How a movement is made. */
export interface Movement {
  /** Fly there, the default, or be there at once. */
  readonly animate?: boolean
}

interface Flight {
  readonly from: Pose
  readonly to: Pose
  readonly start: number
  readonly duration: number
}

/** Parts stand in a picture this much larger than they are. */
const elementFitMargin = 1.25
/** As a share of the picture: the camera does not move for less on its own. */
const minVisibleDifference = 0.02

const startPose: Pose = {
  eye: [20, -20, 12],
  ...getViewAngles('home', 0),
  distance: 30,
  projection: 'perspective',
  fieldOfViewDegrees: 50,
}

/** The camera: saved views, named views, fitting, and the movements that mouse, touch and keys make. */
export class ViewerCamera {
  /** Where `home` is when somebody chose it; null for the whole model from the front right. */
  homeView: CameraView | null = null
  readonly #host: CameraHost
  #pose: Pose = startPose
  #flight: Flight | null = null
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 }
  /** Whether somebody moved the camera, or worked with what it shows, since the viewer last went home by itself. */
  touched = false
  /** What the camera was last brought to by fitting; null once somebody moved it from there. */
  #framed: (() => Support | null) | null = null
  #frozen = false

  constructor(host: CameraHost, projection: Projection = 'perspective') {
    this.#host = host
    this.#pose = { ...startPose, projection }
  }

  /** Where the camera is, as the renderer needs it. */
  get pose(): Pose {
    return this.#pose
  }
  /** The view as it can be saved and given back to `setView`. */
  get view(): CameraView {
    return toCameraView(this.#pose)
  }
  get projection(): Projection {
    return this.#pose.projection
  }
  /** Whether a flight is under way. */
  get flying(): boolean {
    return this.#flight !== null
  }

  /** While it is frozen nothing moves the camera: somebody draws over its picture. */
  get frozen(): boolean {
    return this.#frozen
  }
  set frozen(frozen: boolean) {
    if (frozen && this.#flight !== null) this.#setPose(this.#flight.to, false)
    this.#frozen = frozen
  }

  /** Goes to a saved view. */
  setView(view: CameraView, movement: Movement = {}): void {
    this.touched = true
    this.#framed = null
    this.#go(toPose(view, this.#pose), movement)
  }

  /**
   * CSS pixels that panels cover at each side: what is fitted stands in the middle of the rest. What was fitted and not
   * moved since makes room for a panel that opens.
   */
  get insets(): Insets {
    return this.#insets
  }
  set insets(insets: Insets) {
    this.#insets = insets
    if (this.touched) this.#fitAgain()
    else this.settleHome({ animate: true })
  }

  /** Looks at the whole model from a side, an edge, a corner, or from home. */
  goTo(name: NamedView, movement: Movement = {}): void {
    if (name === 'home' && this.homeView !== null) return this.setView(this.homeView, movement)
    this.touched = name !== 'home'
    this.#framed = () => this.#host.computeSupport(null)
    this.#go(this.#fitted(this.#toNamedView(name), null), movement)
  }

  /** Brings the elements, or the whole model, into the picture without turning. False when there is nothing to show. */
  fit(elements?: Iterable<number>, movement: Movement = {}): boolean {
    const support = this.#host.computeSupport(elements ?? null)
    if (support === null) return false
    this.#fitSupport(elements === undefined ? support : addPadding(support), movement)
    return true
  }

  /** The same for a place in which the model itself may have nothing. */
  fitBox(box: Box, movement: Movement = {}): void {
    this.#fitSupport(addPadding(supportOfBox(box)), movement)
  }

  /** Goes home where nobody has moved the camera, as when a model grew; not for a difference that is not to be seen. */
  settleHome(movement: Movement = { animate: false }): void {
    if (this.touched) return
    this.#framed = () => this.#host.computeSupport(null)
    const home = this.#fitted(this.#toNamedView('home'), null)
    if (poseDifference(this.#pose, home) > minVisibleDifference) this.#go(home, movement)
  }

  /** Switches the projection; what is in the middle of the picture keeps its size. */
  setProjection(projection: Projection): void {
    if (projection === this.#pose.projection) return
    this.#setPose(withProjection(this.#pose, projection, this.#host.centerPoint?.() ?? null), false)
  }

  /** Turns about `pivot` (left out: the target); radians. */
  orbitBy(azimuth: number, elevation: number, pivot: Point = computeTarget(this.#pose)): void {
    this.#userMove(orbit(this.#pose, pivot, { azimuth, elevation }))
  }
  /** Shifts the picture by shares of its height. */
  panBy(right: number, up: number): void {
    const { height } = this.view
    this.#userMove(pan(this.#pose, right * height, up * height))
  }
  /** Below 1 comes nearer to `anchor` (left out: the target). */
  zoomBy(factor: number, anchor: Point = computeTarget(this.#pose)): void {
    const limited = this.#limitZoom(factor)
    this.#userMove(zoomTo(this.#pose, anchor, limited))
  }

  /** Takes a pose as it is, from whoever moves the camera; `moving` says whether more will follow. */
  apply(pose: Pose, moving: boolean): void {
    if (!this.#frozen) this.#framed = null
    this.#setPose(pose, moving)
  }

  /** Takes one step of a flight; called once per picture with the time in milliseconds. */
  tick(now: number): void {
    const flight = this.#flight
    if (flight === null) return
    const share = Math.min(1, (now - flight.start) / flight.duration)
    if (share >= 1) {
      this.#setPose(flight.to, false)
      return
    }
    const eased = share * share * (3 - 2 * share)
    this.#pose = between(flight.from, flight.to, eased)
    this.#host.cameraMoved(true)
  }

  #setPose(pose: Pose, moving: boolean): void {
    if (this.#frozen) return
    this.#flight = null
    this.#pose = pose
    this.#host.cameraMoved(moving)
  }

  #fitSupport(support: Support, movement: Movement): void {
    this.touched = true
    this.#framed = () => support
    this.#go(fitPose(this.#pose, support, freeWindow(this.#host.size(), this.#insets)), movement)
  }

  /** Brings what was fitted last into what is free now, seen from where it is seen. */
  #fitAgain(): void {
    const support = this.#framed?.() ?? null
    if (support === null) return
    const pose = this.#flight?.to ?? this.#pose
    const fitted = fitPose(pose, support, freeWindow(this.#host.size(), this.#insets))
    if (poseDifference(pose, fitted) > minVisibleDifference) this.#go(fitted, { animate: true })
  }

  #userMove(pose: Pose): void {
    this.touched = true
    this.apply(pose, true)
  }

  #go(pose: Pose, { animate = true }: Movement): void {
    if (this.#frozen) return
    const duration = this.#host.flightMilliseconds()
    if (!animate || duration <= 0) return this.#setPose(pose, false)
    const azimuth = toNearestAzimuth(pose.azimuth, this.#pose.azimuth)
    this.#flight = { from: this.#pose, to: { ...pose, azimuth }, start: performance.now(), duration }
    this.#host.cameraMoved(true)
  }

  #toNamedView(name: NamedView): Pose {
    return { ...this.#pose, ...getViewAngles(name, this.#pose.azimuth) }
  }

  #fitted(pose: Pose, elements: Iterable<number> | null): Pose {
    const support = this.#host.computeSupport(elements)
    return support === null ? pose : fitPose(pose, support, freeWindow(this.#host.size(), this.#insets))
  }

  #limitZoom(factor: number): number {
    const box = this.#host.bounds()
    const { nearest, farthest } = zoomRange(box === null ? 0 : computeDiagonal(box))
    // A saved view, or a part that was fitted, may be beyond: then it is not moved back.
    const maxFactor = Math.max(1, farthest / this.#pose.distance)
    return Math.min(Math.max(factor, Math.min(1, nearest / this.#pose.distance)), maxFactor)
  }
}

/** Size of a model that has none: nothing is loaded, or a single point. */
const defaultDiagonal = 20

/**
 * How near and how far a model of this diagonal is looked at, metres: to fifty models away, and to a millimetre of a
 * building. Of a part of millimetres it is a ten-thousandth; of a site of 100 km what 32 bits can still tell apart.
 */
export function zoomRange(diagonal: number): { readonly nearest: number; readonly farthest: number } {
  const size = diagonal > 0 ? diagonal : defaultDiagonal
  return { nearest: Math.max(Math.min(1e-3, size * 1e-4), size * 1e-6), farthest: size * 50 }
}

/** Parts are shown with some of what is around them. */
function addPadding(support: Support): Support {
  return (direction) => {
    const high = support(direction)
    const low = -support([-direction[0], -direction[1], -direction[2]])
    return (high + low) / 2 + ((high - low) / 2) * elementFitMargin
  }
}

function toNearestAzimuth(azimuth: number, reference: number): number {
  const fullCircle = Math.PI * 2
  return azimuth + Math.round((reference - azimuth) / fullCircle) * fullCircle
}

/** Between two poses: what both look at moves in a line, angles and distance in step. */
function between(from: Pose, to: Pose, share: number): Pose {
  const distance = Math.exp(Math.log(from.distance) * (1 - share) + Math.log(to.distance) * share)
  const pose: Pose = {
    ...to,
    azimuth: from.azimuth + (to.azimuth - from.azimuth) * share,
    elevation: from.elevation + (to.elevation - from.elevation) * share,
    distance,
  }
  const target = mix(computeTarget(from), computeTarget(to), share)
  const offset = computeTarget({ ...pose, eye: [0, 0, 0] })
  return { ...pose, eye: [target[0] - offset[0], target[1] - offset[1], target[2] - offset[2]] }
}
