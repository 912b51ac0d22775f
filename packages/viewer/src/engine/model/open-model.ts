import type { Box, Manifest, ModelTree } from '@kamar/package-format/read'
import type { ModelAccess, ModelProgress, PackageLoader, ResidencyStatus, PickOptions, PickResult } from '../types.js'
import { supportOfBox, supportOfBoxes, type Support } from '../camera/fit.js'
import { isOutOfMemory, ViewerError } from '../errors.js'
import type { PageBudget } from '../frame-loop.js'
import { bytesNeeded, computePropertyBytes, type MemoryBudget } from '../residency/memory-budget.js'
import { Picker } from '../pick/picker.js'
import type { Ray } from '../math/ray.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { Search } from '../search/search-client.js'
import type { ElementStates } from '../store/element-states.js'
import { drawMode, type StateColors } from '../store/instance-colors.js'
import type { RecyclingDecoder } from '../stream/chunk-decoder.js'
import { createDeferred, type Deferred } from './deferred.js'
import { ModelSession, type SessionHost } from './model-session.js'
import { ElementShapes } from './element-shapes.js'
import { ModelContent } from './model-content.js'
import { Properties } from './properties.js'
import { TreeAccess } from './tree-access.js'

/** Viewer services that an open model uses. */
export interface ModelHost {
  readonly renderer: SceneRenderer
  readonly states: ElementStates
  readonly budget: PageBudget
  /** Memory budget of the model. */
  readonly memory: MemoryBudget
  stateColors(): StateColors
  /** Replaces the rendered content. */
  showContent(content: ModelContent | null): void
  grew(content: ModelContent): void
  /** Requests a redraw of the content. */
  changed(): void
  /** Reports that the resident part of a model that exceeds its memory budget may have changed. */
  residencyChanged(status: ResidencyStatus): void
  boundsChanged(): void
  progress(progress: ModelProgress): void
  createDecoder(): RecyclingDecoder
  /** See `SessionHost.isBackgroundLoad`. */
  readonly isBackgroundLoad?: boolean
  /** Called before the buffers of cells are allocated: the displayed model's must not be resident as well. */
  releaseDisplayed?(): void
  readonly createSearchWorker: (() => Worker) | null | undefined
}

/** Minimum instance count for occlusion culling; smaller models draw faster than they cull. */
const minOcclusionInstances = 1000

/** Maximum element count of models whose index of properties is decoded on the page. */
const maxPageElements = 50_000

/** Transforms that override the instance positions of the package. */
export interface ContentArrangement {
  /** Applies the transforms; called when they change and when more content has loaded. */
  apply(content: ModelContent): void
  /** Applies the transforms to rows whose instances were replaced. */
  applyTo(content: ModelContent, start: number, end: number): void
}

/** One model in the viewer, from `load` to `unload`. */
export class OpenModel implements ModelAccess, SessionHost {
  readonly loader: PackageLoader
  readonly properties: Properties
  readonly budget: PageBudget
  readonly #host: ModelHost
  readonly #abort = new AbortController()
  readonly #trees: TreeAccess
  #search: Search | null = null
  #session: ModelSession
  #manifest: Manifest | null = null
  #content: ModelContent | null = null
  readonly #shapes = new ElementShapes()
  #picker: Picker | null = null
  #loading = false
  /** Overrides instance positions of the package, including those of instances still to load. */
  arrangement: ContentArrangement | null = null
  /** Set while the WebGL context is lost. */
  #resumed: Deferred | null = null
  #hasHalved = false
  /** True if loading also failed with half of the memory budget. */
  #outOfMemory = false

