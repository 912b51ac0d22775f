import type { PickResult, Point } from '../api.js'
import { frameOf, type Pose } from '../camera/pose.js'
import { add, lengthOf, normalize, scale } from '../camera/vector.js'
import { diagonalOf } from '../camera/bounds.js'
import type { DragKind, Pinch, Place } from '../interaction/gestures.js'
import type { Viewer } from '../viewer.js'
import { Joystick } from './joystick.js'
import { MotionLoop } from './motion-loop.js'
import { MoveKeys, type Wish } from './move-keys.js'
import { NearTriangles, type WallSource } from './near-triangles.js'
import { Person } from './person.js'

/** Metres a second: a brisk walk. */
const walkSpeed = 2.2
const fastFactor = 3
/** Flying through a model from end to end takes so many seconds. */
const flightSeconds = 18
/** Radians a second of the arrow keys. */
const turnSpeed = 1.4
/** Radians for a drag over the viewer's height. */
const lookPerHeight = Math.PI / 2
/** Who begins to walk looks ahead, not at the ground. */
const leastStartElevation = -0.08
const steepest = Math.PI / 2 - 0.02
/** A wide eye sees a room. */
const roomFieldOfView = 68
/** The point the view is about, when walking ends. */
const lookedAt = 4
/** Before a wall that was double-tapped one stands so far away. */
const beforeWall = 0.9
const dragSecond = 1 / 30

/** What does not stop a person. */
const passable = /door|space|opening|room|zone|grid|annotation/i

/** Who goes: on the floor, or through the air. */
export type WalkKind = 'walk' | 'fly'

/** The camera as the eye of somebody who walks or flies, until `dispose`. */
export class Walk {
  readonly kind: WalkKind
  readonly person: Person
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
    this.walls = new NearTriangles(() => wallsOf(viewer))
    this.person = new Person(this.#ground(), pose.eye)
    this.#keys = new MoveKeys(viewer.element, { changed: () => this.#loop.start(), leave })
    const hasFingers = matchMedia('(any-pointer: coarse)').matches
    this.#joystick = hasFingers ? new Joystick(viewer.element, () => this.#loop.start()) : null
    this.#stop = this.#follow()
    const elevation = kind === 'walk' ? Math.max(leastStartElevation, pose.elevation) : pose.elevation
    this.#show({ ...pose, elevation, fieldOfViewDegrees: roomFieldOfView })
    this.#loop.start()
  }

  /** Where nothing is underfoot one falls no deeper than this. */
  set lowest(height: number) {
    this.#lowest = height
  }

  dispose(): void {
    this.#loop.stop()
    this.#keys.dispose()
    this.#joystick?.dispose()
    for (const stop of this.#stop) stop()
  }

  /** Goes on for so long; true while anything moves. */
  step(seconds: number): boolean {
    const wish = this.#wish()
    const isTurning = wish.turn !== 0
    if (isTurning) this.#look(wish.turn * turnSpeed * seconds, 0)
    const moved = this.kind === 'walk' ? this.#walk(seconds, wish) : this.#fly(seconds, wish)
    if (moved) this.#show(this.#viewer.camera.pose)
    return moved || isTurning || wish.forward !== 0 || wish.right !== 0 || wish.up !== 0
  }

  /** Stands on a floor that was picked, or before a wall. */
  goTo({ point, normal }: PickResult): void {
    const isFloor = normal[2] > 0.5
    const away = normalize([normal[0], normal[1], 0])
    const place = isFloor ? point : add(point, scale(away, beforeWall))
    this.person.standAt(isFloor ? place : [place[0], place[1], this.person.feet[2]])
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
    const { navigation, presses } = this.#viewer
    const forget = (): void => {
      this.walls.forget()
      this.#loop.start()
    }
    return [
      navigation.takers.add({
        drag: (_kind: DragKind, from: Place, to: Place) => this.#dragLook(from, to),
        pinch: (from: Pinch, to: Pinch) => this.#pinch(from, to),
        wheel: (factor: number) => this.#goBy(-Math.log(factor) * 2, 0),
      }),
      presses.add(({ kind, pick }) => {
        if (kind !== 'doubleClick') return false
        if (pick !== null) this.goTo(pick)
        return true
      }),
      this.#viewer.on('visibilityChanged', forget),
      this.#viewer.on('cutChanged', forget),
      this.#viewer.on('displaced', forget),
      this.#viewer.on('modelProgress', forget),
    ]
  }

  #wish(): Wish {
    const wish = this.#keys.wish
    const stick = this.#joystick?.wish ?? { forward: 0, right: 0 }
    return { ...wish, forward: wish.forward + stick.forward, right: wish.right + stick.right }
  }

