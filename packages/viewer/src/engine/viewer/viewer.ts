import type { Manifest } from '@kamar/view-package/read'
import type { PropertySet } from '@kamar/scene'
import type { Object3D } from 'three'
import type {
  ModelAccess,
  PackageSource,
  ResidencyStatus,
  PickOptions,
  PickResult,
  SearchResult,
  Theme,
  ViewerEvents,
  ViewerLabels,
  ViewerOptions,
} from '../types.js'
import { ScreenSpace } from '../camera/screen-space.js'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { asViewerError, ViewerError } from '../errors.js'
import { EventEmitter, type Listener } from '../event-emitter.js'
import type { AnnotationTarget, Extension, ExtensionOptions } from '../extension/extension.js'
import { LoadedExtensions } from '../extension/loaded-extensions.js'
import type { ModelReplacement } from '../../tools/federation/replace-model.js'
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
import { Stage } from '../stage.js'
import { ElementStates } from '../store/element-states.js'
import type { Ray } from '../camera/view-ray.js'
import type { FrameTile, SceneRenderer } from '../render/scene-renderer.js'
import { MemoryBudget } from '../residency/memory-budget.js'
import { ReadyDecoder } from '../stream/chunk-decoder.js'
import { createPackageLoader } from '../stream/package-loader.js'
import { noQueries, type ModelQueries } from '../search/model-queries.js'
import { viewerKeyActions } from './viewer-keys.js'
import { defaultLabels } from './viewer-labels.js'

