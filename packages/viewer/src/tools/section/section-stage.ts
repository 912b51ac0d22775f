import type { CutPlane } from '../../engine/store/cut.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { svgLayer } from '../../engine/overlay/svg.js'
import { BoxGizmo } from './box-gizmo.js'
import { CapBuilder } from './cap-builder.js'
import { CapMesh } from './cap-mesh.js'
import type { PlaneCaps } from './cap-parts.js'
import { cutAreas, type CutArea } from './cut-areas.js'
import { PlaneGizmo, type GizmoHost, type GizmoLabels } from './plane-gizmo.js'
import { listCutPlanes, noSections, type SectionBox, type SectionPlane, type SectionState } from './section-state.js'
import type { RowRun } from '../../engine/store/model-data.js'
import type { Viewer } from '../../engine/api.js'

/** Width of a gizmo's sheet as a ratio of the model's diagonal. */
const sheetRatio = 0.12

/** Interval at which caps are cut again while cells are opened and closed, milliseconds. */
const recutMilliseconds = 250

/** Callbacks of the section stage. */
export interface SectionStageHost {
  begin(): void
  changePlane(plane: SectionPlane): void
  changeBox(box: SectionBox): void
  end(isConfirmed: boolean): void
  capped(): void
}

/** Visible parts of the section tool: the cut, its caps, the gizmo. */
export class SectionStage {
  readonly #viewer: Viewer
  readonly #host: SectionStageHost
  readonly #layer: SVGSVGElement
  readonly #planeGizmo: PlaneGizmo
  readonly #boxGizmo: BoxGizmo
  readonly #mesh = new CapMesh()
  readonly #builder = new CapBuilder((caps) => this.#showCaps(caps))
  readonly #stop: (() => void)[]
  #state: SectionState = noSections
  #selected: string | null = null
  #gizmoShown = true
  #cuts: readonly CutPlane[] = []
  #caps: readonly PlaneCaps[] = []
  #rowRuns: readonly RowRun[] | null = null
  #recutTimer: ReturnType<typeof setTimeout> | undefined

