import { decodeExterior, readManifest, type Manifest } from '@kamar/package-format/read'
import type { ModelProgress, PackageLoader } from '../types.js'
import { asViewerError, ViewerError } from '../errors.js'
import type { PageBudget } from '../frame-loop.js'
import type { CellResidency } from '../residency/content-residency.js'
import { estimateGrowth } from './estimate-growth.js'
import type { ModelContent } from './model-content.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { ChunkDecoder } from '../stream/chunk-decoder.js'
import { fetchFile, streamChunks } from '../stream/chunk-stream.js'

/** Poll interval of a live manifest without push notifications, milliseconds. */
const pollInterval = 1000

/** Viewer services that a session uses. */
export interface SessionHost {
  createContent(manifest: Manifest, signal: AbortSignal): Promise<ModelContent>
  /** Returns whether loading of an incomplete package should stop. */
  isFull(content: ModelContent): boolean
  /** Whether models are drawn; shapes are fetched only then. */
  readonly isRendering: boolean
  /** Whether another model is displayed: this one then appears only once complete. */
  readonly isBackgroundLoad: boolean
  /** Displays `content` instead of the previous one. */
  showContent(content: ModelContent): void
  /** Reports a newer manifest, before any of its content is loaded. */
  manifestChanged(manifest: Manifest): void
  /** Reports a changed display of `content`. */
  contentChanged(content: ModelContent): void
  /** Reports new chunks in `content`. */
  contentGrew(content: ModelContent): void
  progress(progress: ModelProgress): void
  /** Main-thread time budget. */
  readonly budget: PageBudget
  /** Returns the elements of the complete package that are hidden by default; null if unknown. */
  hiddenElements(): Promise<Uint8Array | null>
  markHidden(hidden: Uint8Array): void
  createDecoder(): ChunkDecoder
}

/** Loads a package, from its first provisional chunk to the last of the complete package. */
export class ModelSession {
  readonly #host: SessionHost
  readonly #loader: PackageLoader
  readonly #abort = new AbortController()
  #provisional: { content: ModelContent; decoder: ChunkDecoder; chunks: number; firstPath: string } | null = null
  /** Decoders of provisional packages, which live as long as the session. */
  readonly #decoders: ChunkDecoder[] = []
  #final: ModelContent | null = null
  #wake: () => void = () => undefined
  #pushed = false

