import type { CameraView, Point } from '../../engine/types.js'
import { add, computeBoxCenter } from '@kamar/core/math'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { MotionLoop } from './motion-loop.js'
import { moveByAxes, offersSpaceMouse, SpaceMouse } from './space-mouse.js'
import { StoreyPlan } from './storey-plan.js'
import { sortByHeight, storeyList, type Storey } from './storeys.js'
import { bodyMeasures } from './character-controller.js'
import { Walk } from './walk.js'
import { WalkPlacement } from './walk-placement.js'
import {
  findFeet,
  findSelectedSpace,
  isOnFloor,
  startAt,
  startOnFloor,
  type WalkFloor,
  type WalkStart,
} from './walk-start.js'
import { ZoomWindowTool } from './zoom-window-tool.js'
import { computeDepthIn, zoomedPose, type ScreenRectangle } from './zoom-window.js'
import { Extension, type StoreyPlans } from '../../engine/api.js'

/** Modes of the extension. */
export const navigationModes = ['zoom-window', 'walk', 'fly'] as const
/** One of the navigation modes. */
export type NavigationMode = (typeof navigationModes)[number]

/** Events of the navigation extension. */
export interface NavigationEvents {
  /** The active mode changed; null: none. `isChoosingStart` while a walk waits for the point where it begins. */
  modeChanged: { readonly mode: NavigationMode | null; readonly isChoosingStart: boolean }
  /** There is no floor where the user wants to begin a walk. */
  startRefused: Record<string, never>
  /** The storey displayed as a plan changed; null: none. */
  planChanged: { readonly storey: number | null }
  /** A custom home view was set or removed. */
  homeChanged: { readonly home: CameraView | null }
  /** A 3D mouse was connected or disconnected. */
  spaceMouseChanged: { readonly connected: boolean }
}

/**
 * Navigation beyond orbiting and zooming. Modes: `zoom-window` takes one rectangle; `walk` and `fly` move the camera in
 * first person until deactivated.
 */
export class NavigationExtension extends Extension implements StoreyPlans {
  readonly #events = new EventEmitter<NavigationEvents>()
  readonly #mouse = new SpaceMouse(() => this.#mouseLoop.start())
  readonly #mouseLoop = new MotionLoop((seconds) => this.#moveByMouse(seconds))
  readonly #plan = new StoreyPlan(this.viewer, (storey) => this.#events.emit('planChanged', { storey }))
  #window: ZoomWindowTool | null = null
  #walk: Walk | null = null
  #walkFrom: CameraView | null = null
  #placement: WalkPlacement | null = null
  /** Shows the plan again from which the walk began. */
  #resumePlan: (() => void) | null = null
  #storeys: Promise<readonly Storey[]> | null = null
  #stops: readonly (() => void)[] = []

