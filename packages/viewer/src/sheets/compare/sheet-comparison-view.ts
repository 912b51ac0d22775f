import { mapSheetPoint } from '@kamar/core'
import { ViewerError } from '../../engine/errors.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { ViewerSurface } from '../../engine/viewer-surface.js'
import { entityOutline } from '../entities/entity-outline.js'
import { SheetFiles, type LoadedSheet } from '../loaded-sheet.js'
import { pickEntity } from '../entities/pick-entity.js'
import { OnDemandRenderLoop } from '../render/on-demand-render-loop.js'
import type { SheetPaper } from '../sheet-api.js'
import { SheetCamera } from '../interaction/sheet-camera.js'
import { SheetGestures } from '../interaction/sheet-gestures.js'
import { actOnSheetKey } from '../interaction/sheet-keys.js'
import { SheetLayers } from '../render/sheet-layers.js'
import { SheetRenderer } from '../render/sheet-renderer.js'
import type { GpuSheet, FrameRegion } from '../render/sheet-pass.js'
import { grown, computePaperRectangle } from '../entities/sheet-points.js'
import type { SceneView, SheetScene } from '../render/sheet-scene.js'
import { papers, selectionOn } from '../render/sheet-styles.js'
import { cloudOutline, inSeenStyle } from './cloud-outline.js'
import type {
  ComparedEntity,
  ComparedFocus,
  DisplayedVersion,
  ComparedPick,
  ComparedSheet,
  ComparedSide,
  SheetComparisonEvents,
  SheetComparisonOptions,
} from './compare-api.js'
import { ComparedScenes, type Marked, type OpenVersion } from './compared-scenes.js'
import { computePanes, type Pane } from './panes.js'

/** Pick radius of lines, CSS pixels. */
const pickPixels = 5
const cloudColor = [0.78, 0.1, 0.52] as const
/** Half of a flash period; three flashes in three seconds, far below the limit of WCAG 2.3.1. */
const flashMilliseconds = 350
const flashes = 3