  constructor(host: SessionHost, loader: PackageLoader) {
    this.#host = host
    this.#loader = loader
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Loads the package; resolves with the complete manifest once everything is displayed. */
  async run(): Promise<Manifest> {
    const unsubscribe = this.#loader.subscribe?.(() => this.refresh())
    try {
      for (;;) {
        const manifest = await this.#fetchManifest()
        this.#host.manifestChanged(manifest)
        if (manifest.state === 'complete') {
          if (!this.#host.isRendering) await this.#markHidden()
          // Rendering may have started meanwhile.
          if (this.#host.isRendering) await this.#loadComplete(manifest)
          return manifest
        }
        if (this.#host.isRendering) await this.#loadProvisional(manifest)
        await this.#untilNewer()
      }
    } finally {
      unsubscribe?.()
      for (const decoder of this.#decoders) decoder.close()
    }
  }

  /** Requests the manifest immediately, as a newer one is known to exist. */
  refresh(): void {
    this.#pushed = true
    this.#wake()
  }

  /** Stops loading; `run` rejects with `cancelled`. */
  cancel(): void {
    this.#abort.abort()
    this.#wake()
  }

  /** Disposes the contents of this session other than the displayed one. */
  disposeUnshown(current: ModelContent | null): void {
    for (const content of [this.#provisional?.content, this.#final])
      if (content !== undefined && content !== null && content !== current) content.dispose()
    this.#provisional = null
    this.#final = null
  }

  async #fetchManifest(): Promise<Manifest> {
    this.#pushed = false
    try {
      const json = await this.#loader.fetchManifest(this.signal)
      return readManifest(json)
    } catch (error) {
      if (this.signal.aborted) throw new ViewerError('cancelled')
      throw asViewerError(error, error instanceof RangeError ? 'package-damaged' : 'fetch-failed', 'manifest.json')
    }
  }

  async #untilNewer(): Promise<void> {
    if (!this.#pushed && !this.signal.aborted) {
      const wait = this.#loader.subscribe === undefined ? pollInterval : pollInterval * 10
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    if (this.signal.aborted) throw new ViewerError('cancelled')
  }

  /** Loads the provisional chunks added since the last manifest. */
  async #loadProvisional(manifest: Manifest): Promise<void> {
    const firstPath = manifest.chunks[0]?.path ?? ''
    if (firstPath === '') return
    if (this.#provisional === null || this.#provisional.firstPath !== firstPath) {
      const content = await this.#host.createContent(manifest, this.signal)
      content.hiddenKnown = true
      const decoder = this.#host.createDecoder()
      this.#decoders.push(decoder)
      this.#provisional = { content, decoder, chunks: 0, firstPath }
      this.#host.showContent(content)
    }
    const state = this.#provisional
    state.content.manifest = manifest
    if (this.#host.isFull(state.content)) return
    try {
      await streamChunks({
        chunks: manifest.chunks.slice(state.chunks),
        loader: this.#loader,
        decoder: state.decoder,
        signal: this.signal,
        take: async (chunk) => {
          state.chunks++
          await this.#takeIn(state.content, chunk, state.chunks)
        },
      })
    } catch (error) {
      // A missing provisional chunk means that the complete package is available.
      if (this.signal.aborted || asViewerError(error, 'fetch-failed').code !== 'fetch-failed') throw error
      this.#pushed = true
    }
  }

  /**
   * Loads the complete package. Without provisional chunks it is drawn as it grows; otherwise they stay until
   * everything visible has loaded, and are then replaced in one frame.
   */
  async #loadComplete(manifest: Manifest): Promise<void> {
    const content = await this.#host.createContent(manifest, this.signal)
    this.#final = content
    if (content.cells !== null) return this.#loadCells(manifest, content, content.cells)
    const decoder = this.#host.createDecoder()
    // Where memory does not suffice for one content, it cannot hold two.
    const canReplace = content.residency === null && (this.#provisional?.content.instances.count ?? 0) > 0
    const replaces = this.#host.isBackgroundLoad || canReplace
    if (!replaces) this.#host.showContent(content)
    const sides = [this.#loadExterior(manifest, content), this.#loadHidden(content)]
    for (const side of sides) side.catch(() => undefined)
    try {
      await streamChunks({
        chunks: manifest.chunks,
        loader: this.#loader,
        decoder,
        mode: content.residency === null ? 'joined' : 'separate',
        signal: this.signal,
        take: (chunk, index) => this.#takeIn(content, chunk, index + 1),
      })
      await Promise.all(sides)
    } finally {
      decoder.close()
    }
    content.finish()
    if (replaces) this.#host.showContent(content)
    this.#provisional = null
    this.#final = null
    this.#host.contentGrew(content)
    void this.#showTextures(content)
  }

  /** Loads the first frame of a model of cells; the view then determines what else is loaded. */
  async #loadCells(manifest: Manifest, content: ModelContent, cells: CellResidency): Promise<void> {
    // Its buffers are allocated at once: before, the provisional content is released.
    if (!this.#host.isBackgroundLoad) this.#host.showContent(content)
    await cells.load()
    content.loading = false
    if (this.#host.isBackgroundLoad) this.#host.showContent(content)
    this.#provisional = null
    this.#final = null
    this.#host.contentGrew(content)
    // The size of these files grows with the model; the first frame needs none of them.
    await this.#loadExterior(manifest, content)
    await Promise.all([this.#loadHidden(content), cells.loadBoxes()])
    const chunkCount = manifest.chunks.length
    const { count } = content.instances
    this.#host.progress({ fraction: 1, state: 'complete', chunksLoaded: chunkCount, chunkCount, instances: count })
  }

  /** Textures load in the background: the model counts as loaded without them. */
  async #showTextures(content: ModelContent): Promise<void> {
    if (await content.showTextures(this.#loader, this.signal)) this.#host.contentChanged(content)
  }

  async #takeIn(content: ModelContent, chunk: GpuChunk, chunksLoaded: number): Promise<void> {
    await this.#host.budget.yieldIfOverBudget()
    if (this.signal.aborted) throw new ViewerError('cancelled')
    this.#host.budget.run(() => content.append(chunk, estimateGrowth(content.manifest, chunksLoaded)))
    this.#host.contentGrew(content)
    const { manifest } = content
    const chunkCount = manifest.chunks.length
    this.#host.progress({
      fraction: chunkCount === 0 ? 0 : Math.min(1, chunksLoaded / chunkCount),
      state: manifest.state,
      chunksLoaded,
      chunkCount,
      instances: content.instances.count,
    })
  }

  async #loadExterior(manifest: Manifest, content: ModelContent): Promise<void> {
    if (!manifest.files.some((file) => file.path === 'exterior.bin')) return
    const bytes = await fetchFile(this.#loader, 'exterior.bin', this.signal)
    try {
      const exterior = decodeExterior(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
      if (exterior.instanceCount === manifest.counts.instances) {
        if (content.cells === null) content.exterior = exterior
        else content.cells.setExterior(exterior)
      }
    } catch (cause) {
      throw new ViewerError('package-damaged', 'exterior.bin', { cause })
    }
    this.#host.contentGrew(content)
  }

  async #loadHidden(content: ModelContent): Promise<void> {
    await this.#markHidden()
    content.hiddenKnown = true
    content.refreshColors(null)
    this.#host.contentGrew(content)
  }

  async #markHidden(): Promise<void> {
    const hidden = await this.#host.hiddenElements()
    if (this.signal.aborted) throw new ViewerError('cancelled')
    if (hidden !== null) this.#host.markHidden(hidden)
  }
}
