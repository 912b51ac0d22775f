import type { PickResult, Point } from '../../engine/types.js'
import { computeFrame, type Pose } from '../../engine/camera/pose.js'
import { add, computeLength, normalize, scale } from '../../engine/math/vector.js'
import { computeDiagonal } from '../../engine/camera/bounds.js'
import type { DragKind, Pinch, ScreenPoint } from '../../engine/interaction/gestures.js'
import { Joystick } from './joystick.js'
import { MotionLoop } from './motion-loop.js'
import { MoveKeys, type MoveInput } from './move-keys.js'
import { NearTriangles, type WallSource } from './near-triangles.js'
import { CharacterController } from './character-controller.js'
import type { Viewer } from '../../engine/api.js'
import { walkFieldOfViewDegrees } from './walk-start.js'

/** Metres per second: a brisk walk. */
const walkSpeed = 2.2
const fastFactor = 3
/** Duration of a flight from end to end of a model, seconds. */
const flightSeconds = 18
/** Rotation by the arrow keys, radians per second. */
const rotationSpeed = 1.4
/** Rotation of a drag over the viewer's height, radians. */
const lookPerHeight = Math.PI / 2
/** Minimum elevation at the start, so that a walk does not begin facing the ground. */
const minStartElevation = -0.08
const steepest = Math.PI / 2 - 0.02
/** Distance of the view's target when walking ends, metres. */
const lookedAt = 4
/** Distance from a double-tapped wall, metres. */
const beforeWall = 0.9
const dragSecond = 1 / 30

/** Classes of elements that do not block a walk. */
const passable = /door|space|opening|room|zone|grid|annotation/i

/** Kind of movement: on the floor, or through the air. */
export type WalkKind = 'walk' | 'fly'

/** First-person camera of walking or flying, until `dispose`. */
export class Walk {
  readonly kind: WalkKind
  readonly character: CharacterController
  readonly walls: NearTriangles
  readonly #viewer: Viewer
  readonly #loop = new MotionLoop((seconds) => this.step(seconds))
  readonly #keys: MoveKeys
  readonly #joystick: Joystick | null
  readonly #stop: readonly (() => void)[]
  #lowest: number

  constructor(viewer: Viewer, kind: WalkKind, leave: () => void) {
    this.#viewer = viewer
    this.kind = kind
    const { pose } = viewer.camera
    this.#lowest = viewer.model?.manifest.bounds?.min[2] ?? 0
    this.walls = new NearTriangles(() => createWallSource(viewer))
    this.character = new CharacterController(this.#ground(), pose.eye)
    this.#keys = new MoveKeys(viewer.element, { changed: () => this.#loop.start(), leave })
    const hasFingers = matchMedia('(any-pointer: coarse)').matches
    this.#joystick = hasFingers ? new Joystick(viewer.element, () => this.#loop.start()) : null
    this.#stop = this.#follow()
    const elevation = kind === 'walk' ? Math.max(minStartElevation, pose.elevation) : pose.elevation
    this.#show({ ...pose, elevation, fieldOfViewDegrees: walkFieldOfViewDegrees })
    this.#loop.start()
  }

  /** Lowest height of a fall where there is no floor. */
  set lowest(height: number) {
    this.#lowest = height
  }

  dispose(): void {
    this.#loop.stop()
    this.#keys.dispose()
    this.#joystick?.dispose()
    for (const stop of this.#stop) stop()
  }

  /** Advances by a duration; returns whether anything moves. */
  step(seconds: number): boolean {
    const input = this.#readInput()
    const isTurning = input.yaw !== 0
    if (isTurning) this.#rotateBy(input.yaw * rotationSpeed * seconds, 0)
    const hasMoved = this.kind === 'walk' ? this.#walk(seconds, input) : this.#fly(seconds, input)
    if (hasMoved) this.#show(this.#viewer.camera.pose)
    return hasMoved || isTurning || input.forward !== 0 || input.right !== 0 || input.up !== 0
  }

  /** Moves to a picked floor point, or in front of a picked wall. */
  goTo({ point, normal }: PickResult): void {
    const isFloor = normal[2] > 0.5
    const direction = normalize([normal[0], normal[1], 0])
    const target = isFloor ? point : add(point, scale(direction, beforeWall))
    this.character.moveTo(isFloor ? target : [target[0], target[1], this.character.feet[2]])
    this.#show(this.#viewer.camera.pose)
    this.#loop.start()
  }

  #ground() {
    return {
      floorUnder: (point: Point): number | null =>
        this.#viewer.pickAlong({ origin: point, direction: [0, 0, -1], pixelSize: 0, pixelGrowth: 0 })?.point[2] ??
        null,
      walls: this.walls,
      lowest: () => this.#lowest,
    }
  }

  #follow(): (() => void)[] {
    const { navigation, clickInterceptors } = this.#viewer
    const invalidate = (): void => {
      this.walls.invalidate()
      this.#loop.start()
    }
    return [
      navigation.gestureStack.add({
        drag: (_kind: DragKind, from: ScreenPoint, to: ScreenPoint) => this.#dragLook(from, to),
        pinch: (from: Pinch, to: Pinch) => this.#pinch(from, to),
        wheel: (factor: number) => this.#goBy(-Math.log(factor) * 2, 0),
      }),
      clickInterceptors.add(({ kind, pick }) => {
        if (kind !== 'doubleClick') return false
        if (pick !== null) this.goTo(pick)
        return true
      }),
      this.#viewer.on('visibilityChanged', invalidate),
      this.#viewer.on('cutChanged', invalidate),
      this.#viewer.on('elementsMoved', invalidate),
      this.#viewer.on('modelProgress', invalidate),
    ]
  }