  constructor(viewer: Viewer, host: SectionStageHost) {
    this.#viewer = viewer
    this.#host = host
    this.#layer = svgLayer(viewer.element, 'kamar-section')
    this.#planeGizmo = new PlaneGizmo(this.#gizmoHost((plane) => host.changePlane(plane)))
    this.#boxGizmo = new BoxGizmo(this.#gizmoHost((box) => host.changeBox(box)))
    this.#layer.append(this.#planeGizmo.element, this.#boxGizmo.element)
    // Drawn before the model: geometry below a cap is depth-culled, and glass in front of it blends with it.
    viewer.stage.renderer.backdrop.add(this.#mesh.fills, this.#mesh.outlines)
    viewer.stage.renderer.selectedOverlay.add(this.#mesh.selected)
    this.#mesh.setTheme(viewer.theme)
    this.#stop = [
      viewer.on('frame', () => this.#drawGizmo()),
      viewer.on('visibilityChanged', () => this.#recut()),
      viewer.on('elementsMoved', () => this.#recut()),
      viewer.on('modelComplete', () => this.#recut()),
      viewer.on('residencyChanged', () => this.#recutReplaced()),
      viewer.on('selectionChanged', () => this.#tint()),
      viewer.on('colorsChanged', () => this.#tint()),
      viewer.on('themeChanged', ({ theme }) => {
        this.#mesh.setTheme(theme)
        this.#tint()
      }),
    ]
  }

  get busy(): boolean {
    return this.#builder.busy || this.#recutTimer !== undefined
  }

  /** Cuts by a section state. */
  show(state: SectionState): void {
    this.#state = state
    this.#mesh.setHatched(state.hatched)
    this.#cuts = listCutPlanes(state)
    this.#viewer.cut.set(this.#cuts)
    const { geometry } = this.#viewer
    if (geometry !== null) this.#builder.cut(geometry, this.#cuts)
    this.#drawGizmo()
    this.#viewer.invalidate()
  }

  /** Selects the plane, or `box`, that shows the gizmo. */
  select(id: string | null): void {
    this.#selected = id
    this.#drawGizmo()
  }
  setGizmoShown(isVisible: boolean): void {
    this.#gizmoShown = isVisible
    this.#drawGizmo()
  }
  setLabels(labels: GizmoLabels): void {
    this.#planeGizmo.setLabels(labels)
    this.#boxGizmo.setLabels(labels)
  }

  /** Returns the caps of a cut by its index; undefined until they are complete. */
  getCaps(index: number): PlaneCaps | undefined {
    return this.#caps[index]
  }
  /** Returns the areas by element and plane. */
  cutAreas(): readonly CutArea[] {
    const { geometry } = this.#viewer
    return geometry === null ? [] : cutAreas(geometry, this.#cuts, this.#caps)
  }

  dispose(): void {
    for (const stop of this.#stop) stop()
    clearTimeout(this.#recutTimer)
    const { content } = this.#viewer.stage.scheduler
    if (content !== null) content.capTriangles = []
    this.#builder.clear()
    this.#mesh.dispose()
    this.#layer.remove()
    this.#viewer.invalidate()
  }

  #gizmoHost<Item>(change: (item: Item) => void): GizmoHost<Item> {
    return {
      space: this.#viewer.space,
      begin: () => this.#host.begin(),
      change,
      end: (isConfirmed) => this.#host.end(isConfirmed),
      step: () => this.#diagonal() / 200,
    }
  }

  #diagonal(): number {
    const box = this.#viewer.model?.manifest.bounds
    if (!box) return 10
    return Math.hypot(...box.max.map((value, axis) => value - box.min[axis]))
  }

  #drawGizmo(): void {
    const plane = this.#state.planes.find(({ id }) => id === this.#selected)
    this.#planeGizmo.update(this.#gizmoShown && plane?.enabled === true ? plane : null, this.#diagonal() * sheetRatio)
    const { box } = this.#state
    this.#boxGizmo.update(this.#gizmoShown && this.#selected === 'box' && box?.enabled === true ? box : null)
  }

  /** Cuts again what is drawn in another form after cells were opened or closed; not for each of many chunks. */
  #recutReplaced(): void {
    const runs = this.#viewer.geometry?.rowRuns ?? null
    if (runs === this.#rowRuns) return
    this.#rowRuns = runs
    if (this.#cuts.length > 0) this.#recutTimer ??= setTimeout(() => this.#recut(), recutMilliseconds)
  }

  /** Recomputes the caps after the visibility or the model changed. */
  #recut(): void {
    clearTimeout(this.#recutTimer)
    this.#recutTimer = undefined
    const { geometry } = this.#viewer
    this.#builder.clear()
    if (geometry !== null && this.#cuts.length > 0) this.#builder.cut(geometry, this.#cuts)
  }

  #showCaps(caps: readonly PlaneCaps[]): void {
    const { geometry } = this.#viewer
    if (geometry === null) return
    this.#caps = caps
    this.#mesh.show(geometry, this.#cuts, caps)
    const { content } = this.#viewer.stage.scheduler
    if (content !== null) content.capTriangles = this.#mesh.triangles
    this.#viewer.stage.renderer.capped = !this.#builder.busy && areFilled(geometry, caps)
    this.#viewer.invalidate()
    if (!this.#builder.busy) this.#host.capped()
  }

  #tint(): void {
    const { geometry } = this.#viewer
    if (geometry === null) return
    this.#mesh.tint(geometry)
    this.#viewer.invalidate()
  }
}

/** Returns whether every sectioned body has a fill. */
const areFilled = (geometry: ModelGeometry, caps: readonly PlaneCaps[]): boolean =>
  caps.every(({ parts }) => parts.every(({ fill, instance }) => fill.length > 0 || !geometry.isSolid(instance)))
