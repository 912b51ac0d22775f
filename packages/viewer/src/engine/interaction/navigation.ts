import type { PickResult, Point } from '../types.js'
import { orbit, computeTarget } from '../camera/pose.js'
import { add, dot, computeLength, scale, subtract } from '../math/vector.js'
import { computeFrame, halfHeightTangent } from '../camera/pose.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { rayAt } from '../camera/view-ray.js'
import type { Ray } from '../math/ray.js'
import { GestureStack } from './gesture-stack.js'
import type { DragKind, GestureHandler, Pinch, ScreenPoint, Click } from './gestures.js'

/** User preferences for all models; stored by the application. */
export interface NavigationPreferences {
  /** Turning the wheel towards the user zooms in. */
  readonly reverseZoom: boolean
  /** The left and right mouse buttons are swapped. */
  readonly leftHanded: boolean
}

/** A drag over the viewer's height rotates by 180°. */
const rotationPerHeight = Math.PI
/** Continuous wheel turning keeps its anchor for this time, milliseconds. */
const anchorLife = 400

/** Dependencies of navigation on the viewer. */
export interface NavigationHost {
  readonly camera: ViewerCamera
  /** Returns the size in CSS pixels. */
  size(): { readonly width: number; readonly height: number }
  pick(position: ScreenPoint): PickResult | null
  click(click: Click): void
}

/** Orbits about, pans and zooms to the object under the pointer. */
export class Navigation implements GestureHandler {
  readonly gestureStack = new GestureStack()
  #preferences: NavigationPreferences = { reverseZoom: false, leftHanded: false }
  #fixedPivot: Point | null = null
  readonly #host: NavigationHost
  #pivot: Point = [0, 0, 0]
  #anchor: { point: Point; position: ScreenPoint; time: number } | null = null

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
  /** Fixed pivot of all orbits; null: the object under the pointer. */
  get fixedPivot(): Point | null {
    return this.#fixedPivot
  }
  setFixedPivot(pivot: Point | null): void {
    this.#fixedPivot = pivot
  }

  dragStart(kind: DragKind, position: ScreenPoint): void {
    this.#pivot = (kind === 'orbit' ? this.#fixedPivot : null) ?? this.#pointAt(position)
    this.#anchor = null
  }

  drag(kind: DragKind, from: ScreenPoint, to: ScreenPoint): void {
    const taker = this.gestureStack.first
    if (taker?.drag !== undefined) return taker.drag(kind, from, to)
    if (kind === 'pan') return this.shift(from, to)
    const { height } = this.#host.size()
    const { camera } = this.#host
    camera.hasMoved = true
    const radiansPerPixel = rotationPerHeight / Math.max(1, height)
    const azimuth = (to.x - from.x) * radiansPerPixel
    const elevation = (to.y - from.y) * radiansPerPixel
    // In `look` mode the view follows the hand, otherwise the model does.
    const rotated =
      kind === 'look'
        ? orbit(camera.pose, camera.pose.eye, { azimuth: -azimuth / 2, elevation: elevation / 2 })
        : orbit(camera.pose, this.#pivot, { azimuth, elevation: -elevation })
    camera.apply(rotated, true)
  }

  pinch(from: Pinch, to: Pinch): void {
    const taker = this.gestureStack.first
    if (taker?.pinch !== undefined) return taker.pinch(from, to)
    this.shift(from.center, to.center)
    this.#host.camera.zoomBy(from.distance / to.distance, this.#pivot)
  }

  dragEnd(): void {
    this.#anchor = null
  }

  wheel(travel: number, position: ScreenPoint): void {
    const factor = this.#preferences.reverseZoom ? 1 / travel : travel
    const taker = this.gestureStack.first
    if (taker?.wheel !== undefined) return taker.wheel(factor, position)
    const now = performance.now()
    const anchor = this.#anchor
    const same =
      anchor !== null &&
      now - anchor.time < anchorLife &&
      Math.hypot(position.x - anchor.position.x, position.y - anchor.position.y) < 3
    const point = same ? anchor.point : this.#pointAt(position)
    this.#anchor = { point, position, time: now }
    this.#host.camera.zoomBy(factor, point)
  }

  click(click: Click): void {
    this.#host.click(click)
  }

  /** Returns the ray through a position of the viewer. */
  rayThrough(position: ScreenPoint): Ray {
    const { width, height } = this.#host.size()
    const normalized = { x: (position.x / width) * 2 - 1, y: 1 - (position.y / height) * 2 }
    return rayAt(this.#host.camera.pose, normalized, { width, height })
  }

  /** Returns the point under the position; if it hits nothing, the point at the target's distance. */
  #pointAt(position: ScreenPoint): Point {
    const picked = this.#host.pick(position)
    if (picked !== null) return picked.point
    const { pose } = this.#host.camera
    const ray = this.rayThrough(position)
    const { forward } = computeFrame(pose)
    const depth = dot(subtract(computeTarget(pose), ray.origin), forward)
    return add(ray.origin, scale(ray.direction, depth / Math.max(1e-3, dot(ray.direction, forward))))
  }

  /** Pans so that the point where the drag began stays under the pointer. */
  shift(from: ScreenPoint, to: ScreenPoint): void {
    const { camera } = this.#host
    const { height } = this.#host.size()
    const { pose } = camera
    const frame = computeFrame(pose)
    const depth =
      pose.projection === 'orthographic'
        ? pose.distance
        : Math.max(
            dot(subtract(this.#pivot, pose.eye), frame.forward),
            computeLength(subtract(this.#pivot, pose.eye)) * 0.1,
          )
    const metresPerPixel = (2 * depth * halfHeightTangent(pose)) / Math.max(1, height)
    const shift = add(
      scale(frame.right, (to.x - from.x) * metresPerPixel),
      scale(frame.up, (from.y - to.y) * metresPerPixel),
    )
    camera.hasMoved = true
    camera.apply({ ...pose, eye: subtract(pose.eye, shift) }, true)
  }
}
