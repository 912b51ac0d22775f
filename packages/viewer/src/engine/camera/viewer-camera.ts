import type { Box } from '@kamar/package-format/read'
import type { CameraView, NamedView, Point, Projection } from '../types.js'
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
import { mix } from '../math/vector.js'

/** Dependencies of the camera on the viewer. */
export interface CameraHost {
  /** Returns the canvas size in CSS pixels. */
  size(): { readonly width: number; readonly height: number }
  bounds(): Box | null
  /** Returns the subject of `home` and `fit`: the elements, or everything. Null if it is empty. */
  computeSupport(elements: Iterable<number> | null): Support | null
  /** Called when the camera moved; `moving` while more movement will follow. */
  cameraMoved(moving: boolean): void
  flightMilliseconds(): number
  /** Returns the point in the centre of the view; null if there is none or it is unknown. */
  centerPoint?(): Point | null
}

/** Options of a movement. */
export interface Movement {
  /** Whether to fly there (the default) or to jump. */
  readonly animate?: boolean
  /** Whether it only corrects the view, as for an opening panel: the view that is left is not one to return to. */
  readonly isCorrection?: boolean
}

/** Options of a fit. */
export interface FitMovement extends Movement {
  /** Direction of the fitted view, radians; by default the current one. */
  readonly angles?: Pick<Pose, 'azimuth' | 'elevation'>
  /** Size of the frame relative to the elements. */
  readonly margin?: number
}

interface Flight {
  readonly from: Pose
  readonly to: Pose
  readonly start: number
  readonly duration: number
}

/** Fitted elements appear in a frame this much larger than they are. */
const elementFitMargin = 1.25
/** As a ratio of the view: the camera does not move by itself for less. */
const minVisibleDifference = 0.02

const startPose: Pose = {
  eye: [20, -20, 12],
  ...getViewAngles('home', 0),
  distance: 30,
  projection: 'perspective',
  fieldOfViewDegrees: 50,
}