/** Draws two versions of a sheet overlaid or side by side. Created by `createSheetComparison`. */
export class SheetComparisonView {
  readonly camera = new SheetCamera()
  readonly #files: Readonly<Record<ComparedSide, SheetFiles>>
  readonly #surface: ViewerSurface
  readonly #renderer: SheetRenderer
  readonly #layers = new SheetLayers()
  readonly #events = new EventEmitter<SheetComparisonEvents>()
  readonly #gestures: SheetGestures
  readonly #loop = new OnDemandRenderLoop({
    draw: (isSharp) => this.#draw(isSharp),
    renderer: () => this.#renderer,
  })
  #scenes: ComparedScenes | null = null
  #requested: ComparedSheet | null = null
  #displayed: DisplayedVersion = 'both'
  #visibleKinds: ReadonlySet<ComparedEntity> = new Set(['same', 'added', 'removed', 'changed'])
  #paper: SheetPaper
  #marked: readonly Marked[] = []
  #isMarkSeen = true
  #flash: ReturnType<typeof setTimeout> | undefined
  #clouds: { readonly outline: LoadedSheet; readonly gpuSheet: GpuSheet } | null = null
  #isFitted = true

  /** Throws `webgl-not-supported`. */
  constructor(container: HTMLElement, { older, newer, paper, label }: SheetComparisonOptions) {
    this.#paper = paper
    this.#files = {
      older: new SheetFiles(older.manifest, older.loader),
      newer: new SheetFiles(newer.manifest, newer.loader),
    }
    this.#surface = new ViewerSurface(container, { label, pixelRatio: undefined, resized: () => this.#resized() })
    try {
      this.#renderer = new SheetRenderer(this.#surface.canvas)
    } catch (error) {
      this.#surface.dispose()
      throw error
    }
    this.#gestures = new SheetGestures(this.#surface.canvas, {
      pan: (right, down) => this.#move(() => this.camera.pan(right, down)),
      zoom: (factor, x, y) => this.#move(() => this.camera.zoom(factor, ...this.#inPane(x, y))),
      click: (x, y) => this.#handleClick(x, y),
      doubleClick: () => this.fit(),
      hover: () => undefined,
    })
    this.#surface.canvas.addEventListener('keydown', (event) =>
      actOnSheetKey(event, {
        pan: (right, down) => this.#move(() => this.camera.pan(right, down)),
        zoom: (factor) => this.zoomBy(factor),
        fit: () => this.fit(),
        finish: () => undefined,
        leave: () => this.mark([]),
      }),
    )
    this.#surface.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault())
    this.#surface.canvas.addEventListener('webglcontextrestored', () => void this.#reopen())
  }

  get canvas(): HTMLCanvasElement {
    return this.#surface.canvas
  }
  /** Two versions are stacked if the canvas is higher than wide. */
  get isStacked(): boolean {
    const { width, height } = this.#surface.size
    return height > width
  }

  on<Name extends keyof SheetComparisonEvents>(
    name: Name,
    listener: Listener<SheetComparisonEvents[Name]>,
  ): () => void {
    return this.#events.on(name, listener)
  }

  /** Opens a sheet, retaining the camera for the same sheet. Rejects with `cancelled` if another was requested. */
  async open(sheet: ComparedSheet): Promise<void> {
    const isSame =
      this.#requested?.before === sheet.before && this.#requested.after === sheet.after && this.#scenes !== null
    this.#requested = sheet
    const numbers = { older: sheet.before, newer: sheet.after }
    const versions = await Promise.all(
      (['older', 'newer'] as const).map((side) => this.#loadVersion(side, numbers[side])),
    )
    if (this.#requested !== sheet) throw new ViewerError('cancelled')
    this.#clearScenes()
    const parts = { renderer: this.#renderer, layers: this.#layers, paper: this.#paper }
    const scenes = new ComparedScenes(
      versions.filter((version) => version !== null),
      sheet,
      parts,
    )
    this.#scenes = scenes
    scenes.show(this.#displayed, this.#visibleKinds)
    if (!isSame) this.#fitSheet()
    this.#events.emit('sheetOpened', { sheet })
    this.invalidate()
    await scenes.loadPhotos(() => this.invalidate())
  }

  /** Sets the display mode and the visible statuses. */
  show(displayed: DisplayedVersion, visibleKinds: ReadonlySet<ComparedEntity>): void {
    this.#displayed = displayed
    this.#visibleKinds = visibleKinds
    this.#scenes?.show(displayed, visibleKinds)
    if (this.#isFitted) this.#fitSheet()
    this.#events.emit('arranged', { isStacked: this.isStacked })
    this.invalidate()
  }

  setPaper(paper: SheetPaper): void {
    this.#paper = paper
    this.#scenes?.setPaper(paper)
    this.invalidate()
  }
  setLabel(label: string): void {
    this.#surface.setLabel(label)
  }

  /** Fits the whole sheet to the canvas. */
  fit(): void {
    this.#move(() => this.#fitSheet())
    this.#isFitted = true
  }
  /** Zooms by `factor` around the centre of the canvas. */
  zoomBy(factor: number): void {
    this.#move(() => this.camera.zoom(factor, this.camera.free.x, this.camera.free.y))
  }

  /** Zooms to a change, highlights it and flashes the highlight. */
  focus({ picks, box }: ComparedFocus): void {
    const min: [number, number] = [box[0], box[1]]
    const max: [number, number] = [box[2], box[3]]
    this.#move(() => this.camera.fit(grown([min, max])))
    this.mark(picks)
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) this.#flashMark(flashes * 2)
  }

  /** Highlights entities, or none. */
  mark(picks: readonly ComparedPick[]): void {
    clearTimeout(this.#flash)
    this.#isMarkSeen = true
    for (const { gpuSheet } of this.#marked) this.#renderer.release(gpuSheet)
    this.#marked = picks.flatMap((pick) => {
      const sheet = this.#version(pick.side)?.sheets.get(pick.sheet)
      if (!sheet) return []
      const outline = inSeenStyle(entityOutline(sheet, pick.entity))
      return [{ pick, outline, gpuSheet: this.#renderer.upload(outline) }]
    })
    this.invalidate()
  }

  /** Draws revision clouds around rectangles (units of the open sheet), or none. */
  setClouds(boxes: readonly (readonly [number, number, number, number])[]): void {
    if (this.#clouds) this.#renderer.release(this.#clouds.gpuSheet)
    const main = this.#scenes?.main
    if (boxes.length === 0 || !main) this.#clouds = null
    else {
      const outline = inSeenStyle(cloudOutline(main.open, boxes))
      this.#clouds = { outline, gpuSheet: this.#renderer.upload(outline) }
    }
    this.invalidate()
  }

  /** Returns the entity at a point of the canvas, CSS pixels from its left and top; changes come first. */
  pick(x: number, y: number): ComparedPick | null {
    const scenes = this.#scenes
    if (scenes === null) return null
    this.camera.setSize(...this.#paneSize())
    const point = this.camera.placeAt(...this.#inPane(x, y))
    for (const { side, scene } of scenes.listVisibleScenes(this.#paneAt(x, y).displayed).toReversed()) {
      const match = pickEntity(scene.sheets, scene.open.number, {
        point,
        tolerance: pickPixels * this.camera.unitsPerPixel,
        isSeen: (number, layer, frozen) => {
          const sheet = scene.sheets.get(number)
          return sheet !== undefined && this.#layers.isShown(sheet, layer, frozen)
        },
      })
      if (match) return { side, sheet: match.sheet, entity: match.entity }
    }
    return null
  }

  invalidate(): void {
    this.#loop.request()
  }

  dispose(): void {
    this.#requested = null
    clearTimeout(this.#flash)
    this.#loop.stop()
    this.#gestures.dispose()
    this.#clearScenes()
    this.#files.older.dispose()
    this.#files.newer.dispose()
    this.#renderer.dispose()
    this.#surface.dispose()
    this.#events.clear()
  }

  #version(side: ComparedSide): OpenVersion | undefined {
    return this.#scenes?.versions.find((version) => version.side === side)
  }

  async #loadVersion(side: ComparedSide, number: number | null): Promise<OpenVersion | null> {
    if (number === null) return null
    const files = this.#files[side]
    const sheets = await files.withShown(number)
    const open = sheets.get(number)
    return open === undefined ? null : { side, open, sheets, files }
  }

  async #reopen(): Promise<void> {
    const sheet = this.#requested
    this.#scenes = null
    this.#marked = []
    this.#clouds = null
    try {
      this.#renderer.restore()
      if (sheet) await this.open(sheet)
    } catch {
      // The context was lost again, or another sheet was requested: the next call starts over.
    }
  }

  #clearScenes(): void {
    this.mark([])
    this.setClouds([])
    this.#scenes?.dispose()
    this.#scenes = null
  }

  #flashMark(left: number): void {
    this.#isMarkSeen = left % 2 === 0
    this.invalidate()
    if (left > 0) this.#flash = setTimeout(() => this.#flashMark(left - 1), flashMilliseconds)
  }

  #resized(): void {
    if (this.#isFitted) this.#fitSheet()
    this.#events.emit('arranged', { isStacked: this.isStacked })
    this.invalidate()
  }

  /** Fits the larger of the two versions. */
  #fitSheet(): void {
    this.camera.setSize(...this.#paneSize())
    const cores = this.#scenes?.versions.map(({ open }) => open.info.core) ?? []
    if (cores.length === 0) return
    const least = (axis: 0 | 1): number => Math.min(...cores.map(({ min }) => min[axis]))
    const upper = (axis: 0 | 1): number => Math.max(...cores.map(({ max }) => max[axis]))
    this.camera.fit({ min: [least(0), least(1)], max: [upper(0), upper(1)] }, { isFitted: true })
    this.#isFitted = true
  }

  #move(change: () => void): void {
    this.camera.setSize(...this.#paneSize())
    this.#isFitted = false
    change()
    this.invalidate()
  }

  #handleClick(x: number, y: number): void {
    this.#surface.canvas.focus({ preventScroll: true })
    const pick = this.pick(x, y)
    this.mark(pick ? [pick] : [])
    this.#events.emit('clicked', { pick })
  }

  #panes(): ReturnType<typeof computePanes> {
    return computePanes(this.#displayed, this.#surface.size)
  }
  /** Returns the size of one pane, CSS pixels. */
  #paneSize(): [number, number] {
    const [{ width, height }] = this.#panes()
    return [width, height]
  }
  #paneAt(x: number, y: number): Pane {
    const panes = this.#panes()
    return panes.findLast(({ left, top }) => x >= left && y >= top) ?? panes[0]
  }

  /** Converts a point of the canvas to its pane. */
  #inPane(x: number, y: number): [number, number] {
    const { left, top } = this.#paneAt(x, y)
    return [x - left, y - top]
  }

  #draw(isSharp: boolean): void {
    const scenes = this.#scenes
    if (scenes === null) return
    const begin = performance.now()
    const { size } = this.#surface
    const draws = this.#renderer.renderFrame(size, isSharp, () => this.#drawPanes(scenes, size.pixelWidth / size.width))
    this.#events.emit('frame', { draws, milliseconds: performance.now() - begin, isSharp })
  }

  /** Draws the panes; returns the number of draw calls. */
  #drawPanes(scenes: ComparedScenes, ratio: number): number {
    const size = this.#paneSize()
    this.camera.setSize(...size)
    const view = this.camera.viewFor(ratio)
    this.#renderer.begin(papers[this.#paper].surface)
    let draws = 0
    for (const { displayed, left, top } of this.#panes()) {
      const [paneWidth, paneHeight] = [Math.round(size[0] * ratio), Math.round(size[1] * ratio)]
      const bottom = this.#surface.size.pixelHeight - Math.round(top * ratio) - paneHeight
      this.#drawPane(scenes, {
        displayed,
        view,
        part: { left: Math.round(left * ratio), bottom, width: paneWidth, height: paneHeight },
      })
      draws += this.#renderer.draws
    }
    return draws
  }

  #drawPane(
    scenes: ComparedScenes,
    {
      displayed,
      view,
      part,
    }: { readonly displayed: DisplayedVersion; readonly view: SceneView; readonly part: FrameRegion },
  ): void {
    const version =
      scenes.versions.find(({ side }) => side === (displayed === 'before' ? 'older' : 'newer')) ?? scenes.main
    const { paper, surface } = papers[this.#paper]
    const sheet = version?.open.info.paper
    this.#renderer.begin(sheet ? surface : paper, part)
    if (sheet) {
      const points = [mapSheetPoint(view.matrix, ...sheet.min), mapSheetPoint(view.matrix, ...sheet.max)] as const
      this.#renderer.paper(paper, computePaperRectangle(points, [part.width, part.height]))
    }
    scenes.draw(displayed, view)
    this.#drawMarks(scenes, displayed, view)
  }

  #drawMarks(scenes: ComparedScenes, displayed: DisplayedVersion, view: SceneView): void {
    const main = scenes.main && scenes.findScene(scenes.main.side)
    if (this.#clouds && main)
      this.#renderer.drawOver(main.createPass(this.#clouds.outline, view, null, this.#clouds.gpuSheet), cloudColor)
    if (!this.#isMarkSeen) return
    for (const marked of this.#marked) {
      const scene = scenes.findScene(marked.pick.side)
      const isOtherSheet = marked.pick.side === 'older' ? displayed === 'after' : displayed === 'before'
      if (scene && !(isOtherSheet && this.#marked.length > 1)) this.#drawMark(scene, marked, view)
    }
  }

  #drawMark(scene: SheetScene, { outline, gpuSheet }: Marked, view: SceneView): void {
    if (outline.number === scene.open.number)
      return this.#renderer.drawOver(scene.createPass(outline, view, null, gpuSheet), selectionOn(this.#paper))
    scene.open.info.viewports.forEach(({ shows, clip }, number) => {
      if (shows !== outline.number) return
      this.#renderer.beginClip(scene.createPass(scene.open, view, null), clip)
      this.#renderer.drawOver(scene.createPass(outline, view, number, gpuSheet), selectionOn(this.#paper))
      this.#renderer.endClip()
    })
  }
}
