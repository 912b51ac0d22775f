import type { PickResult, Point } from '../api.js'
import { orbit, targetOf } from '../camera/pose.js'
import { add, dot, lengthOf, scale, subtract } from '../camera/vector.js'
import { frameOf, halfHeightTangent } from '../camera/pose.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { rayAt, type Ray } from '../pick/ray.js'
import { GestureTakers } from './gesture-takers.js'
import type { DragKind, GestureHandler, Pinch, Place, Press } from './gestures.js'

/** What a person sets for all models; kept by the application. */
export interface NavigationPreferences {
  /** Turning the wheel towards oneself comes nearer. */
  readonly reverseZoom: boolean
  /** Left and right buttons of the mouse are exchanged. */
  readonly leftHanded: boolean
}

/** Half a turn for a drag over the viewer's height. */
const turnPerHeight = Math.PI
/** A wheel that turns on keeps its anchor for so long, milliseconds. */
const anchorLife = 400

/** What navigation needs of the viewer. */
export interface NavigationHost {
  readonly camera: ViewerCamera
  /** CSS pixels. */
  size(): { readonly width: number; readonly height: number }
  pick(place: Place): PickResult | null
  press(press: Press): void
}

/** Drags turn about what is under them, shift what is under them, and wheels come nearer to it. */
export class Navigation implements GestureHandler {
  readonly takers = new GestureTakers()
  #preferences: NavigationPreferences = { reverseZoom: false, leftHanded: false }
  #fixedPivot: Point | null = null
  readonly #host: NavigationHost
  #pivot: Point = [0, 0, 0]
  #anchor: { point: Point; place: Place; time: number } | null = null

  constructor(host: NavigationHost) {
    this.#host = host
  }

  get preferences(): NavigationPreferences {
    return this.#preferences
  }
  setPreferences(preferences: NavigationPreferences): void {
    this.#preferences = preferences
  }
  get leftHanded(): boolean {
    return this.#preferences.leftHanded
  }
  /** The point about which drags turn wherever they begin; null: about what is under them. */
  get fixedPivot(): Point | null {
    return this.#fixedPivot
  }
  setFixedPivot(pivot: Point | null): void {
    this.#fixedPivot = pivot
  }

  dragStart(kind: DragKind, place: Place): void {
    this.#pivot = (kind === 'orbit' ? this.#fixedPivot : null) ?? this.#pointAt(place)
    this.#anchor = null
  }

  drag(kind: DragKind, from: Place, to: Place): void {
    const taker = this.takers.first
    if (taker?.drag !== undefined) return taker.drag(kind, from, to)
    if (kind === 'pan') return this.shift(from, to)
    const { height } = this.#host.size()
    const { camera } = this.#host
    camera.touched = true
    const turn = turnPerHeight / Math.max(1, height)
    const azimuth = (to.x - from.x) * turn
    const elevation = (to.y - from.y) * turn
    // Who looks around moves the picture with the hand; who turns the model, the model.
    const turned =
      kind === 'look'
        ? orbit(camera.pose, camera.pose.eye, { azimuth: -azimuth / 2, elevation: elevation / 2 })
        : orbit(camera.pose, this.#pivot, { azimuth, elevation: -elevation })
    camera.apply(turned, true)
  }

  pinch(from: Pinch, to: Pinch): void {
    const taker = this.takers.first
    if (taker?.pinch !== undefined) return taker.pinch(from, to)
    this.shift(from.middle, to.middle)
    this.#host.camera.zoomBy(from.apart / to.apart, this.#pivot)
  }

  dragEnd(): void {
    this.#anchor = null
  }

  wheel(travel: number, place: Place): void {
    const factor = this.#preferences.reverseZoom ? 1 / travel : travel
    const taker = this.takers.first
    if (taker?.wheel !== undefined) return taker.wheel(factor, place)
    const now = performance.now()
    const known = this.#anchor
    const same =
      known !== null &&
      now - known.time < anchorLife &&
      Math.hypot(place.x - known.place.x, place.y - known.place.y) < 3
    const point = same ? known.point : this.#pointAt(place)
    this.#anchor = { point, place, time: now }
    this.#host.camera.zoomBy(factor, point)
  }

  press(press: Press): void {
    this.#host.press(press)
  }

  /** The ray through a place of the viewer. */
  rayThrough(place: Place): Ray {
    const { width, height } = this.#host.size()
    const inPicture = { x: (place.x / width) * 2 - 1, y: 1 - (place.y / height) * 2 }
    return rayAt(this.#host.camera.pose, inPicture, { width, height })
  }

  /** What is under the place; beside everything, the point as far away as the target. */
  #pointAt(place: Place): Point {
    const picked = this.#host.pick(place)
    if (picked !== null) return picked.point
    const { pose } = this.#host.camera
    const ray = this.rayThrough(place)
    const { forward } = frameOf(pose)
    const depth = dot(subtract(targetOf(pose), ray.origin), forward)
    return add(ray.origin, scale(ray.direction, depth / Math.max(1e-3, dot(ray.direction, forward))))
  }

  /** Shifts so that what the drag began on stays under the pointer. */
  shift(from: Place, to: Place): void {
    const { camera } = this.#host
    const { height } = this.#host.size()
    const { pose } = camera
    const frame = frameOf(pose)
    const depth =
      pose.projection === 'orthographic'
        ? pose.distance
        : Math.max(dot(subtract(this.#pivot, pose.eye), frame.forward), lengthOf(subtract(this.#pivot, pose.eye)) * 0.1)
    const metresPerPixel = (2 * depth * halfHeightTangent(pose)) / Math.max(1, height)
    const shift = add(
      scale(frame.right, (to.x - from.x) * metresPerPixel),
      scale(frame.up, (from.y - to.y) * metresPerPixel),
    )
    camera.touched = true
    camera.apply({ ...pose, eye: subtract(pose.eye, shift) }, true)
  }
}
