import type { Box } from '@kamar/package-format/read'
import type { PickResult, Point } from '../../engine/types.js'
import { add, computeBoxCenter, computeLength, cross, dot, mapAxes, normalize, scale, subtract } from '@kamar/core/math'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import type { CutPlane } from '../../engine/store/cut.js'
import type { CutArea } from './cut-areas.js'
import type { GizmoLabels } from './plane-gizmo.js'
import { SectionStage } from './section-stage.js'
import { computeDiagonal } from '../../engine/camera/bounds.js'
import { computeFrame } from '../../engine/camera/pose.js'
import { computeCutBounds, computeSelectionBounds, viewAlong } from './cut-view.js'
import { computeBoxBounds, computeFocus, intersectBoxes } from './section-focus.js'
import {
  boxWithMargin,
  listCutPlanes,
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
import { Extension, type SectionPlanes } from '../../engine/api.js'

/** Events of the section tool. */
export interface SectionEvents {
  /** Planes or the box changed, also during a drag. */
  changed: { readonly state: SectionState }
  /** The plane or box with the gizmo changed: its id, `box`, or null. */
  selected: { readonly id: string | null }
  /** All caps are complete: `cutAreas` is exact. */
  capped: Record<string, never>
  /** Number of picked points of a new three-point plane. */
  picking: { readonly points: number }
}

/** Source of a section box. */
export type BoxSource =
  | { readonly around: 'model' }
  | { readonly around: 'selection' }
  /** An element with all its descendants in the tree: a storey, a room. */
  | { readonly around: 'element'; readonly element: number }

/**
 * Offset of a plane behind a picked face, as a ratio of the model's diagonal: exactly on the face nothing would be
 * visible.
 */
const faceOffset = 1e-4
/** Margin of a box around the selection, metres, at most a ratio of the model's diagonal. */
const selectionMargin = 0.3
const maxMarginRatio = 0.05
const axes: Readonly<Record<'x' | 'y' | 'z', Point>> = { x: [-1, 0, 0], y: [0, 1, 0], z: [0, 0, -1] }

/**
 * Section planes and a section box. Modes: `edit` shows the gizmo, `face` creates a plane from the next picked face,
 * `points` from the next three points. Sections remain after deactivation.
 */
export class SectionExtension extends Extension implements SectionPlanes {
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
  /** An invalid state removes all sections. */
  override restoreState(state: unknown): void {
    this.#before = null
    this.#show(readSectionState(state) ?? noSections)
    this.select(null)
  }

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof SectionEvents>(name: Name, listener: Listener<SectionEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Current state of all planes and the box. */
  get state(): SectionState {
    return this.#state
  }
  /** Id of the plane with the gizmo, `box`, or null. */
  get selected(): string | null {
    return this.#selected
  }
  /** Whether caps are still being computed. */
  get busy(): boolean {
    return this.#stage?.busy ?? false
  }

  /** Shows the gizmo for a plane, for the `box`, or for neither. */
  select(id: string | null): void {
    this.#selected = id
    this.#stage?.select(id)
    this.#events.emit('selected', { id })
  }
  /** Sets the gizmo's labels for screen readers. */
  setLabels(labels: GizmoLabels): void {
    this.#stage?.setLabels(labels)
  }

  /**
   * Adds a plane perpendicular to an axis through the centre of the selection, otherwise of the section box, of the
   * visible elements or of the model; the far side, seen from the home view, stays.
   */
  addAxis(axis: 'x' | 'y' | 'z'): string | null {
    const box = computeFocus(this.viewer, this.#state.box)
    return box === null ? null : this.#add(axis, computeBoxCenter(box), axes[axis])
  }
  /** Adds a plane on a picked face: the part behind the face stays. */
  addFace({ point, normal }: Pick<PickResult, 'point' | 'normal'>): string {
    const box = this.#bounds()
    const by = box === null ? 0 : computeLength(subtract(box.max, box.min)) * faceOffset
    const backNormal = scale(normal, -1)
    return this.#add('face', add(point, scale(backNormal, by)), backNormal)
  }
  /** Adds a plane through three points; null if they are collinear. Its far side stays. */
  addThrough([a, b, c]: readonly [Point, Point, Point]): string | null {
    const across = cross(subtract(b, a), subtract(c, a))
    const size = computeLength(subtract(b, a)) * computeLength(subtract(c, a))
    if (computeLength(across) <= size * 1e-6) return null
    const normal = normalize(across)
    const isBackFacing = dot(normal, subtract(a, this.viewer.camera.pose.eye)) >= 0
    const center = mapAxes((axis) => (a[axis] + b[axis] + c[axis]) / 3)
    return this.#add('points', center, isBackFacing ? normal : scale(normal, -1))
  }
  /** Replaces the plane with the same id. */
  update(plane: SectionPlane): void {
    this.#change(withPlane(this.#state, plane))
  }
  /** Returns the distance of a plane from the model's origin along its main axis, metres. */
  computePosition(plane: SectionPlane): number {
    return computePosition(plane)
  }
  /** Moves a plane to that position. */
  moveTo(id: string, position: number): void {
    const plane = this.#plane(id)
    if (plane !== undefined && Number.isFinite(position)) this.update(planeAt(plane, position))
  }
  /** Flips the side of a plane that stays. */
  flip(id: string): void {
    const plane = this.#plane(id)
    if (plane !== undefined) this.update({ ...plane, normal: scale(plane.normal, -1) })
  }
  /** Enables or disables a plane, or the `box`. */
  setEnabled(id: string, enabled: boolean): void {
    const plane = this.#plane(id)
    const { box } = this.#state
    if (id === 'box' && box !== null) this.setBox({ ...box, enabled })
    else if (plane !== undefined) this.update({ ...plane, enabled })
  }
  /** Removes a plane, or the `box`. */
  remove(id: string): void {
    if (id === this.#selected) this.select(null)
    if (id === 'box') return this.setBox(null)
    this.#change({ ...this.#state, planes: this.#state.planes.filter((plane) => plane.id !== id) })
  }
  /** Removes all sections. */
  clear(): void {
    this.select(null)
    this.#change({ ...this.#state, planes: [], box: null })
  }

  /** Sets the section box; null removes it. */
  setBox(box: SectionBox | null): void {
    this.#change({ ...this.#state, box })
  }
  /** Sets a box around the source, a selection with some surroundings; returns false if the source has no shape. */
  setBoxAround(source: BoxSource): boolean {
    const box = this.#computeBounds(source)
    if (box === null) return false
    this.setBox(createSectionBox(box, source.around === 'selection' ? this.#computeMargin() : 0))
    this.select('box')
    return true
  }
  /** Sets the margin of the box; `isSettled` is false while a slider moves: the movement is one undo step. */
  setBoxMargin(metres: number, isSettled = true): void {
    const { box } = this.#state
    if (box === null) return
    this.#before ??= this.#state
    this.#show({ ...this.#state, box: boxWithMargin(box, metres) })
    if (isSettled) this.#endDrag(true)
  }
  /** Replaces all sections by those of a saved view, as one step. */
  apply(state: unknown): void {
    this.select(null)
    this.#change(readSectionState(state) ?? noSections)
  }

  /**
   * Views a plane, or the side of the `box` that faces the camera, at a right angle and without perspective, fitted to
   * its selected elements or to all that is cut. Returns false if there is no such plane.
   */
  async lookAt(id: string): Promise<boolean> {
    if (this.#findCut(id) !== null && this.busy) await this.#whenCapped()
    const cut = this.#findCut(id)
    if (cut === null) return false
    const caps = this.#stage?.getCaps(cut.index)
    const bounds =
      computeSelectionBounds(this.viewer, cut.plane) ??
      (caps === undefined ? null : computeCutBounds(caps)) ??
      computeFocus(this.viewer, this.#state.box)
    if (bounds === null) return false
    const { box } = this.#state
    const visible = box?.enabled === true ? intersectBoxes(bounds, computeBoxBounds(box)) : bounds
    // The gizmo would cover what is to be read.
    this.select(null)
    viewAlong(this.viewer, cut.plane.normal, visible)
    return true
  }

  /** Switches between hatched and plain caps. */
  setHatched(hatched: boolean): void {
    this.#change({ ...this.#state, hatched })
  }

  /**
   * Returns the section areas of each element, the largest first; `plane` counts the enabled planes, then the box's
   * sides.
   */
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

  /** Returns the enabled cut of a plane, or the one of the `box` that faces the camera. */
  #findCut(id: string): { readonly index: number; readonly plane: CutPlane } | null {
    const enabled = this.#state.planes.filter((plane) => plane.enabled)
    const cuts = listCutPlanes(this.#state).map((plane, index) => ({ index, plane }))
    if (id !== 'box') return cuts[enabled.findIndex((plane) => plane.id === id)] ?? null
    const { forward } = computeFrame(this.viewer.camera.pose)
    const byFacing = cuts
      .slice(enabled.length)
      .toSorted((a, b) => dot(b.plane.normal, forward) - dot(a.plane.normal, forward))
    return byFacing[0] ?? null
  }

  #whenCapped(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.on('capped', () => {
        stop()
        resolve()
      })
    })
  }

  /** Returns the margin around a selection; a small one in a model of a part. */
  #computeMargin(): number {
    const box = this.#bounds()
    return box === null ? 0 : Math.min(selectionMargin, computeDiagonal(box) * maxMarginRatio)
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

function withPlane(state: SectionState, plane: SectionPlane): SectionState {
  return { ...state, planes: state.planes.map((other) => (other.id === plane.id ? plane : other)) }
}
