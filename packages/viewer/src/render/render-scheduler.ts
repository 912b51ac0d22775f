import type { FrameStatistics } from '../api.js'
import { isOutside } from '../camera/bounds.js'
import type { Pose } from '../camera/pose.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import type { CullView } from '../cull/culler.js'
import type { DrawLists, RangeList } from '../cull/draw-lists.js'
import { hurriedQuality, movingQuality, stillQuality, type Quality } from '../cull/quality.js'
import type { ModelContent } from '../model/model-content.js'
import type { ElementStates } from '../store/element-states.js'
import { FrameRateGovernor } from './frame-rate-governor.js'
import type { FrameRequest, FrameTile, SceneRenderer } from './scene-renderer.js'

/** A movement is over when nothing moved for so long after its last picture, milliseconds. */
const stillAfter = 140
/** Pictures that follow each other faster than this are shaded when the last of them is there, milliseconds. */
const shadeAfter = 120
/** While chunks come faster than this, see-through objects wait: they must be drawn after what is behind them. */
const settleAfter = 250

/** What the picture on screen is made of. */
interface FrameState {
  readonly content: ModelContent | null
  readonly exterior: boolean
  /** Whether see-through objects are in it: nothing can be added behind them. */
  readonly hasClear: boolean
  /** Whether see-through objects are still missing. */
  readonly missesClear: boolean
  /** Instances looked at for it. */
  readonly count: number
  /** Whether its shades are still missing. */
  readonly unshaded: boolean
}

/** Whether a picture marks what is selected. */
export type SelectionOption = 'marked' | 'left out'

/** What is to be drawn next. */
interface Plan {
  /** Only what arrived, onto the picture that is there. */
  readonly additive: boolean
  readonly moving: boolean
  /** With see-through objects. */
  readonly clear: boolean
}

/**
 * Decides what to draw when: nothing while nothing changed, a whole picture when the view or a state changed, and only
 * what arrived while a model grows under a camera that stands still.
 */
export class RenderScheduler {
  content: ModelContent | null = null
  /** Whether planes cut the model open: what is inside can be seen then. */
  cut = false
  /** Whether crease edges are drawn. */
  edges = true
  /** Whether the set of objects seen from outside is drawn alone where that is enough. */
  useExterior = true
  readonly #renderer: SceneRenderer
  readonly #camera: ViewerCamera
  readonly #states: ElementStates
  readonly #governor = new FrameRateGovernor()
  readonly #requestFrame: () => void
  #frame: FrameState | null = null
  #dirty = true
  #lastMove = -Infinity
  /** The camera moved since the last picture; on a slow machine that may be long ago. */
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

  /** The picture is not right any more. */
  invalidate(): void {
    this.#dirty = true
    this.#requestFrame()
  }

  /** The camera moved. */
  cameraMoved(moving: boolean): void {
    this.#hasMoved = moving
    if (!moving) this.#lastMove = -Infinity
    this.invalidate()
  }

  /** Something arrived; what is there stays right. */
  grew(): void {
    this.#lastGrowth = performance.now()
    this.#requestFrame()
  }