  #readInput(): MoveInput {
    const input = this.#keys.input
    const stick = this.#joystick?.input ?? { forward: 0, right: 0 }
    return { ...input, forward: input.forward + stick.forward, right: input.right + stick.right }
  }

  #walk(seconds: number, { forward, right, fast }: MoveInput): boolean {
    const { azimuth } = this.#viewer.camera.pose
    const speed = walkSpeed * (fast ? fastFactor : 1)
    const ahead = [Math.sin(azimuth), Math.cos(azimuth)] as const
    const length = Math.max(1, Math.hypot(forward, right))
    const along = (axis: 0 | 1): number =>
      ((ahead[axis] * forward + (axis === 0 ? ahead[1] : -ahead[0]) * right) / length) * speed
    return this.character.step(seconds, [along(0), along(1)])
  }

  #fly(seconds: number, { forward, right, up, fast }: MoveInput): boolean {
    if (forward === 0 && right === 0 && up === 0) return false
    const frame = computeFrame(this.#viewer.camera.pose)
    const box = this.#viewer.model?.manifest.bounds
    const speed =
      Math.max(walkSpeed, (box == null ? 0 : computeDiagonal(box)) / flightSeconds) * (fast ? fastFactor : 1)
    const way = add(add(scale(frame.forward, forward), scale(frame.right, right)), [0, 0, up])
    const by = scale(way, (speed * seconds) / Math.max(1, computeLength(way)))
    this.character.moveTo(add(this.character.feet, by))
    return true
  }

  #dragLook(from: ScreenPoint, to: ScreenPoint): void {
    const perPixel = lookPerHeight / Math.max(1, this.#viewer.space.size.height)
    this.#rotateBy(-(to.x - from.x) * perPixel, (to.y - from.y) * perPixel)
  }

  /** Two-finger gesture: apart and upwards moves forward, sideways strafes. */
  #pinch(from: Pinch, to: Pinch): void {
    const forward = (from.center.y - to.center.y + (to.distance - from.distance)) / 60
    this.#goBy(forward, (from.center.x - to.center.x) / 60)
  }

  /** Moves forward and sideways by metres, with wall collisions. */
  #goBy(forward: number, right: number): void {
    const { pose } = this.#viewer.camera
    const [x, y] = [Math.sin(pose.azimuth), Math.cos(pose.azimuth)]
    if (this.kind === 'walk') {
      const way = [x * forward + y * right, y * forward - x * right] as const
      this.character.step(dragSecond, [way[0] / dragSecond, way[1] / dragSecond])
    } else {
      const frame = computeFrame(pose)
      this.character.moveTo(add(this.character.feet, add(scale(frame.forward, forward), scale(frame.right, right))))
    }
    this.#show(this.#viewer.camera.pose)
    this.#loop.start()
  }

  #rotateBy(azimuth: number, elevation: number): void {
    const { camera } = this.#viewer
    const steep = Math.max(-steepest, Math.min(steepest, camera.pose.elevation + elevation))
    this.#show({ ...camera.pose, azimuth: camera.pose.azimuth + azimuth, elevation: steep })
  }

  #show(pose: Pose): void {
    const { camera } = this.#viewer
    camera.hasMoved = true
    camera.apply({ ...pose, projection: 'perspective', eye: this.character.eye, distance: lookedAt }, true)
  }
}

function createWallSource(viewer: Viewer): WallSource {
  const tree = viewer.model?.treeNow ?? null
  const passed = new Set((tree?.classNames ?? []).flatMap((name, number) => (passable.test(name) ? [number] : [])))
  return {
    geometry: viewer.geometry,
    stops: (element) => tree === null || !passed.has(tree.classIndex[element]),
    cuts: viewer.cut.numbers,
  }
}