  #walk(seconds: number, { forward, right, fast }: Wish): boolean {
    const { azimuth } = this.#viewer.camera.pose
    const speed = walkSpeed * (fast ? fastFactor : 1)
    const ahead = [Math.sin(azimuth), Math.cos(azimuth)] as const
    const length = Math.max(1, Math.hypot(forward, right))
    const along = (axis: 0 | 1): number =>
      ((ahead[axis] * forward + (axis === 0 ? ahead[1] : -ahead[0]) * right) / length) * speed
    return this.person.step(seconds, [along(0), along(1)])
  }

  #fly(seconds: number, { forward, right, up, fast }: Wish): boolean {
    if (forward === 0 && right === 0 && up === 0) return false
    const frame = frameOf(this.#viewer.camera.pose)
    const box = this.#viewer.model?.manifest.bounds
    const speed = Math.max(walkSpeed, (box == null ? 0 : diagonalOf(box)) / flightSeconds) * (fast ? fastFactor : 1)
    const way = add(add(scale(frame.forward, forward), scale(frame.right, right)), [0, 0, up])
    const by = scale(way, (speed * seconds) / Math.max(1, lengthOf(way)))
    this.person.standAt(add(this.person.feet, by))
    return true
  }

  #dragLook(from: Place, to: Place): void {
    const perPixel = lookPerHeight / Math.max(1, this.#viewer.space.size.height)
    this.#look(-(to.x - from.x) * perPixel, (to.y - from.y) * perPixel)
  }

  /** Two fingers walk: apart and upwards forward, to the side aside. */
  #pinch(from: Pinch, to: Pinch): void {
    const forward = (from.middle.y - to.middle.y + (to.apart - from.apart)) / 60
    this.#goBy(forward, (from.middle.x - to.middle.x) / 60)
  }

  /** Metres ahead and aside, walls in the way as ever. */
  #goBy(forward: number, right: number): void {
    const { pose } = this.#viewer.camera
    const [x, y] = [Math.sin(pose.azimuth), Math.cos(pose.azimuth)]
    if (this.kind === 'walk') {
      const way = [x * forward + y * right, y * forward - x * right] as const
      this.person.step(dragSecond, [way[0] / dragSecond, way[1] / dragSecond])
    } else {
      const frame = frameOf(pose)
      this.person.standAt(add(this.person.feet, add(scale(frame.forward, forward), scale(frame.right, right))))
    }
    this.#show(this.#viewer.camera.pose)
    this.#loop.start()
  }

  #look(azimuth: number, elevation: number): void {
    const { camera } = this.#viewer
    const steep = Math.max(-steepest, Math.min(steepest, camera.pose.elevation + elevation))
    this.#show({ ...camera.pose, azimuth: camera.pose.azimuth + azimuth, elevation: steep })
  }

  #show(pose: Pose): void {
    const { camera } = this.#viewer
    camera.touched = true
    camera.apply({ ...pose, projection: 'perspective', eye: this.person.eye, distance: lookedAt }, true)
  }
}

function wallsOf(viewer: Viewer): WallSource {
  const tree = viewer.model?.treeNow ?? null
  const passed = new Set((tree?.classNames ?? []).flatMap((name, number) => (passable.test(name) ? [number] : [])))
  return {
    geometry: viewer.geometry,
    stops: (element) => tree === null || !passed.has(tree.classIndex[element]),
    cuts: viewer.cut.numbers,
  }
}
