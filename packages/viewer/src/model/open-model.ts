import type { Box, Manifest, ModelTree } from '@kamar/view-package/read'
import type { ModelAccess, ModelProgress, PackageLoader, ResidencyStatus, PickOptions, PickResult } from '../api.js'
import { supportOfBox, supportOfBoxes, type Support } from '../camera/fit.js'
import { isOutOfMemory, ViewerError } from '../errors.js'
import type { PageBudget } from '../frame-loop.js'
import { bytesNeeded, type MemoryBudget } from '../residency/memory-budget.js'
import { Picker } from '../pick/picker.js'
import type { Ray } from '../pick/ray.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { Search } from '../search/search-client.js'
import type { ElementStates } from '../store/element-states.js'
import { drawMode, type StateColors } from '../store/instance-colors.js'
import type { ChunkDecoder } from '../stream/chunk-decoder.js'
import { ModelSession, type SessionHost } from '../stream/model-session.js'
import { ModelContent } from './model-content.js'
import { Properties } from './properties.js'
import { TreeAccess } from './tree-access.js'

/** What an open model needs of the viewer. */
export interface ModelHost {
  readonly renderer: SceneRenderer
  readonly states: ElementStates
  readonly budget: PageBudget
  /** How much memory the model may take. */
  readonly memory: MemoryBudget
  /** Without pictures no shapes are fetched. */
  readonly canRender: boolean
  stateColors(): StateColors
  /** Draw this from now on. */
  showContent(content: ModelContent | null): void
  grew(content: ModelContent): void
  /** What is drawn has to be drawn anew. */
  changed(): void
  /** Of a model larger than its memory, another share may be here. */
  residencyChanged(status: ResidencyStatus): void
  boundsChanged(): void
  progress(progress: ModelProgress): void
  createDecoder(): ChunkDecoder
  /** `SessionHost.besideAnother`. */
  readonly isBackgroundLoad?: boolean
  readonly createSearchWorker: (() => Worker) | null | undefined
}

/** Models of fewer instances are drawn sooner than it is found out what of them is hidden. */
const minOcclusionInstances = 1000

/** Puts instances elsewhere than the package has them. */
export interface ContentArrangement {
  /** Called when it changed, and when more of the content is here. */
  apply(content: ModelContent): void
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
  #picker: Picker | null = null
  #loading = false
  /** Who puts instances elsewhere than the package has them, those too that are still to come. */
  arrangement: ContentArrangement | null = null
  /** Set while the graphics card is gone. */
  #resumed: Deferred | null = null
  #hasHalved = false
  /** Half of the memory was not there either. */
  #outOfMemory = false