  override load(): boolean {
    const { viewer } = this
    this.#stops = [
      viewer.on('modelUnloaded', () => {
        this.#storeys = null
        this.#resumePlan = null
        this.#plan.clear()
        this.#leave()
        this.#events.emit('homeChanged', { home: null })
      }),
      viewer.on('elementsMoved', ({ move }) => {
        if (move !== null) this.#storeys = null
      }),
    ]
    return true
  }
  override unload(): void {
    super.unload()
    for (const stop of this.#stops) stop()
    this.#plan.clear()
    this.disconnectSpaceMouse()
    this.#events.clear()
  }

  override getModes(): readonly NavigationMode[] {
    return navigationModes
  }
  override activate(mode?: string): boolean {
    const { viewer } = this
    const before = this.mode
    if (viewer.model === null || !super.activate(mode)) return false
    const isWalking = this.#walk !== null && (before === 'walk' || before === 'fly')
    this.#endMode({ isContinued: isWalking && !this.isActive('zoom-window') })
    if (this.isActive('zoom-window')) this.#startWindow()
    else if (isWalking) this.#beginWalk()
    else this.#startWalk()
    viewer.canvas.focus()
    this.#emitMode()
    return true
  }
  override deactivate(): boolean {
    if (!super.deactivate()) return false
    this.#endMode({ isContinued: false })
    this.#emitMode()
    return true
  }

  /** A restored view ends walking and flying. */
  override restoreState(_state: unknown): void {
    this.#resumePlan = null
    this.#plan.clear()
    this.#leave()
  }

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof NavigationEvents>(name: Name, listener: Listener<NavigationEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  get mode(): NavigationMode | null {
    return navigationModes.find((mode) => this.isActive(mode)) ?? null
  }
  /** The active walk or flight; null if there is none. */
  get walk(): Walk | null {
    return this.#walk
  }
  /** The storey displayed as a plan. */
  get planStorey(): number | null {
    return this.#plan.storey?.element ?? null
  }

  /** Whether a walk waits for the point where it begins. */
  get isChoosingStart(): boolean {
    return this.#placement !== null
  }

  /** Returns the storeys with elements on them, the lowest first; an empty list for a model without any. */
  storeys(): Promise<readonly Storey[]> {
    this.#storeys ??= this.#findStoreys()
    return this.#storeys
  }

  /** Shows a storey as a plan, cut above its floor; null restores the previous display. */
  async showStorey(element: number | null): Promise<boolean> {
    const { viewer } = this
    const storey = (await this.storeys()).find((one) => one.element === element)
    if (element !== null && storey === undefined) return false
    this.#leave()
    const sections = await viewer.extensions.loadService('sections')
    if (storey === undefined) return this.#plan.close(sections)
    this.#plan.show(storey, sections)
    return true
  }

  capturePlan(): (() => void) | null {
    const { storey } = this.#plan
    return storey === null ? null : this.#plan.capture(this.viewer.extensions.getService('sections'))
  }

  /** Zooms to a rectangle of the canvas (CSS pixels). */
  zoomToWindow(rectangle: ScreenRectangle): void {
    const { camera, space } = this.viewer
    const { pose, view } = camera
    const frame = { ...space.size, depth: computeDepthIn(this.viewer, rectangle) }
    camera.hasMoved = true
    camera.apply(zoomedPose(pose, rectangle, frame), false)
    this.#remember(view)
  }

  /** Sets the view that `home` restores; null restores the whole model. */
  setHome(view: CameraView | null = this.viewer.camera.view): void {
    const { camera, history } = this.viewer
    const before = camera.homeView
    const go = (home: CameraView | null) => (): void => {
      camera.homeView = home
      this.#events.emit('homeChanged', { home })
    }
    go(view)()
    history.push({ undo: go(before), redo: go(view) })
  }

  /** Whether this browser supports 3D mice. */
  get offersSpaceMouse(): boolean {
    return offersSpaceMouse()
  }
  get hasSpaceMouse(): boolean {
    return this.#mouse.connected
  }
  /** Requests a 3D mouse; call it from a click. Returns false if there is none. */
  async connectSpaceMouse(): Promise<boolean> {
    const connected = await this.#mouse.connect()
    if (this.#mouse.needsPolling) this.#mouseLoop.start()
    this.#events.emit('spaceMouseChanged', { connected })
    return connected
  }
  disconnectSpaceMouse(): void {
    this.#mouse.disconnect()
    this.#mouseLoop.stop()
    this.#events.emit('spaceMouseChanged', { connected: false })
  }

  async #findStoreys(): Promise<readonly Storey[]> {
    const { model, geometry } = this.viewer
    const tree = await model?.tree
    if (model === null || tree === undefined || geometry === null) return []
    return storeyList(tree, { count: tree.count, boxes: geometry.elementBoxes(tree.count) })
  }

  #startWindow(): void {
    this.#window = new ZoomWindowTool(this.viewer.element, (rectangle) => {
      if (rectangle !== null) this.zoomToWindow(rectangle)
      this.#leave()
    })
  }

  /** Begins in the selected room, where the camera stands, or where the user clicks. */
  #startWalk(): void {
    const { viewer } = this
    const space = this.isActive('walk') ? findSelectedSpace(viewer) : null
    this.#walkFrom = viewer.camera.view
    if (space !== null && this.#walkOnFloor(space, computeBoxCenter(space.box))) return
    if (this.#plan.storey === null && (this.isActive('fly') || isOnFloor(viewer))) return this.#beginWalk()
    this.#placement = new WalkPlacement(viewer, {
      findFeet: (x, y) => this.#findFeet(x, y),
      start: (x, y) => void this.#startFrom(x, y),
      startByDefault: () => void this.#startNear(null),
      leave: () => this.#leave(),
    })
  }

  /** Returns the point of the floor under a position of the canvas; in a plan, of the storey's floor. */
  #findFeet(x: number, y: number): Point | null {
    const { viewer } = this
    const pick = viewer.pick(x, y)
    const { storey } = this.#plan
    if (storey === null) return pick === null ? null : findFeet(viewer, pick)
    const { origin } = viewer.space.rayThrough(x, y)
    return [origin[0], origin[1], storey.floor]
  }

  /** Begins at a position of the canvas; at a wall without a floor in front of it, on the storey behind it. */
  async #startFrom(x: number, y: number): Promise<void> {
    const { viewer } = this
    const feet = this.#findFeet(x, y)
    const start = feet === null || this.#plan.storey !== null ? null : startAt(viewer, feet, viewer.camera.pose.azimuth)
    if (start !== null) return this.#walkFromStart(start)
    const near = feet ?? viewer.pick(x, y)?.point ?? null
    if (near === null) this.#events.emit('startRefused', {})
    else await this.#startNear(near)
  }

  /** Begins on the storey of the plan, otherwise on that of a point (default: of the camera's target). */
  async #startNear(point: Point | null): Promise<void> {
    const { camera, model } = this.viewer
    const planFloor = this.#getPlanFloor()
    const height = (point ?? camera.view.target)[2]
    const storeys = planFloor === null ? sortByHeight(await this.storeys(), height) : []
    if (!this.isChoosingStart) return
    const floors = storeys.map(({ element, floor }) => ({ height: floor, box: model?.computeBounds([element]) }))
    for (const { height: floorHeight, box } of planFloor === null ? floors : [planFloor])
      if (box != null && this.#walkOnFloor({ height: floorHeight, box }, point ?? computeBoxCenter(box))) return
    this.#events.emit('startRefused', {})
  }

  #getPlanFloor(): WalkFloor | null {
    const { storey } = this.#plan
    if (storey === null) return null
    const { element, floor } = storey
    const box = this.viewer.model?.computeBounds([element])
    return box == null ? null : { height: floor, box }
  }

  /** Begins near a point of a floor, without the cut of a plan; returns false if nobody can stand there. */
  #walkOnFloor(floor: WalkFloor, near: Point): boolean {
    const { viewer } = this
    const { storey } = this.#plan
    const resume = storey === null ? null : this.#plan.suspend(viewer.extensions.getService('sections'))
    const azimuth = storey === null ? viewer.camera.pose.azimuth : 0
    const start = startOnFloor(viewer, floor, { near, azimuth })
    if (start === null) {
      resume?.()
      return false
    }
    if (resume !== null) {
      this.#plan.clear()
      this.#resumePlan = resume
    }
    this.#walkFromStart(start)
    return true
  }

  #walkFromStart({ feet, azimuth }: WalkStart): void {
    const { camera } = this.viewer
    const eye = add(feet, [0, 0, bodyMeasures.eyeHeight])
    camera.apply({ ...camera.pose, projection: 'perspective', eye, azimuth, elevation: 0 }, false)
    this.#placement?.dispose()
    this.#placement = null
    this.#beginWalk()
    this.#emitMode()
  }

  #beginWalk(): void {
    const walk = new Walk(this.viewer, this.isActive('fly') ? 'fly' : 'walk', () => this.#leave())
    this.#walk = walk
    this.storeys().then(
      (storeys) => {
        const ground = storeys.find(({ hasDoor }) => hasDoor) ?? storeys[0]
        if (ground !== undefined) walk.lowest = ground.floor
      },
      () => undefined,
    )
  }

  /** `isContinued`: walking goes on as flying, or the other way round. */
  #endMode({ isContinued }: { readonly isContinued: boolean }): void {
    this.#window?.dispose()
    this.#window = null
    this.#placement?.dispose()
    this.#placement = null
    if (this.#walk === null) return
    this.#walk.dispose()
    this.#walk = null
    if (isContinued) return
    const resume = this.#resumePlan
    this.#resumePlan = null
    if (resume === null) this.#retainPosition()
    else resume()
  }

  /** Leaves the camera where the walk ended. */
  #retainPosition(): void {
    const from = this.#walkFrom
    const { camera } = this.viewer
    if (from === null) return
    camera.apply({ ...camera.pose, fieldOfViewDegrees: from.fieldOfViewDegrees }, false)
    this.#remember(from)
  }

  #leave(): void {
    if (!this.viewer.extensions.deactivateExtension(this)) this.deactivate()
  }

  /** Records the view for undo, which restores `from`. */
  #remember(from: CameraView): void {
    const { camera, history } = this.viewer
    const to = camera.view
    history.push({ undo: () => camera.setView(from), redo: () => camera.setView(to) })
  }

  #emitMode(): void {
    this.#events.emit('modeChanged', { mode: this.mode, isChoosingStart: this.isChoosingStart })
  }

  #moveByMouse(seconds: number): boolean {
    const { axes } = this.#mouse
    const isMoved = axes.some((axis) => axis !== 0)
    if (isMoved) moveByAxes(this.viewer.camera, axes, seconds)
    return isMoved || this.#mouse.needsPolling
  }
}
