import type { Box } from '@kamar/view-package/read'
import type { PickResult, Point } from '../api.js'
import { cross, dot, computeLength, normalize, scale, subtract } from '../camera/vector.js'
import { EventEmitter, type Listener } from '../event-emitter.js'
import { Extension } from '../extension/extension.js'
import type { CutArea } from './cut-areas.js'
import type { GizmoLabels } from './plane-gizmo.js'
import { SectionStage } from './section-stage.js'
import {
  noSections,
  planeAt,
  computePosition,
  readSectionState,
  createSectionBox,
  type SectionBox,
  type SectionPlane,
  type SectionPlaneKind,
  type SectionState,
} from './section-state.js'

/** What the section tool tells. */
export interface SectionEvents {
  /** Planes or the box changed, also while one is dragged. */
  changed: { readonly state: SectionState }
  /** Another plane, or the box, has the gizmo: its id, `box`, or null. */
  selected: { readonly id: string | null }
  /** All caps are there: `cutAreas` is complete. */
  capped: Record<string, never>
  /** How many of the three points of a new plane are picked. */
  picking: { readonly points: number }
}

/** Where a section box comes from. */
export type BoxSource =
  | { readonly around: 'model' }
  | { readonly around: 'selection' }
  /** An element with everything below it in the tree: a storey, a room. */
  | { readonly around: 'element'; readonly element: number }

/** A face that was picked is cut this far behind its surface, share of the model's diagonal: on it nothing would show. */
const behindFace = 1e-4
const axes: Readonly<Record<'x' | 'y' | 'z', Point>> = { x: [-1, 0, 0], y: [0, 1, 0], z: [0, 0, -1] }

/**
 * Section planes and a section box. Modes: `edit` shows the gizmo, `face` makes a plane of the next face that is picked,
 * `points` of the next three points. Cuts stay when it is deactivated.
 */
export class SectionExtension extends Extension {
  readonly #events = new EventEmitter<SectionEvents>()
  #stage: SectionStage | null = null
  #state: SectionState = noSections
  #selected: string | null = null
  #before: SectionState | null = null
  #picked: Point[] = []
  #stop: (() => void)[] = []
  #nextId = 1