  /** Draws if there is anything to draw; what it cost, or null. */
  paint(now: number): FrameStatistics | null {
    if (this.#renderer.isLost) return null
    if (this.#hasMoved) this.#lastMove = now
    this.#hasMoved = false
    const moving = now - this.#lastMove < stillAfter
    this.#governor.observe(now, moving)
    if (moving) this.#later(stillAfter)
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

  /** A whole still picture at once, for screenshots; one that leaves the selection out is not what the screen shows next. */
  paintStill(selection: SelectionOption = 'marked'): FrameStatistics | null {
    this.#lastMove = -Infinity
    this.#hasMoved = false
    const statistics = this.#draw({ additive: false, moving: false, clear: true }, selection)
    if (this.#frame?.unshaded === true) this.#shade()
    if (selection === 'left out' && this.#states.selected.size > 0) this.invalidate()
    return statistics
  }

  /** Draws a part of a larger still picture as `pose` shows it, and reads it back; the screen stays as it is. */
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

  /** Fetches the code that marks what is selected, if something is. */
  async prepareSelection(): Promise<void> {
    if (this.#states.selected.size === 0 || this.#renderer.selectionMarks !== null) return
    const { SelectionPaint } = await import('../selection/selection-paint.js')
    if (this.#renderer.selectionMarks !== null || this.#renderer.isLost) return
    this.#renderer.selectionMarks = new SelectionPaint(this.#renderer)
    this.invalidate()
  }

  /** Gets the card ready for a model while there is none. */
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
    if (!settled) this.#later(settleAfter)
    if (frame === null || this.#isWrong(frame))
      return { additive: false, moving, clear: settled || frame?.hasClear === true }
    if (settled && frame.missesClear) return { additive: false, moving, clear: true }
    if (this.content === null || this.content.instances.count <= frame.count) return null
    if (!frame.hasClear || frame.exterior) return { additive: true, moving, clear: false }
    if (now - this.#lastPaint >= settleAfter) return { additive: false, moving, clear: true }
    this.#later(settleAfter)
    return null
  }

  get #shades(): boolean {
    return this.#renderer.shading?.shades === true
  }

  #shadeWhenQuiet(now: number): void {
    if (this.#frame?.unshaded !== true) return
    if (now - this.#lastPaint < shadeAfter) return this.#later(shadeAfter)
    this.#renderer.aim(this.#request(false))
    this.#shade()
  }

  #shade(): void {
    if (this.#frame === null || !this.#shades) return
    this.#renderer.shade(this.#request(false))
    this.#frame = { ...this.#frame, unshaded: false }
  }

  #isWrong(frame: FrameState): boolean {
    return this.#dirty || frame.content !== this.content || frame.exterior !== this.exteriorApplies()
  }

  /** Whether nothing more is to come that could be seen. */
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
    const unshaded = this.#shades && !plan.moving
    this.#frame = { content, exterior, count, unshaded, ...computeTransparency(onto, lists) }
    const counts = computeCounts(lists)
    if (onto !== null && counts.instances === 0) return null
    const shadedNow = unshaded && onto === null && start - this.#lastPaint >= shadeAfter
    this.#renderer.draw(request, onto === null ? 'background' : 'picture', shadedNow ? 'kept' : 'presented')
    if (shadedNow) this.#shade()
    else if (unshaded) this.#later(shadeAfter)
    const kind = onto === null ? 'full' : 'additive'
    return { kind, quality: quality.name, exterior, ...counts, milliseconds: performance.now() - start }
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

  /** Fills the content's lists with what the plan is to draw; how many instances were looked at. */
  #cull(
    content: ModelContent,
    plan: Plan,
    how: { readonly view: CullView; readonly quality: Quality; readonly exterior: boolean },
  ): number {
    const { lists } = content.batches
    lists.reset()
    // What is hidden from the start must not flash up; nothing of it is seen from outside.
    if (!content.hiddenKnown && !how.exterior) return 0
    const exterior = how.exterior ? (content.exterior?.bits ?? null) : null
    const from = plan.additive ? (this.#frame?.count ?? 0) : 0
    const to = content.instances.count
    const visible = exterior ?? (from === 0 ? (content.occlusion?.visibleInstances(how.view) ?? null) : null)
    content.culler.cull({ ...how, exterior: visible, from, to, clear: plan.clear }, lists)
    content.residency?.updateView(how.view, exterior)
    return to
  }

  /** The outside alone is the whole picture while nothing opens the model up and the eye is not in it. */
  exteriorApplies(): boolean {
    const { content } = this
    if (content?.exterior == null || !this.useExterior || this.cut || !this.#states.isPlain) return false
    if (content.isDisplaced) return false
    return content.bounds !== null && isOutside(this.#camera.pose.eye, content.bounds)
  }

  #quality(moving: boolean): Quality {
    const quality = !moving ? stillQuality : this.#governor.hurried ? hurriedQuality : movingQuality
    return this.edges ? quality : { ...quality, edges: false }
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#requestFrame(), milliseconds)
  }
}

/** What a picture drawn onto `onto` holds and misses of see-through objects. */
function computeTransparency(
  onto: FrameState | null,
  lists: DrawLists | null,
): Pick<FrameState, 'hasClear' | 'missesClear'> {
  const isDrawn = lists !== null && lists.clear.length > 0
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