/** Draws view packages in an element of the page. Created by `createViewer`. */
export class Viewer {
  /** False in browsers without WebGL: see `createHeadlessViewer`. */
  readonly canRender: boolean
  readonly selection: Selection
  readonly visibility: Visibility
  readonly colors: ElementColors
  readonly extensions: LoadedExtensions
  /** Section planes of the model. */
  readonly cut: Cut
  /** Undo history of the tools, for Ctrl+Z. */
  readonly history: CommandHistory
  /** Conversion between model and screen coordinates. */
  readonly space: ScreenSpace
  /** Tools that intercept clicks before they select. */
  readonly clickInterceptors = new ClickInterceptors()
  readonly #options: ViewerOptions
  /** Canvas, camera and rendered content; for the viewer's own extensions. */
  readonly stage: Stage
  readonly #states = new ElementStates()
  readonly #undoableStates = new UndoableStates(this, this.#states, () => {
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
  constructor(
    container: HTMLElement,
    options: ViewerOptions = {},
    createRenderer?: (canvas: HTMLCanvasElement) => SceneRenderer,
  ) {
    this.#options = options
    this.canRender = createRenderer === undefined
    this.#memory = new MemoryBudget(options.memoryBytes)
    this.stage = this.#createStage(container, createRenderer)
    this.#decoders = new ReadyDecoder(options.createDecodeWorker)
    const host = createStateHost(this, this.#states, () => this.#model)
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
    this.extensions = new LoadedExtensions(this, this.#events)
    this.#stopKeys = options.keyboard === false ? [] : this.#listenToKeys()
  }

  /** Container element of the viewer; the application may place its own controls over it. */
  get element(): HTMLElement {
    return this.stage.surface.element
  }
  get canvas(): HTMLCanvasElement {
    return this.stage.surface.canvas
  }
  get camera(): ViewerCamera {
    return this.stage.camera
  }
  /** The loaded model, once its manifest has loaded. */
  get model(): ModelAccess | null {
    return this.#model?.manifestNow == null ? null : this.#model
  }
  /** Shapes of the loaded model; null until any have loaded. */
  get geometry(): ModelGeometry | null {
    const content = this.#model?.content ?? null
    if (content === null) return null
    return new ModelGeometry(content, (element) => this.#states.isGhost(element), this.#model?.picker)
  }
  /** Resident part of a model that exceeds its memory budget; null for one within it. */
  get residency(): ResidencyStatus | null {
    return this.#model?.content?.residency?.status ?? null
  }
  /** Element properties, fetched on request; empty without a model. */
  get properties(): { of(element: number): Promise<readonly PropertySet[]> } {
    return { of: async (element) => (await this.#model?.properties.of(element)) ?? [] }
  }
  /** Property queries of the model: filters, groups, tables; run in a worker. */
  get queries(): ModelQueries {
    return this.#model?.search.queries ?? noQueries
  }
  /** Camera navigation: preferences, a custom pivot, and handlers of drags and wheel events. */
  get navigation(): Navigation {
    return this.stage.navigation
  }
  get theme(): Theme {
    return this.stage.theme
  }
  /** three.js objects that extensions draw with the model. Call `invalidate` after a change. */
  get overlay(): Object3D {
    return this.stage.renderer.overlay
  }

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
  /** Removes a listener added with `on`. */
  off<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): void {
    this.#events.off(name, listener)
  }

  /**
   * Loads a package in place of the previous one, also one that is still being written. Resolves with the complete
   * manifest when everything is drawn; rejects with a `ViewerError` (`cancelled` if another was loaded meanwhile).
   */
  async load(source: PackageSource): Promise<Manifest> {
    this.unload()
    const model = new OpenModel(createPackageLoader(source), this.#modelHost())
    this.#model = model
    this.#frames.begin()
    try {
      const manifest = await model.load()
      await this.#frames.untilDrawn(() => this.stage.requestFrame())
      if (model !== this.#model) throw new ViewerError('cancelled')
      this.#events.emit('modelComplete', { manifest, milliseconds: this.#frames.elapsed })
      model.prepareWhenIdle()
      return manifest
    } catch (error) {
      throw this.#reportFailure(error)
    }
  }

  /** Removes the model and all states of its elements. */
  unload(): void {
    const model = this.#model
    if (model === null) return
    this.selection.clear()
    this.cut.set([])
    this.#model = null
    this.#frames.begin()
    model.dispose()
    this.#states.clear()
    this.stage.resetForModel()
    this.#events.emit('modelUnloaded', {})
    this.history.clear()
  }

  /** Fetches a newer manifest after a notification by the server. */
  refresh(): void {
    this.#model?.refresh()
  }

  /** Returns the hit at a position of the viewer, CSS pixels from its left and top; ghosts are ignored. */
  pick(x: number, y: number, options: PickOptions = {}): PickResult | null {
    return this.pickAlong(this.space.rayThrough(x, y), options)
  }
  /** Returns the same for any ray in model coordinates. */
  pickAlong(ray: Ray, options: PickOptions = {}): PickResult | null {
    const isMet = (element: number): boolean => !this.#states.isGhost(element)
    return this.#model?.pick(ray, { ...options, isMet, cuts: this.cut.numbers }) ?? null
  }

  /** Finds elements whose name, class, id or property values contain every word of the text. */
  async search(text: string, limit?: number): Promise<SearchResult> {
    return (await this.#model?.search.search(text, limit)) ?? { total: 0, hits: [], milliseconds: 0 }
  }
  /** Builds the search index ahead of the first search. */
  async prepareSearch(): Promise<void> {
    await this.#model?.search.prepare()
  }

  /** 'Fit to Window': zooms to the elements, or to everything. */
  fitToView(elements?: Iterable<number>): boolean {
    return this.camera.fit(elements)
  }
  /** 'Reset View': restores the home view of the whole model, with everything visible, nothing selected or coloured. */
  resetView(): void {
    this.selection.clear()
    this.visibility.reset()
    this.colors.reset()
    this.camera.goTo('home')
  }

  /** Runs a change of visibility and colours that Ctrl+Z reverts. */
  undoable(action: () => void): void {
    this.#undoableStates.change(action)
  }
  /** Captures the current visibility and colours; the returned function restores them. */
  captureStates(): () => void {
    return this.#undoableStates.capture()
  }

  /** Redraws before the next browser frame. */
  invalidate(): void {
    this.stage.scheduler.invalidate()
  }
  setTheme(theme: Theme): void {
    if (theme === this.theme) return
    this.stage.setTheme(theme)
    this.#model?.content?.setStateColors(this.stage.colors.states)
    this.#events.emit('themeChanged', { theme })
  }
  /** Sets translated texts of the viewer's own controls. */
  setLabels(labels: Partial<ViewerLabels>): void {
    this.stage.setLabels({ ...defaultLabels, ...this.#options.labels, ...labels })
  }
  /** Switches crease edges on or off. */
  setEdges(edges: boolean): void {
    this.stage.scheduler.edges = edges
    this.invalidate()
  }
  /** Sets whether the exterior objects are drawn alone where the frame is identical; on by default. */
  setExteriorShortcut(on: boolean): void {
    this.stage.scheduler.useExterior = on
    this.invalidate()
  }

  /** Renders the view to an image file in full quality. */
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

  /** Loads a registered extension; rejects with `extension-unknown` or `extension-failed`. */
  loadExtension(id: string, options?: ExtensionOptions): Promise<Extension> {
    return this.extensions.load(id, options)
  }
  /** Returns false if it was not loaded. */
  unloadExtension(id: string): boolean {
    return this.extensions.unload(id)
  }
  /** Returns the extension if it is loaded. */
  getExtension(id: string): Extension | null {
    return this.extensions.get(id)
  }

  /** Disposes the viewer and frees all memory. */
  dispose(): void {
    this.extensions.unloadAll()
    this.unload()
    for (const stop of this.#stopKeys) stop()
    this.#decoders.close()
    this.stage.dispose()
    this.#events.clear()
  }

  /** Replaces the model while retaining its states; for the viewer's own extensions. */
  get replacement(): ModelReplacement {
    return {
      viewer: this,
      host: this.#modelHost(),
      states: this.#states,
      events: this.#events,
      put: (model) => (this.#model = model),
      before: this.#model,
    }
  }

  #createStage(container: HTMLElement, createRenderer?: (canvas: HTMLCanvasElement) => SceneRenderer): Stage {
    return new Stage(
      container,
      {
        states: this.#states,
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
      states: this.#states,
      budget: this.#budget,
      memory: this.#memory,
      canRender: this.canRender,
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

/** Creates a viewer that fills `container`. Throws a `ViewerError` `webgl-not-supported` without WebGL2. */
export function createViewer(container: HTMLElement, options?: ViewerOptions): Viewer {
  return new Viewer(container, options)
}
