import type { CameraView } from '../../engine/types.js'
import { dot, subtract } from '../../engine/math/vector.js'
import { computeFrame } from '../../engine/camera/pose.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { MotionLoop } from './motion-loop.js'
import { moveByAxes, offersSpaceMouse, SpaceMouse } from './space-mouse.js'
import { showBefore, showPlan, takeBefore, takePlanGestures, type BeforePlan } from './storey-plan.js'
import { storeyList, type Storey } from './storeys.js'
import { Walk } from './walk.js'
import { ZoomWindowTool } from './zoom-window-tool.js'
import { zoomedPose, type ScreenRectangle } from './zoom-window.js'
import { Extension } from '../../engine/api.js'

/** Modes of the extension. */
export const navigationModes = ['zoom-window', 'walk', 'fly'] as const
/** One of the navigation modes. */
export type NavigationMode = (typeof navigationModes)[number]

/** Events of the navigation extension. */
export interface NavigationEvents {
  /** The active mode changed; null: none. */
  modeChanged: { readonly mode: NavigationMode | null }
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
export class NavigationExtension extends Extension {
  readonly #events = new EventEmitter<NavigationEvents>()
  readonly #mouse = new SpaceMouse(() => this.#mouseLoop.start())
  readonly #mouseLoop = new MotionLoop((seconds) => this.#moveByMouse(seconds))
  #window: ZoomWindowTool | null = null
  #walk: Walk | null = null
  #walkFrom: CameraView | null = null
  #plan: { readonly storey: number; readonly before: BeforePlan; readonly stop: () => void } | null = null
  #storeys: Promise<readonly Storey[]> | null = null
  #stops: readonly (() => void)[] = []

  override load(): boolean {
    const { viewer } = this
    this.#stops = [
      viewer.on('modelUnloaded', () => {
        this.#storeys = null
        this.#clearPlan()
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
    this.#clearPlan()
    this.disconnectSpaceMouse()
    this.#events.clear()
  }

  override getModes(): readonly NavigationMode[] {
    return navigationModes
  }
  override activate(mode?: string): boolean {
    const { viewer } = this
    if (viewer.model === null || !super.activate(mode)) return false
    this.#endMode()
    if (this.isActive('zoom-window')) this.#startWindow()
    else this.#startWalk(this.isActive('fly') ? 'fly' : 'walk')
    viewer.canvas.focus()
    this.#emitMode()
    return true
  }
  override deactivate(): boolean {
    if (!super.deactivate()) return false
    this.#endMode()
    this.#emitMode()
    return true
  }

  /** A restored view ends walking and flying. */
  override restoreState(_state: unknown): void {
    this.#clearPlan()
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
    return this.#plan?.storey ?? null
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
    const last = this.#plan
    const before = last?.before ?? takeBefore(viewer, sections)
    const goBack = (): void => {
      this.#clearPlan()
      showBefore(viewer, sections, before)
    }
    if (storey === undefined) {
      if (last !== null) goBack()
      return last !== null
    }
    const { states } = viewer
    const { era } = states
    const elementNow = (): number => states.numberNow(storey.element, era)
    const show = (): void => {
      this.#clearPlan()
      const element = elementNow()
      showPlan(viewer, sections, { ...storey, element })
      this.#plan = { storey: element, before, stop: takePlanGestures(viewer) }
      this.#events.emit('planChanged', { storey: element })
    }
    show()
    viewer.history.push({ undo: goBack, redo: show, isPossible: () => elementNow() >= 0 })
    return true
  }

  /** Zooms to a rectangle of the canvas (CSS pixels). */
  zoomToWindow(rectangle: ScreenRectangle): void {
    const { camera, space } = this.viewer
    const { pose, view } = camera
    const frame = { ...space.size, depth: this.#depthIn(rectangle) }
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

  #startWalk(kind: 'walk' | 'fly'): void {
    this.#clearPlan()
    this.#walkFrom = this.viewer.camera.view
    const walk = new Walk(this.viewer, kind, () => this.#leave())
    this.#walk = walk
    this.storeys().then(
      (storeys) => {
        const ground = storeys.find(({ hasDoor }) => hasDoor) ?? storeys[0]
        if (ground !== undefined) walk.lowest = ground.floor
      },
      () => undefined,
    )
  }

  #endMode(): void {
    this.#window?.dispose()
    this.#window = null
    if (this.#walk === null) return
    this.#walk.dispose()
    this.#walk = null
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

  #clearPlan(): void {
    if (this.#plan === null) return
    this.#plan.stop()
    this.#plan = null
    this.#events.emit('planChanged', { storey: null })
  }

  #emitMode(): void {
    this.#events.emit('modeChanged', { mode: this.mode })
  }

  /** Returns the depth within a rectangle: at its centre, or at another sample point with a hit. */
  #depthIn({ left, top, right, bottom }: ScreenRectangle): number {
    const { viewer } = this
    const { pose } = viewer.camera
    for (const [x, y] of samplePoints) {
      const pick = viewer.pick(left + (right - left) * x, top + (bottom - top) * y)
      if (pick !== null) return Math.max(1e-3, dot(subtract(pick.point, pose.eye), computeFrame(pose).forward))
    }
    return pose.distance
  }

  #moveByMouse(seconds: number): boolean {
    const { axes } = this.#mouse
    const isMoved = axes.some((axis) => axis !== 0)
    if (isMoved) moveByAxes(this.viewer.camera, axes, seconds)
    return isMoved || this.#mouse.needsPolling
  }
}

/** Sample points of a rectangle, the centre first. */
const samplePoints = [
  [0.5, 0.5],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
  [0.15, 0.15],
  [0.85, 0.85],
  [0.15, 0.85],
  [0.85, 0.15],
] as const