/** The camera: saved views, named views, fitting, and movements by mouse, touch and keys. */
export class ViewerCamera {
  /** User-defined home view; null for the whole model from the front right. */
  homeView: CameraView | null = null
  readonly #host: CameraHost
  #pose: Pose = startPose
  /** Set by `setProjection`; views of tools, such as plans, have their own. */
  #chosenProjection: Projection
  #flight: Flight | null = null
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 }
  /** Whether the user moved the camera, or worked with the view, since the viewer last went home by itself. */
  hasMoved = false
  /** Called before the user's and the application's movements, with `destination` as it was; gestures have many steps. */
  beforeMove: ((isGesture: boolean) => void) | null = null
  /** Subject of the last fit; null once the user has moved the camera. */
  #framed: (() => Support | null) | null = null
  #frozen = false

  constructor(host: CameraHost, projection: Projection = 'perspective') {
    this.#host = host
    this.#chosenProjection = projection
    this.#pose = { ...startPose, projection }
  }

  /** Returns the pose of the camera for the renderer. */
  get pose(): Pose {
    return this.#pose
  }
  /** Returns the view for saving and for `setView`. */
  get view(): CameraView {
    return toCameraView(this.#pose)
  }
  /** Returns the view that the camera is flying to, or is in. */
  get destination(): CameraView {
    return toCameraView(this.#flight?.to ?? this.#pose)
  }
  get projection(): Projection {
    return this.#pose.projection
  }
  /** Returns whether a flight is in progress. */
  get flying(): boolean {
    return this.#flight !== null
  }

  /** Returns whether the camera is frozen: a markup is being drawn over the view, and nothing moves the camera. */
  get frozen(): boolean {
    return this.#frozen
  }
  set frozen(frozen: boolean) {
    if (frozen && this.#flight !== null) this.#setPose(this.#flight.to, false)
    this.#frozen = frozen
  }

  /** Moves to a saved view. */
  setView(view: CameraView, movement: Movement = {}): void {
    if (movement.isCorrection !== true) this.#leave(false)
    this.hasMoved = true
    this.#framed = null
    this.#go(toPose(view, this.#pose), movement)
  }

  /**
   * CSS pixels covered by panels at each side: fitted subjects are centred in the rest. A subject fitted and not moved
   * since makes room for an opening panel.
   */
  get insets(): Insets {
    return this.#insets
  }
  set insets(insets: Insets) {
    this.#insets = insets
    if (this.hasMoved) this.#fitAgain()
    else this.settleHome({ animate: true })
  }

  /** Views the whole model from a side, an edge, a corner, or from home. */
  goTo(name: NamedView, movement: Movement = {}): void {
    this.#goToNamed({ name, projection: this.#pose.projection }, movement)
  }

  /** Goes home in the projection that `setProjection` set, whatever that of the current view. */
  reset(movement: Movement = {}): void {
    this.#goToNamed({ name: 'home', projection: this.#chosenProjection }, movement)
  }

  /**
   * Fits the elements, or the whole model, into the view, without rotation unless angles are given. Returns false if
   * there is nothing to show.
   */
  fit(elements?: Iterable<number>, movement: FitMovement = {}): boolean {
    const support = this.#host.computeSupport(elements ?? null)
    if (support === null) return false
    this.#fitSupport(elements === undefined ? support : addPadding(support, movement.margin), movement)
    return true
  }

  /** Fits a box, which may contain nothing of the model. */
  fitBox(box: Box, movement: Movement = {}): void {
    this.#fitSupport(addPadding(supportOfBox(box)), movement)
  }

  /** Goes home if the user has not moved the camera, as when a model grew; not for an invisible difference. */
  settleHome(movement: Movement = { animate: false }): void {
    if (this.hasMoved) return
    this.#framed = () => this.#host.computeSupport(null)
    const home = this.#fitted(this.#toNamedView('home'), null)
    if (poseDifference(this.#pose, home) > minVisibleDifference) this.#go(home, movement)
  }

  /** Switches the projection; the object in the centre of the view keeps its size. */
  setProjection(projection: Projection): void {
    this.#chosenProjection = projection
    if (projection === this.#pose.projection) return
    this.#setPose(withProjection(this.#pose, projection, this.#host.centerPoint?.() ?? null), false)
  }

  /** Orbits about `pivot` (default: the target); radians. */
  orbitBy(azimuth: number, elevation: number, pivot: Point = computeTarget(this.#pose)): void {
    this.#userMove(orbit(this.#pose, pivot, { azimuth, elevation }))
  }
  /** Pans by ratios of the view's height. */
  panBy(right: number, up: number): void {
    const { height } = this.view
    this.#userMove(pan(this.#pose, right * height, up * height))
  }
  /** Zooms; factors below 1 move closer to `anchor` (default: the target). */
  zoomBy(factor: number, anchor: Point = computeTarget(this.#pose)): void {
    const limited = this.#limitZoom(factor)
    this.#userMove(zoomTo(this.#pose, anchor, limited))
  }

  /** Sets a pose directly; `moving` indicates that more will follow. */
  apply(pose: Pose, moving: boolean): void {
    this.#leave(true)
    if (!this.#frozen) this.#framed = null
    this.#setPose(pose, moving)
  }

  /** Performs one step of a flight; called once per frame with the time in milliseconds. */
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

  #goToNamed(
    { name, projection }: { readonly name: NamedView; readonly projection: Projection },
    movement: Movement,
  ): void {
    if (name === 'home' && this.homeView !== null) return this.setView(this.homeView, movement)
    this.#leave(false)
    this.hasMoved = name !== 'home'
    this.#framed = () => this.#host.computeSupport(null)
    this.#go(this.#fitted({ ...this.#toNamedView(name), projection }, null), movement)
  }

  #leave(isGesture: boolean): void {
    if (!this.#frozen) this.beforeMove?.(isGesture)
  }

  #setPose(pose: Pose, moving: boolean): void {
    if (this.#frozen) return
    this.#flight = null
    this.#pose = pose
    this.#host.cameraMoved(moving)
  }

  #fitSupport(support: Support, movement: FitMovement): void {
    this.#leave(false)
    this.hasMoved = true
    this.#framed = () => support
    const pose = { ...this.#pose, ...movement.angles }
    this.#go(fitPose(pose, support, freeWindow(this.#host.size(), this.#insets)), movement)
  }

  /** Refits the last subject into the free area, from the same direction. */
  #fitAgain(): void {
    const support = this.#framed?.() ?? null
    if (support === null) return
    const pose = this.#flight?.to ?? this.#pose
    const fitted = fitPose(pose, support, freeWindow(this.#host.size(), this.#insets))
    if (poseDifference(pose, fitted) > minVisibleDifference) this.#go(fitted, { animate: true })
  }

  #userMove(pose: Pose): void {
    this.hasMoved = true
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
    // A saved view or a fitted element may be beyond the limit: then the camera does not move back.
    const maxFactor = Math.max(1, farthest / this.#pose.distance)
    return Math.min(Math.max(factor, Math.min(1, nearest / this.#pose.distance)), maxFactor)
  }
}

/** Size of a model without extent: nothing is loaded, or a single point. */
const defaultDiagonal = 20

/**
 * Computes the minimum and maximum distance to a model of this diagonal, metres: up to fifty diagonals away, and down
 * to a millimetre of a building. For an object of millimetres the minimum is a ten-thousandth; for a site of 100 km,
 * the precision of 32 bits.
 */
export function zoomRange(diagonal: number): { readonly nearest: number; readonly farthest: number } {
  const size = diagonal > 0 ? diagonal : defaultDiagonal
  return { nearest: Math.max(Math.min(1e-3, size * 1e-4), size * 1e-6), farthest: size * 50 }
}

/** Adds some of the surroundings to the fitted elements. */
function addPadding(support: Support, margin = elementFitMargin): Support {
  return (direction) => {
    const high = support(direction)
    const low = -support([-direction[0], -direction[1], -direction[2]])
    return (high + low) / 2 + ((high - low) / 2) * margin
  }
}

function toNearestAzimuth(azimuth: number, reference: number): number {
  const fullCircle = Math.PI * 2
  return azimuth + Math.round((reference - azimuth) / fullCircle) * fullCircle
}

/** Interpolates two poses: the target moves in a line, angles and distance in step. */
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
