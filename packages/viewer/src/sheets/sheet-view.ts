import type { SheetInfo, SheetText } from '@kamar/package-format/sheets'
import type { Insets } from '../engine/camera/fit.js'
import { ViewerError } from '../engine/errors.js'
import { EventEmitter, type Listener } from '../engine/event-emitter.js'
import { CommandHistory } from '../engine/interaction/command-history.js'
import { ViewerSurface } from '../engine/viewer-surface.js'
import { drawSheet, type SelectedEntity } from './draw-sheet.js'
import { entityBox, entityOutline } from './entities/entity-outline.js'
import { findTexts, type PlacedText, listTexts } from './entities/find-texts.js'
import { type LoadedSheet, SheetFiles } from './loaded-sheet.js'
import { SheetMeasuring } from './interaction/measure-sheet.js'
import { pickEntity } from './entities/pick-entity.js'
import { OnDemandRenderLoop } from './render/on-demand-render-loop.js'
import type {
  SheetEntityInfo,
  SheetEvents,
  SheetFrame,
  SheetMeasureKind,
  SheetPaper,
  SheetPick,
  SheetPoint,
  SheetTextHit,
  SheetViewOptions,
  SheetViewState,
} from './sheet-api.js'
import { SheetCamera } from './interaction/sheet-camera.js'
import { listenToSheetInput } from './interaction/sheet-input.js'
import { SheetLayers } from './render/sheet-layers.js'
import { boxOfText, grown, mapBox, toModelPoint } from './entities/sheet-points.js'
import { SheetRenderer } from './render/sheet-renderer.js'
import { SheetScene } from './render/sheet-scene.js'
import { papers } from './render/sheet-styles.js'
import { createScreenshot, type SheetScreenshotOptions } from './sheet-screenshot.js'

/** Pick radius of lines, CSS pixels. */
const pickPixels = 5

