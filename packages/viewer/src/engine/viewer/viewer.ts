import type { Manifest } from '@kamar/package-format/read'
import type { PropertySet } from '@kamar/core'
import type { Object3D } from 'three'
import type {
  ModelAccess,
  PackageSource,
  ResidencyStatus,
  PickOptions,
  PickResult,
  SearchControl,
  SearchResult,
  Theme,
  ViewerLabels,
  ViewerOptions,
  AnnotationTarget,
} from '../types.js'
import { ScreenSpace } from '../camera/screen-space.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { asViewerError, ViewerError } from '../errors.js'
import { EventEmitter, type Listener } from '../event-emitter.js'
import { PageBudget } from '../frame-loop.js'
import { CommandHistory, listenToHistoryKeys } from '../interaction/command-history.js'
import { handleClick } from './handle-click.js'
import type { Click } from '../interaction/gestures.js'
import { listenToKeys } from '../interaction/keyboard.js'
import type { Navigation } from '../interaction/navigation.js'
import { ClickInterceptors } from '../interaction/click-interceptors.js'
import { Cut } from '../store/cut.js'
import { ElementColors } from '../model/element-colors.js'
import { ModelGeometry } from '../model/model-geometry.js'
import { OpenModel, type ModelHost } from '../model/open-model.js'
import { Selection } from '../model/selection.js'
import { showContent, showGrowth } from './shown-content.js'
import { createStateHost } from './state-host.js'
import { UndoableStates } from './undoable-states.js'
import { Visibility } from '../model/visibility.js'
import { FrameObserver } from './frame-observer.js'
import type { ScreenshotOptions } from '../screenshot.js'
import { Stage, type StageSettings } from '../stage.js'
import { ElementStates } from '../store/element-states.js'
import type { Ray } from '../math/ray.js'
import type { FrameTile } from '../render/frame-request.js'
import { MemoryBudget } from '../residency/memory-budget.js'
import { ReadyDecoder } from '../stream/chunk-decoder.js'
import { createPackageLoader } from '../stream/package-loader.js'
import { noQueries, type ModelQueries } from '../search/model-queries.js'
import { viewerKeyActions } from './viewer-keys.js'
import { defaultLabels } from './viewer-labels.js'
import type { Extension, ExtensionOptions, LoadedExtensions, ModelReplacement, Viewer, ViewerEvents } from '../api.js'
import { ExtensionLoader } from '../extension/extension-loader.js'