  constructor(loader: PackageLoader, host: ModelHost) {
    this.loader = loader
    this.#host = host
    this.budget = host.budget
    this.#trees = new TreeAccess(loader, this.#abort.signal)
    this.properties = new Properties(loader, this.#abort.signal)
    this.#session = new ModelSession(this, loader)
  }

  get isBackgroundLoad(): boolean {
    return this.#host.isBackgroundLoad === true
  }
  get canRender(): boolean {
    return this.#host.canRender
  }
  get manifest(): Manifest {
    if (this.#manifest === null) throw new ViewerError('fetch-failed', 'no manifest yet')
    return this.#manifest
  }
  /** The manifest if it is here. */
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
  get instanceCount(): number {
    return this.#content?.instances.count ?? 0
  }
  /** What is drawn. */
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
  /** What a ray meets of the elements, before any of the cuts (four numbers each). */
  pick(
    ray: Ray,
    how: PickOptions & { readonly isMet: (element: number) => boolean; readonly cuts: Float64Array },
  ): PickResult | null {
    if (this.#content === null) return null
    const { instances, instanceColors } = this.#content
    const accepts = (instance: number): boolean =>
      how.isMet(instances.node[instance]) &&
      !(how.throughGlass === true && instanceColors.mode[instance] === drawMode.clear)
    return this.picker?.pick(ray, accepts, how.cuts) ?? null
  }
  get search(): Search {
    this.#search ??= new Search({
      loader: this.loader,
      signal: this.#abort.signal,
      withProperties: this.#hasFile('properties/index.bin'),
      createWorker: this.#host.createSearchWorker,
    })
    return this.#search
  }

  computeBounds(elements: Iterable<number>): Box | null {
    return this.#content?.computeBounds(this.withDescendants(elements)) ?? null
  }
  /** As far as the elements, or everything that is shown, reach; the manifest's box while nothing is here. */
  computeSupport(elements: Iterable<number> | null): Support | null {
    const boxes = this.#content?.computeBoxes(elements === null ? null : this.withDescendants(elements))
    if (boxes !== undefined && boxes.length > 0) return supportOfBoxes(boxes)
    return elements === null && this.bounds !== null ? supportOfBox(this.bounds) : null
  }
  /** The arrangement is another now; of models that moved, the manifest is too. */
  arranged(manifest = this.manifest): void {
    this.#manifest = manifest
    if (this.#content !== null) {
      this.#content.manifest = manifest
      this.arrangement?.apply(this.#content)
    }
    this.#picker?.invalidate()
    this.#host.changed()
  }
  /** 1 for each element with a shape of its own; without pictures nobody knows, and lists are of all elements. */
  get shapes(): Uint8Array {
    const { node, count } = this.#content?.instances ?? { node: new Uint32Array(0), count: 0 }
    const shapes = new Uint8Array(this.#manifest?.counts.nodes ?? 0).fill(this.canRender ? 0 : 1)
    for (let instance = 0; instance < count; instance++) shapes[node[instance]] = 1
    return shapes
  }
  hasShape(element: number): boolean {
    return (this.#content?.elements.of(element).length ?? 0) > 0
  }
  withDescendants(elements: Iterable<number>): number[] {
    return this.#trees.withDescendants(elements, (element) => this.hasShape(element))
  }

  /** Runs once the tree is here, if it is not yet and there will be one. */
  whenTree(action: () => void): void {
    if (this.treeNow !== null || !this.#hasFile('tree.bin')) return
    this.tree.then(action, () => undefined)
  }

  /**
   * Loads everything; resolves with the complete manifest. Goes on by itself when the card was lost meanwhile; where there
   * is no memory for it, it is tried once more with half the budget.
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
          // The card may have come back before the session that it ended has noticed.
          if (session === this.#session) await this.#untilNextTry(error)
        }
      }
    } finally {
      this.#loading = false
    }
  }

  /** Throws when there is none. */
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

  /** Makes what the first pick and surfaces in one plane need while the browser has nothing else to do. */
  prepareWhenIdle(): void {
    const prepare = (): void => {
      const { picker } = this
      const content = this.#content
      if (this.#abort.signal.aborted || picker === null || content === null) return
      picker.prepare()
      if (content.instances.count >= minOcclusionInstances)
        void import('../occlusion/occlusion.js').then(({ Occlusion }) => (content.occlusion ??= new Occlusion(content)))
      void import('../depth-bias/coplanar-depth-bias.js').then(({ applyDepthBias }) => {
        if (content !== this.#content || content.isDisplaced) return
        if (applyDepthBias(content, picker)) this.#host.changed()
      })
    }
    if ('requestIdleCallback' in window) window.requestIdleCallback(prepare, { timeout: 2000 })
    else setTimeout(prepare, 200)
  }
  /** There may be a newer manifest. */
  refresh(): void {
    this.#session.refresh()
  }

  /** The graphics card is gone: lets go of what was on it while that is still free of errors. */
  suspend(): void {
    this.#resumed = deferred()
    // A card that goes while it is being filled had no room: half of it is tried, and then no more.
    if (this.#content?.loading === true) {
      this.#outOfMemory = this.#hasHalved
      this.#halve(Infinity)
    }
    this.#release()
  }

  /** Fills the graphics card anew after `suspend`; what the user did stays. */
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

  createDecoder(): ChunkDecoder {
    return this.#host.createDecoder()
  }

  async createContent(manifest: Manifest, signal: AbortSignal): Promise<ModelContent> {
    const { memory, renderer, states } = this.#host
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
    if (!this.canRender) this.#host.states.reserve(manifest.counts.nodes)
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

interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
}

function deferred(): Deferred {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