/** Draws the sheets of a package in an element of the page. Created by `createSheetView`. */
export class SheetView {
  readonly camera = new SheetCamera()
  readonly #events = new EventEmitter<SheetEvents>()
  files: SheetFiles
  readonly measuring: SheetMeasuring
  /** Undo history of the open sheet. */
  readonly history = new CommandHistory(() => this.#events.emit('historyChanged', {}))
  /** Called before the view moves to another part of the sheet; gestures have many steps. */
  beforeMove: ((isGesture: boolean) => void) | null = null
  readonly #surface: ViewerSurface
  readonly #renderer: SheetRenderer
  readonly #layers = new SheetLayers()
  readonly #stopInput: () => void
  readonly #loop = new OnDemandRenderLoop({
    draw: (isSharp) => this.#draw(isSharp),
    renderer: () => this.#renderer,
  })
  #origin: readonly [number, number, number]
  #scene: SheetScene | null = null
  #requested = -1
  /** Whether the whole sheet is fitted, and the camera has not moved since. */
  #isFitted = false
  #paper: SheetPaper
  #plottedWeights: boolean | null = null
  #selected: SelectedEntity | null = null
  /** State to show once its sheet is open. */
  #pendingState: SheetViewState | null = null
  readonly #painters = new Set<(context: CanvasRenderingContext2D) => void>()

  /** Throws `webgl-not-supported`. */
  constructor(container: HTMLElement, options: SheetViewOptions, files: SheetFiles) {
    this.#paper = options.paper
    this.#origin = options.manifest.origin
    this.files = files
    this.#surface = new ViewerSurface(container, {
      label: options.label,
      pixelRatio: undefined,
      resized: () => (this.#isFitted ? this.#fitSheet() : this.invalidate()),
    })
    try {
      this.#renderer = new SheetRenderer(this.#surface.canvas)
    } catch (error) {
      this.#surface.dispose()
      throw error
    }
    this.measuring = new SheetMeasuring(this.#surface.element, this.#events, options.labelOfMeasurement)
    this.addPainter((context) => this.measuring.paint(context, this.camera))
    this.#stopInput = listenToSheetInput(this, {
      findTarget: (x, y) => this.#findTarget(x, y),
      clicked: ({ sheet, point }) => this.#events.emit('clicked', { sheet, point }),
      contextMenu: (target) => this.#events.emit('contextMenu', target),
    })
    this.#surface.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault())
    this.#surface.canvas.addEventListener('webglcontextrestored', () => void this.#reopen())
    this.invalidate()
  }

  /** Container of the canvas and of what is drawn over it. */
  get element(): HTMLElement {
    return this.#surface.element
  }
  get canvas(): HTMLCanvasElement {
    return this.#surface.canvas
  }
  /** Info of the open sheet. */
  get info(): SheetInfo | null {
    return this.#scene?.open.info ?? null
  }
  get openSheet(): number | null {
    return this.#scene?.open.number ?? null
  }
  get selected(): SheetPick | null {
    return this.#selected?.pick ?? null
  }
  on<Name extends keyof SheetEvents>(name: Name, listener: Listener<SheetEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
  /** Opens a sheet; rejects with a `ViewerError`, `cancelled` if another was requested meanwhile. */
  async open(number: number): Promise<void> {
    this.#requested = number
    await this.#present(number)
  }

  /** Switches to the complete package of a growing one: the same sheet retains camera, layers, selection and measurements. */
  async exchange({ manifest, loader }: Pick<SheetViewOptions, 'manifest' | 'loader'>): Promise<void> {
    this.files.dispose()
    this.files = new SheetFiles(manifest, loader)
    this.#origin = manifest.origin
    if (this.#requested >= 0) await this.#present(this.#requested, this.#scene?.open.number === this.#requested)
  }

  async #present(number: number, preservesCamera = false): Promise<void> {
    const { files } = this
    const sheets = await files.withShown(number)
    const open = sheets.get(number)
    if (this.#requested !== number || files !== this.files || open === undefined) throw new ViewerError('cancelled')
    const pick = preservesCamera ? this.selected : null
    this.#disposeScene()
    if (!preservesCamera) {
      this.#layers.reset()
      this.history.clear()
      this.measuring.start(null)
      this.measuring.clear()
    }
    const appearance = { paper: this.#paper, plottedWeights: this.#plottedWeights }
    const scene = new SheetScene(sheets, open, { renderer: this.#renderer, layers: this.#layers, ...appearance })
    this.#scene = scene
    if (!preservesCamera || this.#isFitted) this.#fitSheet()
    if (pick) this.select(pick)
    this.#events.emit('sheetOpened', { sheet: number, info: open.info })
    if (this.#pendingState) this.restore(this.#pendingState)
    this.#emitLayers(scene)
    this.invalidate()
    await scene.loadPhotos(files, () => this.invalidate())
  }
  /** Margins of the canvas covered by bars and panels. A fitted sheet stays fitted when they open and close. */
  get insets(): Insets {
    return this.camera.insets
  }
  set insets(insets: Insets) {
    this.camera.insets = insets
    if (this.#isFitted) this.#fitSheet()
  }
  /** Shows a part of the sheet in the free part of the canvas. */
  showFrame(frame: SheetFrame): void {
    this.#move(() => this.camera.showFrame(frame))
  }

  /** Fits the whole sheet to the free part of the canvas. */
  fit(): void {
    this.beforeMove?.(false)
    this.#fitSheet()
  }
  /** Pans by CSS pixels to the right and down. */
  pan(right: number, down: number): void {
    this.#move(() => this.camera.pan(right, down), true)
  }
  /** Zooms by `factor` around a position of the canvas. */
  zoomAt(factor: number, x: number, y: number): void {
    this.#move(() => this.camera.zoom(factor, x, y), true)
  }
  /** Zooms by `factor` around the centre of the free part of the canvas. */
  zoomBy(factor: number): void {
    this.zoomAt(factor, this.camera.free.x, this.camera.free.y)
  }
  /** Moves to a rectangle of the open sheet, with its surroundings. */
  showRectangle(min: SheetPoint, max: SheetPoint): void {
    this.#move(() => this.camera.fit(grown([min, max])))
  }
  setPaper(paper: SheetPaper): void {
    this.#paper = paper
    if (this.#scene) this.#scene.paper = paper
    this.#scene?.restyle()
    this.invalidate()
  }
  /** Sets whether lines have their plotted width; null: as each sheet specifies. */
  setPlottedWeights(plottedWeights: boolean | null): void {
    this.#plottedWeights = plottedWeights
    if (this.#scene) this.#scene.plottedWeights = plottedWeights
    this.invalidate()
  }
  setLabel(label: string): void {
    this.#surface.setLabel(label)
  }
  setLayerShown(name: string, isShown: boolean): void {
    const set = (isNowShown: boolean): void => {
      this.#layers.set(name, isNowShown)
      this.#restyle()
    }
    set(isShown)
    this.history.push({ undo: () => set(!isShown), redo: () => set(isShown) })
  }
  /** Returns what is visible of the open sheet, for storage; null before a sheet is open. */
  capture(): SheetViewState | null {
    const scene = this.#scene
    if (scene === null) return null
    this.camera.setSize(this.#surface.size.width, this.#surface.size.height)
    const hiddenLayers = this.#layers
      .states(scene.sheets.values())
      .flatMap(({ isShown, name }) => (isShown ? [] : name))
    return { sheet: scene.open.number, ...this.camera.freeFrame, hiddenLayers, measurements: this.measuring.done }
  }
  /** Shows what was captured, now or when its sheet is opened. */
  restore(state: SheetViewState): void {
    const scene = this.#scene
    this.#pendingState = scene?.open.number === state.sheet ? null : state
    if (scene === null || this.#pendingState !== null) return
    const hidden = new Set(state.hiddenLayers)
    for (const { name } of this.#layers.states(scene.sheets.values())) this.#layers.set(name, !hidden.has(name))
    this.#restyle()
    this.restoreMeasurements(state.measurements)
    this.select(null)
    this.#move(() => this.camera.showFrame(state))
  }
  /** Creates an image of the free part, with measurements and markup. */
  screenshot(options: SheetScreenshotOptions): Promise<Blob> {
    const { canvas, size } = this.#surface
    this.#draw(true)
    const source = { canvas, camera: this.camera, pixelRatio: size.pixelWidth / size.width }
    return createScreenshot(source, this.#painters, options)
  }
  /** Adds what screenshots show over the sheet, in CSS pixels; returns a function that removes it. */
  addPainter(painter: (context: CanvasRenderingContext2D) => void): () => void {
    this.#painters.add(painter)
    return () => void this.#painters.delete(painter)
  }

  /** Returns the entity at a point of the canvas, CSS pixels from its left and top. */
  pick(x: number, y: number): SheetPick | null {
    const scene = this.#scene
    if (scene === null) return null
    return pickEntity(scene.sheets, scene.open.number, {
      point: this.camera.placeAt(x, y),
      tolerance: pickPixels * this.camera.unitsPerPixel,
      isSeen: (sheet, layer, frozen) => {
        const entry = scene.sheets.get(sheet)
        return entry !== undefined && this.#layers.isShown(entry, layer, frozen)
      },
    })
  }

  /** Highlights an entity, or none. */
  select(pick: SheetPick | null): void {
    if (this.#selected) this.#renderer.release(this.#selected.gpuSheet)
    const sheet = pick && this.#scene?.sheets.get(pick.sheet)
    if (pick && sheet) {
      const outline = entityOutline(sheet, pick.entity)
      this.#selected = { pick, outline, gpuSheet: this.#renderer.upload(outline) }
    } else this.#selected = null
    this.invalidate()
    this.#events.emit('selectionChanged', { pick: this.selected })
  }

  /** Highlights the entity with this handle and zooms to it; returns false if the sheet shows none. */
  async selectHandle(handle: string): Promise<boolean> {
    const scene = this.#scene
    for (const sheet of scene?.sheets.values() ?? []) {
      const entities = await this.files.entities(sheet.number)
      for (let entity = 0; entity < entities.count; entity++)
        if (entities.handle(entity) === handle && scene === this.#scene) return this.#show(sheet, entity)
    }
    return false
  }
  /** Fetches an entity's data for the inspector. */
  fetchEntityInfo({ sheet, entity }: Pick<SheetPick, 'sheet' | 'entity'>): Promise<SheetEntityInfo> {
    return this.files.fetchEntityInfo(sheet, entity)
  }
  /** Returns texts that contain every word, at most `limit`. */
  search(query: string, limit = 200): readonly SheetTextHit[] {
    return findTexts(this.#texts(), query, limit)
  }
  /** Zooms to a text hit and highlights it. */
  showText({ id }: SheetTextHit): void {
    for (const entry of this.#texts()) if (entry.id === id) this.#show(entry.sheet, entry.text.entity, entry.text)
  }
  /** Converts a sheet point to model coordinates, metres without the model's origin; null without a model. */
  inModel(point: SheetPoint): readonly [number, number, number] | null {
    return this.#scene && toModelPoint(this.#scene, this.#origin, point)
  }
  measure(kind: SheetMeasureKind | null): void {
    this.measuring.start(kind)
    this.invalidate()
  }
  /** Replaces the measurements of the open sheet. */
  restoreMeasurements(measurements: SheetViewState['measurements']): void {
    if (this.#scene) this.measuring.restore(measurements, this.#scene.open)
    this.measure(null)
  }
  invalidate(): void {
    this.#loop.request()
  }
  dispose(): void {
    this.#requested = -1
    this.#loop.stop()
    this.#stopInput()
    this.#disposeScene()
    this.files.dispose()
    this.#renderer.dispose()
    this.#surface.dispose()
    this.#events.clear()
  }

  #texts(): Iterable<PlacedText> {
    return listTexts(this.#scene?.sheets.values() ?? [])
  }

  /** Zooms to an entity, or one of its texts. */
  #show(sheet: LoadedSheet, entity: number, text?: SheetText): boolean {
    const scene = this.#scene
    const box = text ? boxOfText(sheet, text) : entityBox(sheet, entity)
    if (scene === null || box === null) return false
    const onOpen = mapBox(scene.open, sheet, box)
    if (onOpen === null) return false
    this.#move(() => this.camera.fit(grown(onOpen.ends)))
    this.select({ sheet: sheet.number, entity, point: onOpen.center, isVertex: false })
    return true
  }

  #fitSheet(): void {
    const { width, height } = this.#surface.size
    this.camera.setSize(width, height)
    if (this.#scene) this.camera.fit(this.#scene.open.info.core, { isFitted: true })
    this.#isFitted = true
    this.invalidate()
  }

  #move(change: () => void, isGesture = false): void {
    this.beforeMove?.(isGesture)
    const { width, height } = this.#surface.size
    this.camera.setSize(width, height)
    this.#isFitted = false
    change()
    this.invalidate()
  }
  #findTarget(x: number, y: number) {
    const open = this.#scene?.open
    if (!open) return null
    this.camera.setSize(this.#surface.size.width, this.#surface.size.height)
    return { open, sheet: open.number, pick: this.pick(x, y), point: this.camera.placeAt(x, y) }
  }

  #restyle(): void {
    this.#scene?.restyle()
    if (this.#scene) this.#emitLayers(this.#scene)
    this.invalidate()
  }
  #emitLayers({ sheets }: SheetScene): void {
    this.#events.emit('layersChanged', { layers: this.#layers.states(sheets.values()) })
  }

  async #reopen(): Promise<void> {
    if (this.#requested < 0) return
    this.#scene = null
    this.#selected = null
    try {
      this.#renderer.restore()
      await this.open(this.#requested)
    } catch {
      // The context was lost again, or another sheet was requested: the next call starts over.
    }
  }

  #disposeScene(): void {
    if (this.#selected) this.select(null)
    this.#scene?.dispose()
    this.#scene = null
  }

  #draw(isSharp: boolean): void {
    const scene = this.#scene
    const { size } = this.#surface
    if (scene === null)
      return this.#renderer.renderFrame(size, false, () => this.#renderer.begin(papers[this.#paper].surface))
    const begin = performance.now()
    this.camera.setSize(size.width, size.height)
    const view = this.camera.viewFor(size.pixelWidth / size.width)
    const content = { renderer: this.#renderer, scene, view, paper: this.#paper, size, selected: this.#selected }
    this.#renderer.renderFrame(size, isSharp, () => drawSheet(content))
    this.measuring.draw(this.camera)
    this.#events.emit('frame', { draws: this.#renderer.draws, milliseconds: performance.now() - begin, isSharp })
  }
}