/** Implements `Viewer` on a stage, with one open model. */
export class ModelViewer implements Viewer {
  readonly selection: Selection
  readonly visibility: Visibility
  readonly colors: ElementColors
  readonly extensions: LoadedExtensions
  readonly cut: Cut
  readonly history: CommandHistory
  readonly space: ScreenSpace
  readonly clickInterceptors = new ClickInterceptors()
  readonly #options: ViewerOptions
  readonly stage: Stage
  readonly states = new ElementStates()
  readonly #undoableStates = new UndoableStates(this, this.states, () => {
    this.#model?.content?.refreshColors(null)
    this.invalidate()
    this.#events.emit('colorsChanged', {})
  })
  readonly #events = new EventEmitter<ViewerEvents>()
  readonly #frames = new FrameObserver(this.#events)
  readonly #budget = new PageBudget()
  readonly #memory: MemoryBudget
  readonly #decoders: ReadyDecoder
  readonly #stopKeys: readonly (() => void)[]
  #model: OpenModel | null = null

  /** Throws `webgl-not-supported`. Use `createViewer`. */
  constructor(container: HTMLElement, options: ViewerOptions = {}, createRenderer?: StageSettings['createRenderer']) {
    this.#options = options
    this.#memory = new MemoryBudget(options.memoryBytes)
    this.stage = this.#createStage(container, createRenderer)
    this.#decoders = new ReadyDecoder(options.createDecodeWorker)
    const host = createStateHost(this, this.states, () => this.#model)
    this.selection = new Selection(host, (elements) => this.#events.emit('selectionChanged', { elements }))
    this.visibility = new Visibility(host, {
      elementCount: () => this.#model?.manifestNow?.counts.nodes ?? 0,
      changed: () => this.#events.emit('visibilityChanged', this.visibility.counts),
    })
    this.colors = new ElementColors(host, () => this.#events.emit('colorsChanged', {}))
    this.cut = new Cut(() => this.#cutChanged())
    this.history = new CommandHistory(() => this.#events.emit('historyChanged', {}))
    this.space = new ScreenSpace(
      () => this.camera.pose,
      () => this.stage.surface.size,
    )
    this.extensions = new ExtensionLoader(this, this.#events)
    this.#stopKeys = options.keyboard === false ? [] : this.#listenToKeys()
  }

  get isRendering(): boolean {
    return this.stage.renderer.isStarted
  }
  get element(): HTMLElement {
    return this.stage.surface.element
  }
  get canvas(): HTMLCanvasElement {
    return this.stage.surface.canvas
  }
  get camera(): ViewerCamera {
    return this.stage.camera
  }
  get model(): ModelAccess | null {
    return this.#model?.manifestNow == null ? null : this.#model
  }
  get geometry(): ModelGeometry | null {
    const content = this.#model?.content ?? null
    if (content === null) return null
    return new ModelGeometry(content, (element) => this.states.isGhost(element), this.#model?.picker)
  }
  get residency(): ResidencyStatus | null {
    return this.#model?.content?.residency?.status ?? null
  }
  get properties(): { of(element: number): Promise<readonly PropertySet[]> } {
    return { of: async (element) => (await this.#model?.properties.of(element)) ?? [] }
  }
  get queries(): ModelQueries {
    return this.#model?.search.queries ?? noQueries
  }
  get navigation(): Navigation {
    return this.stage.navigation
  }
  get theme(): Theme {
    return this.stage.theme
  }
  get overlay(): Object3D {
    return this.stage.renderer.overlay
  }

  on<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
  off<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): void {
    this.#events.off(name, listener)
  }

  async load(source: PackageSource): Promise<Manifest> {
    this.unload()
    const model = new OpenModel(createPackageLoader(source), this.#modelHost())
    this.#model = model
    this.#frames.begin()
    try {
      const manifest = await model.load()
      await this.#finishLoading(model, manifest)
      return manifest
    } catch (error) {
      throw this.#reportFailure(error)
    }
  }

  async startRendering(): Promise<void> {
    if (this.isRendering) return
    this.stage.startRendering()
    const model = this.#model
    if (model === null || model.isLoading) return model?.refresh()
    this.#frames.begin()
    try {
      await this.#finishLoading(model, await model.load())
    } catch (error) {
      throw this.#reportFailure(error)
    }
  }

  unload(): void {
    const model = this.#model
    if (model === null) return
    this.selection.clear()
    this.cut.set([])
    this.#model = null
    this.#frames.begin()
    model.dispose()
    this.states.clear()
    this.stage.resetForModel()
    this.#events.emit('modelUnloaded', {})
    this.history.clear()
  }

  refresh(): void {
    this.#model?.refresh()
  }

  pick(x: number, y: number, options: PickOptions = {}): PickResult | null {
    return this.pickAlong(this.space.rayThrough(x, y), options)
  }
  pickAlong(ray: Ray, options: PickOptions = {}): PickResult | null {
    const isPickable = (element: number): boolean => !this.states.isGhost(element)
    return this.#model?.pick(ray, { ...options, isPickable, cuts: this.cut.numbers }) ?? null
  }

  async search(text: string, limit?: number, control?: SearchControl): Promise<SearchResult> {
    return (await this.#model?.search.search(text, limit, control)) ?? { total: 0, hits: [], milliseconds: 0 }
  }
  async findElements(text: string): Promise<Uint32Array> {
    return (await this.#model?.search.findElements(text)) ?? new Uint32Array(0)
  }
  async prepareSearch(): Promise<void> {
    await this.#model?.search.prepare()
  }

  fitToView(elements?: Iterable<number>): boolean {
    return this.camera.fit(elements)
  }
  resetView(): void {
    this.selection.clear()
    this.visibility.reset()
    this.colors.reset()
    this.camera.reset()
    this.#events.emit('viewReset', {})
  }

  undoable(action: () => void): void {
    this.#undoableStates.change(action)
  }
  captureStates(): () => void {
    return this.#undoableStates.capture()
  }

  invalidate(): void {
    this.stage.scheduler.invalidate()
  }
  setTheme(theme: Theme): void {
    if (theme === this.theme) return
    this.stage.setTheme(theme)
    this.#model?.content?.setStateColors(this.stage.colors.states)
    this.#events.emit('themeChanged', { theme })
  }
  setLabels(labels: Partial<ViewerLabels>): void {
    this.stage.setLabels({ ...defaultLabels, ...this.#options.labels, ...labels })
  }
  setEdges(edges: boolean): void {
    this.stage.scheduler.edges = edges
    this.invalidate()
  }
  setExteriorShortcut(on: boolean): void {
    this.stage.scheduler.useExterior = on
    this.invalidate()
  }

  async screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    const { scheduler } = this.stage
    const { pose } = this.camera
    const selection = options.selection === false ? 'left out' : 'marked'
    const source = {
      canvas: this.canvas,
      paintStill: () => void scheduler.paintStill(selection),
      paintTile: (tile: FrameTile) => scheduler.paintTile(tile, { pose, selection }),
      paintOver: (target: AnnotationTarget) => this.extensions.paintOver(target),
    }
    const [{ takeScreenshot }] = await Promise.all([import('../screenshot.js'), scheduler.prepareSelection()])
    return takeScreenshot(source, options)
  }

  loadExtension(id: string, options?: ExtensionOptions): Promise<Extension> {
    return this.extensions.load(id, options)
  }
  unloadExtension(id: string): boolean {
    return this.extensions.unload(id)
  }
  getExtension(id: string): Extension | null {
    return this.extensions.get(id)
  }

  dispose(): void {
    this.extensions.unloadAll()
    this.unload()
    for (const stop of this.#stopKeys) stop()
    this.#decoders.close()
    this.stage.dispose()
    this.#events.clear()
  }

  get replacement(): ModelReplacement {
    return {
      host: this.#modelHost(),
      events: this.#events,
      put: (model) => (this.#model = model),
      before: this.#model,
    }
  }

  #createStage(container: HTMLElement, createRenderer: StageSettings['createRenderer']): Stage {
    return new Stage(
      container,
      {
        states: this.states,
        bounds: () => this.#model?.bounds ?? null,
        computeSupport: (elements) => this.#model?.computeSupport(elements) ?? null,
        pick: ({ x, y }) => this.pick(x, y),
        click: (click) => this.#handleClick(click),
        cameraChanged: (view) => this.#events.emit('cameraChanged', { view }),
        frameDrawn: (statistics) => this.#frames.frameDrawn(statistics),
        contextLost: () => {
          this.#model?.suspend()
          this.#events.emit('graphicsChanged', { isLost: true })
          this.#events.emit('error', new ViewerError('context-lost'))
        },
        contextRestored: () => this.#restore(),
      },
      { options: this.#options, labels: { ...defaultLabels, ...this.#options.labels }, createRenderer },
    )
  }

  #modelHost(): ModelHost {
    return {
      renderer: this.stage.renderer,
      states: this.states,
      budget: this.#budget,
      memory: this.#memory,
      stateColors: () => this.stage.colors.states,
      showContent: (content) => showContent(this.stage, content),
      grew: (content) => showGrowth(this.stage, this.#frames, content),
      changed: () => this.invalidate(),
      residencyChanged: (status) => this.#events.emit('residencyChanged', status),
      boundsChanged: () => this.camera.settleHome(),
      progress: (progress) => this.#events.emit('modelProgress', progress),
      createDecoder: () => this.#decoders.take(),
      createSearchWorker: this.#options.createSearchWorker,
    }
  }

  async #finishLoading(model: OpenModel, manifest: Manifest): Promise<void> {
    await this.#frames.untilDrawn(() => this.stage.requestFrame())
    if (model !== this.#model) throw new ViewerError('cancelled')
    this.#events.emit('modelComplete', { manifest, milliseconds: this.#frames.elapsed })
    model.prepareWhenIdle()
  }

  #listenToKeys(): readonly (() => void)[] {
    const { element } = this
    return [listenToKeys(element, viewerKeyActions(this)), listenToHistoryKeys(element, this.history)]
  }

  #cutChanged(): void {
    this.stage.renderer.setCuts(this.cut.numbers)
    this.stage.scheduler.cut = this.cut.planes.length > 0
    this.#events.emit('cutChanged', { planes: this.cut.planes })
    this.invalidate()
  }

  #handleClick(click: Click): void {
    const { kind, position, ...modifiers } = click
    const pick = this.pick(position.x, position.y, { throughGlass: modifiers.alt })
    if (handleClick(this, click, pick)) this.#events.emit(kind, { ...position, ...modifiers, pick })
  }

  #restore(): void {
    this.#events.emit('graphicsChanged', { isLost: false })
    this.#model?.resume().catch((error: unknown) => this.#reportFailure(error))
  }

  #reportFailure(error: unknown): ViewerError {
    const failure = asViewerError(error, 'fetch-failed')
    if (failure.code !== 'cancelled') this.#events.emit('error', failure)
    return failure
  }
}

/** Creates a viewer that fills `container`. Throws a `ViewerError` `webgl-not-supported` without WebGL2 (see `rendering`). */
export function createViewer(container: HTMLElement, options?: ViewerOptions): Viewer {
  return new ModelViewer(container, options)
}