  override load(): boolean {
    const { viewer } = this
    this.#stage = new SectionStage(viewer, {
      begin: () => {
        this.#before = this.#state
      },
      changePlane: (plane) => this.#show(withPlane(this.#state, plane)),
      changeBox: (box) => this.#show({ ...this.#state, box }),
      end: (isConfirmed) => this.#endDrag(isConfirmed),
      capped: () => this.#events.emit('capped', {}),
    })
    this.#stop = [
      viewer.on('modelUnloaded', () => this.#show(noSections)),
      viewer.clickInterceptors.add(
        (click) => this.isActive() && click.kind === 'click' && this.#handleClick(click.pick),
      ),
    ]
    this.#stage.setGizmoShown(false)
    return true
  }

  override unload(): void {
    super.unload()
    for (const stop of this.#stop) stop()
    this.viewer.cut.set([])
    this.#stage?.dispose()
    this.#events.clear()
  }

  override getModes(): readonly string[] {
    return ['edit', 'face', 'points']
  }
  override activate(mode?: string): boolean {
    if (!super.activate(mode)) return false
    this.#picked = []
    this.#events.emit('picking', { points: 0 })
    this.#stage?.setGizmoShown(true)
    return true
  }
  override deactivate(): boolean {
    this.#stage?.setGizmoShown(false)
    return super.deactivate()
  }

  override getState(): unknown {
    const { planes, box } = this.#state
    return planes.length === 0 && box === null ? undefined : this.#state
  }
  /** Anything that is no state of sections takes them all away. */
  override restoreState(state: unknown): void {
    this.#before = null
    this.#show(readSectionState(state) ?? noSections)
    this.select(null)
  }

  /** Calls `listener` on every event of that name; the answer ends it. */
  on<Name extends keyof SectionEvents>(name: Name, listener: Listener<SectionEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** All planes and the box, as they are now. */
  get state(): SectionState {
    return this.#state
  }
  /** Id of the plane that has the gizmo, `box`, or null. */
  get selected(): string | null {
    return this.#selected
  }
  /** Whether caps are still being worked out. */
  get busy(): boolean {
    return this.#stage?.busy ?? false
  }

  /** Gives the gizmo to a plane, to the `box`, or to nothing. */
  select(id: string | null): void {
    this.#selected = id
    this.#stage?.select(id)
    this.#events.emit('selected', { id })
  }
  /** Texts of the gizmo for screen readers. */
  setLabels(labels: GizmoLabels): void {
    this.#stage?.setLabels(labels)
  }

  /** A plane across an axis through the middle of the model; what is behind it, seen from home, stays. */
  addAxis(axis: 'x' | 'y' | 'z'): string | null {
    const box = this.#bounds()
    return box === null ? null : this.#add(axis, computeCenter(box), axes[axis])
  }
  /** A plane on a face that was picked: what is behind the face stays. */
  addFace({ point, normal }: Pick<PickResult, 'point' | 'normal'>): string {
    const box = this.#bounds()
    const by = box === null ? 0 : computeLength(subtract(box.max, box.min)) * behindFace
    const behind = scale(normal, -1)
    return this.#add('face', [0, 1, 2].map((axis) => point[axis] + behind[axis] * by) as unknown as Point, behind)
  }
  /** A plane through three points; null when they lie in a line. What is on the far side of it stays. */
  addThrough([a, b, c]: readonly [Point, Point, Point]): string | null {
    const across = cross(subtract(b, a), subtract(c, a))
    const size = computeLength(subtract(b, a)) * computeLength(subtract(c, a))
    if (computeLength(across) <= size * 1e-6) return null
    const normal = normalize(across)
    const isAway = dot(normal, subtract(a, this.viewer.camera.pose.eye)) >= 0
    const center = [0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3) as unknown as Point
    return this.#add('points', center, isAway ? normal : scale(normal, -1))
  }
  /** Puts another plane in place of the one with its id. */
  update(plane: SectionPlane): void {
    this.#change(withPlane(this.#state, plane))
  }
  /** Metres of a plane from the model's origin, along the axis that it lies across most. */
  computePosition(plane: SectionPlane): number {
    return computePosition(plane)
  }
  /** Moves a plane there. */
  moveTo(id: string, position: number): void {
    const plane = this.#plane(id)
    if (plane !== undefined && Number.isFinite(position)) this.update(planeAt(plane, position))
  }
  /** Leaves the other side of a plane. */
  flip(id: string): void {
    const plane = this.#plane(id)
    if (plane !== undefined) this.update({ ...plane, normal: scale(plane.normal, -1) })
  }
  /** Switches a plane, or the `box`, on or off. */
  setEnabled(id: string, enabled: boolean): void {
    const plane = this.#plane(id)
    const { box } = this.#state
    if (id === 'box' && box !== null) this.setBox({ ...box, enabled })
    else if (plane !== undefined) this.update({ ...plane, enabled })
  }
  /** Takes a plane, or the `box`, away. */
  remove(id: string): void {
    if (id === this.#selected) this.select(null)
    if (id === 'box') return this.setBox(null)
    this.#change({ ...this.#state, planes: this.#state.planes.filter((plane) => plane.id !== id) })
  }
  /** Takes everything away. */
  clear(): void {
    this.select(null)
    this.#change({ ...this.#state, planes: [], box: null })
  }

  /** Puts the box there; null takes it away. */
  setBox(box: SectionBox | null): void {
    this.#change({ ...this.#state, box })
  }
  /** A box around something; false when that has no shape. */
  setBoxAround(source: BoxSource): boolean {
    const box = this.#computeBounds(source)
    if (box === null) return false
    this.setBox(createSectionBox(box))
    this.select('box')
    return true
  }
  /** Hatched caps, or plain ones. */
  setHatched(hatched: boolean): void {
    this.#change({ ...this.#state, hatched })
  }

  /** What the planes cut of each element, the largest first; `plane` counts the enabled planes, then the box's sides. */
  cutAreas(): readonly CutArea[] {
    return this.#stage?.cutAreas() ?? []
  }

  #add(kind: SectionPlaneKind, point: Point, normal: Point): string {
    const usedIds = new Set(this.#state.planes.map(({ id }) => id))
    while (usedIds.has(`plane-${this.#nextId}`)) this.#nextId++
    const id = `plane-${this.#nextId}`
    this.#change({ ...this.#state, planes: [...this.#state.planes, { id, kind, point, normal, enabled: true }] })
    this.select(id)
    return id
  }

  #handleClick(pick: PickResult | null): boolean {
    if (this.isActive('edit')) return false
    if (pick === null) return true
    if (this.isActive('face')) {
      this.addFace(pick)
      this.activate('edit')
      return true
    }
    this.#picked.push(pick.point)
    this.#events.emit('picking', { points: this.#picked.length })
    const [a, b, c] = this.#picked
    if (a === undefined || b === undefined || c === undefined) return true
    this.addThrough([a, b, c])
    this.activate('edit')
    return true
  }

  #plane(id: string): SectionPlane | undefined {
    return this.#state.planes.find((plane) => plane.id === id)
  }

  #bounds(): Box | null {
    return this.viewer.model?.manifest.bounds ?? null
  }

  #computeBounds(source: BoxSource): Box | null {
    const { model, selection } = this.viewer
    if (source.around === 'model') return this.#bounds()
    return model?.computeBounds(source.around === 'selection' ? selection.elements : [source.element]) ?? null
  }

  #endDrag(isConfirmed: boolean): void {
    const before = this.#before
    this.#before = null
    if (before === null) return
    if (isConfirmed) this.#remember(before)
    else this.#show(before)
  }

  #change(next: SectionState): void {
    const before = this.#state
    this.#show(next)
    this.#remember(before)
  }

  #remember(before: SectionState): void {
    const after = this.#state
    if (after === before) return
    this.viewer.history.push({ undo: () => this.#show(before), redo: () => this.#show(after) })
  }

  #show(state: SectionState): void {
    if (state === this.#state) return
    this.#state = state
    this.#stage?.show(state)
    this.#events.emit('changed', { state })
  }
}

const computeCenter = ({ min, max }: Box): Point =>
  [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2) as unknown as Point

function withPlane(state: SectionState, plane: SectionPlane): SectionState {
  return { ...state, planes: state.planes.map((other) => (other.id === plane.id ? plane : other)) }
}
