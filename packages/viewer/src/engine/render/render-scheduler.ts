import type { FrameStatistics } from '../types.js'
import { isOutside } from '../camera/bounds.js'
import type { Pose } from '../camera/pose.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import type { CullView } from '../cull/culler.js'
import type { DrawLists, RangeList } from '../cull/draw-lists.js'
import { reducedQuality, movingQuality, stillQuality, type Quality } from '../cull/quality.js'
import type { RenderedContent } from './rendered-content.js'
import type { ElementStates } from '../store/element-states.js'
import { FrameRateGovernor } from './frame-rate-governor.js'
import type { FrameRequest, FrameTile } from './frame-request.js'
import type { SceneRenderer } from './scene-renderer.js'

/** Time without movement after the last frame until the camera counts as still, milliseconds. */
const stillAfter = 140
/** Frames at shorter intervals are shaded only after the last of them, milliseconds. */
const shadeAfter = 120
/** The same while the frame is about to be replaced, by visible chunks or by the depth bias of a complete model. */
const shadeProvisionalAfter = 1000
/**
 * Transparent objects wait while chunks arrive at shorter intervals: they must be drawn after everything behind them;
 * milliseconds.
 */
const settleAfter = 250

/** State of the frame on screen. */
interface FrameState {
  readonly content: RenderedContent | null
  readonly exterior: boolean
  /** Whether transparent objects or a highlight are in it: then nothing can be added behind them. */
  readonly hasClear: boolean
  /** Whether transparent objects are still missing. */
  readonly missesClear: boolean
  /** Instances culled for it. */
  readonly count: number
  /** Whether its shading is still missing. */
  readonly unshaded: boolean
}

/** Whether a frame highlights the selection. */
export type SelectionOption = 'marked' | 'left out'

/** Plan of the next frame. */
interface Plan {
  /** Draws only new instances, onto the existing frame. */
  readonly additive: boolean
  readonly moving: boolean
  /** Includes transparent objects. */
  readonly clear: boolean
}

/**
 * Schedules drawing: nothing while nothing changes, a full frame after a change of the view or a state, and only the
 * new instances while a model grows under a still camera.
 */