  constructor(loader: PackageLoader, host: ModelHost) {
    this.loader = loader
    this.#host = host
    this.budget = host.budget
    this.#trees = new TreeAccess(loader, { signal: this.#abort.signal, createWorker: host.createSearchWorker })
    this.properties = new Properties(loader, this.#abort.signal, (element) =>
      (this.#manifest?.counts.nodes ?? 0) > maxPageElements ? this.search.queries.sets(element) : null,
    )
    this.#session = new ModelSession(this, loader)
  }

  get isBackgroundLoad(): boolean {
    return this.#host.isBackgroundLoad === true
  }
  get isRendering(): boolean {
    return this.#host.renderer.isStarted
  }
  get manifest(): Manifest {
    if (this.#manifest === null) throw new ViewerError('fetch-failed', 'no manifest yet')
    return this.#manifest
  }
  /** The manifest, if loaded. */
  get manifestNow(): Manifest | null {
    return this.#manifest
  }
  get tree(): Promise<ModelTree> {
    return this.#hasFile('tree.bin')
      ? this.#trees.load()
      : Promise.reject(new ViewerError('fetch-failed', 'the package has no tree yet'))
  }
  get treeNow(): ModelTree | null {
    return this.#trees.now
  }
  get isLoading(): boolean {
    return this.#loading
  }
  get instanceCount(): number {
    return this.#content?.instances.count ?? 0
  }
  /** The rendered content. */
  get content(): ModelContent | null {
    return this.#content
  }
  get bounds(): Box | null {
    return this.#content?.bounds ?? this.#manifest?.bounds ?? null
  }
  get picker(): Picker | null {
    if (this.#picker === null && this.#content !== null) this.#picker = new Picker(this.#content)
    return this.#picker
  }
  /** Returns the nearest hit of a ray on the elements, in front of all section planes (four numbers each). */
  pick(
    ray: Ray,
    options: PickOptions & { readonly isPickable: (element: number) => boolean; readonly cuts: Float64Array },
  ): PickResult | null {
    if (this.#content === null) return null
    const { instances, instanceColors } = this.#content
    const accepts = (instance: number): boolean =>
      options.isPickable(instances.node[instance]) &&
      !(options.throughGlass === true && instanceColors.mode[instance] === drawMode.clear)
    return this.picker?.pick(ray, accepts, options.cuts) ?? null
  }
  get search(): Search {
    const { memory } = this.#host
    const isCells = this.manifest.proxies !== undefined
    this.#search ??= new Search({
      loader: this.loader,
      signal: this.#abort.signal,
      loadTree: () => this.#trees.loadColumns(),
      maxPropertyBytes: computePropertyBytes(this.manifest, isCells ? memory.cellBytes : memory.bytes),
      withProperties: this.#hasFile('properties/index.bin'),
      createWorker: this.#host.createSearchWorker,
    })
    return this.#search
  }

  computeBounds(elements: Iterable<number>): Box | null {
    return this.#content?.computeBounds(this.withDescendants(elements)) ?? null
  }
  /** Computes the extent of the elements, or of everything visible; the manifest's box while no content is loaded. */
  computeSupport(elements: Iterable<number> | null): Support | null {
    const boxes = this.#content?.computeBoxes(elements === null ? null : this.withDescendants(elements))
    if (boxes !== undefined && boxes.length > 0) return supportOfBoxes(boxes)
    return elements === null && this.bounds !== null ? supportOfBox(this.bounds) : null
  }
  /** Applies a changed arrangement; for models that moved, also a changed manifest. */
  arranged(manifest = this.manifest): void {
    this.#manifest = manifest
    if (this.#content !== null) {
      this.#content.manifest = manifest
      this.arrangement?.apply(this.#content)
    }
    this.#picker?.invalidate()
    this.#host.changed()
  }
  /** 1 for each element with a shape of its own; without rendering this is unknown, and every element counts. */
  get shapes(): Uint8Array {
    return this.#shapes.of(this.#content, { count: this.#manifest?.counts.nodes ?? 0, isRendering: this.isRendering })
  }
  hasShape(element: number): boolean {
    const table = this.#content?.cells?.boxes ?? null
    return table?.hasShape(element) ?? (this.#content?.elements.of(element).length ?? 0) > 0
  }
  withDescendants(elements: Iterable<number>): number[] {
    return this.#trees.withDescendants(elements, (element) => this.hasShape(element))
  }

  /** Runs the action once the tree has loaded, if it has not loaded yet and the package will have one. */
  whenTree(action: () => void): void {
    if (this.treeNow !== null || !this.#hasFile('tree.bin')) return
    this.tree.then(action, () => undefined)
  }

  /**
   * Loads everything, also once more after rendering has started; resolves with the complete manifest. Resumes after a
   * lost WebGL context; if memory runs out, retries once with half the budget.
   */
  async load(): Promise<Manifest> {
    this.#loading = true
    try {
      for (;;) {
        const session = this.#session
        try {
          return await session.run()
        } catch (error) {
          if (this.#abort.signal.aborted) throw error
          // The context may be restored before the session that it ended has noticed.
          if (session === this.#session) await this.#untilNextTry(error)
        }
      }
    } finally {
      this.#loading = false
    }
  }

  /** Throws if there will be no retry. */
  async #untilNextTry(error: unknown): Promise<void> {
    if (this.#resumed !== null) {
      await this.#resumed.promise
      if (!this.#outOfMemory) return
    }
    if (!isOutOfMemory(error) && !this.#outOfMemory) throw error
    this.#release()
    if (this.#hasHalved || this.#outOfMemory) throw new ViewerError('out-of-memory', String(error), { cause: error })
    this.#halve()
    this.#session = new ModelSession(this, this.loader)
  }

  #halve(needed = this.#manifest === null ? undefined : bytesNeeded(this.#manifest)): void {
    this.#hasHalved = true
    this.#host.memory.halve(needed)
  }

  /** Builds the data for the first pick and for coplanar surfaces while the browser is idle. */
  prepareWhenIdle(): void {
    const prepare = (): void => {
      const { picker } = this
      const content = this.#content
      if (this.#abort.signal.aborted || picker === null || content === null) return
      picker.prepare()
      // Both look at all instances once.
      if (content.cells !== null) return this.#prepared(content)
      if (content.instances.count >= minOcclusionInstances)
        void import('../occlusion/occlusion.js').then(({ Occlusion }) => (content.occlusion ??= new Occlusion(content)))
      void import('../depth-bias/coplanar-depth-bias.js').then(({ applyDepthBias }) => {
        const isChanged = content === this.#content && !content.isDisplaced && applyDepthBias(content, picker)
        this.#prepared(content)
        if (isChanged) this.#host.changed()
      })
    }
    if ('requestIdleCallback' in window) window.requestIdleCallback(prepare, { timeout: 2000 })
    else setTimeout(prepare, 200)
  }
  #prepared(content: ModelContent): void {
    content.isPrepared = true
    if (content === this.#content) this.#host.grew(content)
  }
  /** Checks for a newer manifest. */
  refresh(): void {
    this.#session.refresh()
  }

  /** Releases GPU resources after the WebGL context was lost, while that raises no errors. */
  suspend(): void {
    // A context lost during uploads suggests too little GPU memory: retry once with half of the budget.
    if (this.#content?.loading === true) {
      this.#outOfMemory = this.#hasHalved
      this.#halve(Infinity)
    }
    this.unloadContent()
  }

  /** Releases what is drawn until `resume`. */
  unloadContent(): void {
    this.#resumed = createDeferred()
    this.#release()
  }

  /** Restores the GPU resources after `suspend`; user changes are preserved. */
  async resume(): Promise<void> {
    if (this.#outOfMemory) return this.#resumed?.resolve()
    this.#session = new ModelSession(this, this.loader)
    this.#resumed?.resolve()
    this.#resumed = null
    if (!this.#loading) await this.#session.run()
    this.prepareWhenIdle()
  }

  dispose(): void {
    this.#abort.abort()
    this.#search?.close()
    this.#resumed?.resolve()
    this.#release()
  }

  createDecoder(): RecyclingDecoder {
    return this.#host.createDecoder()
  }

  async createContent(manifest: Manifest, signal: AbortSignal): Promise<ModelContent> {
    const { memory, renderer, states } = this.#host
    if (manifest.state === 'complete' && manifest.proxies !== undefined)
      return this.#createCellContent(manifest, signal)
    const rationing = memory.isShortFor(manifest) ? await import('../residency/chunk-residency.js') : null
    if (signal.aborted) throw new ViewerError('cancelled')
    states.reserve(manifest.counts.nodes)
    const content = new ModelContent({ renderer, states, colors: this.#host.stateColors(), manifest })
    if (rationing === null) return content
    const residency = new rationing.ChunkResidency({
      content,
      loader: this.loader,
      signal,
      budget: memory.bytes,
      createDecoder: () => this.#host.createDecoder(),
      uploaded: () => renderer.resetState(),
      changed: () => this.contentChanged(content),
      statusChanged: () => (content === this.#content ? this.#host.residencyChanged(residency.status) : undefined),
    })
    content.residency = residency
    return content
  }

  async #createCellContent(manifest: Manifest, signal: AbortSignal): Promise<ModelContent> {
    const { memory, renderer, states } = this.#host
    const { CellResidency } = await import('../residency/cells/cell-residency.js')
    if (signal.aborted) throw new ViewerError('cancelled')
    this.#host.releaseDisplayed?.()
    states.reserve(manifest.counts.nodes)
    const content = new ModelContent({ renderer, states, colors: this.#host.stateColors(), manifest })
    const residency = new CellResidency({
      content,
      loader: this.loader,
      signal,
      budget: memory.cellBytes,
      states,
      createDecoder: () => this.#host.createDecoder(),
      uploaded: () => renderer.resetState(),
      rowsReplaced: (start, end) => this.arrangement?.applyTo(content, start, end),
      changed: () => this.contentChanged(content),
      statusChanged: () => (content === this.#content ? this.#host.residencyChanged(residency.status) : undefined),
    })
    content.residency = residency
    return content
  }

  isFull({ batches, geometries }: ModelContent): boolean {
    return (batches.byteLength + geometries.byteLength) * 2 > this.#host.memory.bytes
  }

  showContent(content: ModelContent): void {
    const before = this.#content
    this.#content = content
    this.#picker = null
    this.#host.showContent(content)
    if (before !== null && before !== content) before.dispose()
  }

  manifestChanged(manifest: Manifest): void {
    this.#manifest = manifest
    if (!this.isRendering) this.#host.states.reserve(manifest.counts.nodes)
    this.#host.boundsChanged()
  }

  contentGrew(content: ModelContent): void {
    this.arrangement?.apply(content)
    if (content === this.#content) this.#host.grew(content)
  }

  contentChanged(content: ModelContent): void {
    if (content === this.#content) this.#host.changed()
  }

  progress(progress: ModelProgress): void {
    this.#host.progress(progress)
  }

  async hiddenElements(): Promise<Uint8Array | null> {
    return this.#hasFile('tree.bin') ? (await this.tree).hidden : null
  }

  markHidden(hidden: Uint8Array): void {
    this.#host.states.hideByDefault(hidden)
  }

  #release(): void {
    this.#session.cancel()
    this.#session.disposeUnshown(this.#content)
    this.#host.showContent(null)
    this.#content?.dispose()
    this.#content = null
    this.#picker = null
  }

  #hasFile(path: string): boolean {
    return this.#manifest?.files.some((file) => file.path === path) === true
  }
}