export class RenderScheduler {
  content: RenderedContent | null = null
  /** Whether section planes cut the model, so that its interior may be visible. */
  cut = false
  /** Whether crease edges are drawn. */
  edges = true
  /** Whether only the exterior objects are drawn where that suffices. */
  useExterior = true
  readonly #renderer: SceneRenderer
  readonly #camera: ViewerCamera
  readonly #states: ElementStates
  readonly #governor = new FrameRateGovernor()
  readonly #requestFrame: () => void
  #frame: FrameState | null = null
  #dirty = true
  #lastMove = -Infinity
  /** Whether the camera moved since the last frame; on a slow machine that may be long ago. */
  #hasMoved = false
  #lastGrowth = -Infinity
  #lastPaint = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: {
    readonly renderer: SceneRenderer
    readonly camera: ViewerCamera
    readonly states: ElementStates
    readonly requestFrame: () => void
  }) {
    this.#renderer = parts.renderer
    this.#camera = parts.camera
    this.#states = parts.states
    this.#requestFrame = parts.requestFrame
  }

  /** Marks the frame as outdated. */
  invalidate(): void {
    this.#dirty = true
    this.#requestFrame()
  }

  /** Records a camera movement. */
  cameraMoved(moving: boolean): void {
    this.#hasMoved = moving
    if (!moving) this.#lastMove = -Infinity
    this.invalidate()
  }

  /** Records new content; the existing frame remains valid. */
  grew(): void {
    this.#lastGrowth = performance.now()
    this.#requestFrame()
  }

  /** Draws if needed; returns the cost, or null. */
  paint(now: number): FrameStatistics | null {
    if (this.#renderer.isLost) return null
    if (this.#hasMoved) this.#lastMove = now
    this.#hasMoved = false
    const moving = now - this.#lastMove < stillAfter
    this.#governor.observe(now, moving)
    if (moving) this.#scheduleAfter(stillAfter)
    else if (this.#lastMove > -Infinity) {
      this.#lastMove = -Infinity
      this.#dirty = true
    }
    const plan = this.#plan(now, moving)
    if (plan === null) {
      this.#shadeWhenQuiet(now)
      return null
    }
    const statistics = this.#draw(plan)
    if (statistics !== null) this.#lastPaint = now
    return statistics
  }

  /** Draws a complete still frame at once, for screenshots; one without the selection is not reused for the screen. */
  paintStill(selection: SelectionOption = 'marked'): FrameStatistics | null {
    this.#lastMove = -Infinity
    this.#hasMoved = false
    const statistics = this.#draw({ additive: false, moving: false, clear: true }, selection)
    if (this.#frame?.unshaded === true) this.#shade()
    if (selection === 'left out' && this.#states.selected.size > 0) this.invalidate()
    return statistics
  }

  /** Draws a tile of a larger still frame as `pose` shows it, and reads it back; the screen does not change. */
  paintTile(
    tile: FrameTile,
    { pose, selection }: { readonly pose: Pose; readonly selection: SelectionOption },
  ): Uint8ClampedArray<ArrayBuffer> {
    const { content } = this
    const frame = this.#request(false, selection)
    const margin = this.#renderer.computeMargin(tile.frame.height, frame.paintsSelection)
    const paddedTile = {
      x: tile.x - margin,
      y: tile.y - margin,
      width: tile.width + 2 * margin,
      height: tile.height + 2 * margin,
    }
    const request: FrameRequest = { ...frame, pose, tile: { ...paddedTile, frame: tile.frame } }
    const view = this.#renderer.aim(request)
    const plan = { additive: false, moving: false, clear: true }
    if (content !== null)
      this.#cull(content, plan, { view, quality: this.#quality(false), exterior: this.exteriorApplies() })
    this.#dirty = true
    return this.#renderer.drawTile(request, paddedTile, margin)
  }

  /** Loads the code of the selection highlight if anything is selected. */
  async prepareSelection(): Promise<void> {
    if (this.#states.selected.size === 0 || this.#renderer.selectionMarks !== null) return
    const { SelectionPaint } = await import('./selection/selection-paint.js')
    if (this.#renderer.selectionMarks !== null || this.#renderer.isLost) return
    this.#renderer.selectionMarks = new SelectionPaint(this.#renderer)
    this.invalidate()
  }

  /** Compiles the programs of a model while there is none. */
  warmUp(): void {
    if ((this.content?.instances.count ?? 0) > 0) return
    const request = this.#request(false)
    this.#renderer.aim(request)
    this.#renderer.warmUp(request)
    this.invalidate()
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #plan(now: number, moving: boolean): Plan | null {
    const frame = this.#frame
    const settled = moving || this.#isComplete() || now - this.#lastGrowth >= settleAfter
    if (!settled) this.#scheduleAfter(settleAfter)
    if (frame === null || this.#isWrong(frame))
      return { additive: false, moving, clear: settled || frame?.hasClear === true }
    if (settled && frame.missesClear) return { additive: false, moving, clear: true }
    if (this.content === null || this.content.instances.count <= frame.count) return null
    if (!frame.hasClear || frame.exterior) return { additive: true, moving, clear: false }
    if (now - this.#lastPaint >= settleAfter) return { additive: false, moving, clear: true }
    this.#scheduleAfter(settleAfter)
    return null
  }

  get #shades(): boolean {
    return this.#renderer.shading?.shades === true
  }

  /** Time since the last frame after which a frame is shaded, milliseconds. */
  get #shadeAfter(): number {
    const { content } = this
    const isFinal = content === null || (content.loading ? this.#isComplete() : content.isPrepared)
    return isFinal ? shadeAfter : shadeProvisionalAfter
  }

  #shadeWhenQuiet(now: number): void {
    if (this.#frame?.unshaded !== true) return
    if (now - this.#lastPaint < this.#shadeAfter) return this.#scheduleAfter(this.#shadeAfter)
    this.#renderer.aim(this.#request(false))
    this.#shade()
  }

  #shade(): void {
    if (this.#frame === null || !this.#shades) return
    this.#renderer.shade(this.#request(false))
    this.#frame = { ...this.#frame, unshaded: false }
  }

  #isWrong(frame: FrameState): boolean {
    if (this.#dirty) return true
    // A frame without instances is the same for every model that has none yet.
    if (frame.count === 0) return this.#countDrawable() > 0
    return frame.content !== this.content || frame.exterior !== this.exteriorApplies()
  }

  /** Returns how many instances a frame may draw. */
  #countDrawable(): number {
    const { content } = this
    if (content === null) return 0
    // Elements hidden by default must not flash up; none of them is visible from outside.
    return content.hiddenKnown || this.exteriorApplies() ? content.instances.count : 0
  }

  /** Returns whether no further visible content is to come. */
  #isComplete(): boolean {
    const { content } = this
    return content === null || !content.loading || (content.exteriorReady && this.exteriorApplies())
  }

  #draw(plan: Plan, selection: SelectionOption = 'marked'): FrameStatistics | null {
    const start = performance.now()
    const { content } = this
    const quality = this.#quality(plan.moving)
    const exterior = this.exteriorApplies()
    const request = this.#request(plan.moving, selection)
    const view = this.#renderer.aim(request)
    const count = content === null ? 0 : this.#cull(content, plan, { view, quality, exterior })
    const lists = content === null ? null : content.batches.lists
    const onto = plan.additive ? this.#frame : null
    this.#dirty = false
    void this.prepareSelection()
    const isFirst = (this.#frame?.count ?? 0) === 0
    const counts = computeCounts(lists)
    const isSame = onto !== null && counts.instances === 0
    const unshaded = isSame ? onto.unshaded : this.#needsShading(plan, count)
    this.#frame = { content, exterior, count, unshaded, ...computeTransparency(onto, lists) }
    if (isSame) return null
    // The first frame with a model is displayed before it is shaded.
    const shadesNow = onto === null && !isFirst && start - this.#lastPaint >= this.#shadeAfter
    this.#render(request, onto === null ? 'background' : 'picture', shadesNow)
    const kind = onto === null ? 'full' : 'additive'
    return { kind, quality: quality.name, exterior, ...counts, milliseconds: performance.now() - start }
  }

  /** Draws the frame, and shades it at once or later if it is unshaded. */
  #render(request: FrameRequest, onto: 'background' | 'picture', shadesNow: boolean): void {
    const unshaded = this.#frame?.unshaded === true
    this.#renderer.draw(request, onto, unshaded && shadesNow ? 'kept' : 'presented')
    if (!unshaded) return
    if (shadesNow) this.#shade()
    else this.#scheduleAfter(this.#shadeAfter)
  }

  /** Nothing occludes light in a frame without a model: it is shaded once, to compile the programs. */
  #needsShading({ moving }: Plan, count: number): boolean {
    return this.#shades && !moving && (count > 0 || this.#renderer.shading?.isReady === false)
  }

  #request(moving: boolean, selection: SelectionOption = 'marked'): FrameRequest {
    const { content } = this
    return {
      pose: this.#camera.pose,
      bounds: content === null ? null : content.bounds,
      model: content === null ? null : content.batches,
      purpose: moving ? 'moving' : 'still',
      resolution: this.#governor.resolution,
      paintsSelection: selection === 'marked' && this.#states.selectionShown,
    }
  }

  /** Fills the content's lists for the plan; returns how many instances were tested. */
  #cull(
    content: RenderedContent,
    plan: Plan,
    options: { readonly view: CullView; readonly quality: Quality; readonly exterior: boolean },
  ): number {
    const { lists } = content.batches
    lists.reset()
    if (this.#countDrawable() === 0) return 0
    const exterior = options.exterior ? (content.exterior?.bits ?? null) : null
    const from = plan.additive ? (this.#frame?.count ?? 0) : 0
    const to = content.instances.count
    const visible = exterior ?? (from === 0 ? (content.occlusion?.visibleInstances(options.view) ?? null) : null)
    // Cells decide what is drawn in this view.
    content.residency?.updateView(options.view, exterior)
    content.culler.cull({ ...options, exterior: visible, from, to, clear: plan.clear }, lists)
    return to
  }

  /** Returns whether the exterior alone is the full image: the model is not opened up and the camera is outside. */
  exteriorApplies(): boolean {
    const { content } = this
    if (content?.exterior == null || !this.useExterior || this.cut || !this.#states.isPlain) return false
    if (content.isDisplaced) return false
    return content.bounds !== null && isOutside(this.#camera.pose.eye, content.bounds)
  }

  #quality(moving: boolean): Quality {
    const quality = !moving ? stillQuality : this.#governor.isReduced ? reducedQuality : movingQuality
    return this.edges ? quality : { ...quality, edges: false }
  }

  #scheduleAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#requestFrame(), milliseconds)
  }
}

/** Computes which transparent objects a frame drawn onto `onto` contains and lacks. */
function computeTransparency(
  onto: FrameState | null,
  lists: DrawLists | null,
): Pick<FrameState, 'hasClear' | 'missesClear'> {
  const isDrawn = lists !== null && (lists.clear.length > 0 || !lists.selected.isEmpty)
  const hasOmitted = lists !== null && lists.omitted > 0
  return { hasClear: isDrawn || onto?.hasClear === true, missesClear: hasOmitted || onto?.missesClear === true }
}

function computeCounts(
  lists: DrawLists | null,
): Pick<FrameStatistics, 'draws' | 'ranges' | 'triangles' | 'lines' | 'points' | 'instances'> {
  if (lists === null) return { draws: 0, ranges: 0, triangles: 0, lines: 0, points: 0, instances: 0 }
  const sumTotals = (some: readonly RangeList[]): number => some.reduce((sum, list) => sum + list.total, 0)
  const lineIndices = sumTotals(lists.lines)
  const points = sumTotals(lists.dots)
  return {
    draws: lists.all.filter((list) => list.length > 0).length,
    ranges: lists.all.reduce((sum, list) => sum + list.length, 0),
    triangles: (sumTotals(lists.all) - lineIndices - points) / 3,
    lines: lineIndices / 2,
    points,
    instances: lists.instances,
  }
}
