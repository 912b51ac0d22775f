import { ApiError } from '@kamar/contracts'
import { readManifest, type Manifest } from '@kamar/package-format/read'
import type { ModelProgress, PackageLoader, ResidencyStatus, Viewer } from '@kamar/viewer'
import { createObservable, type Observable } from '../../platform/observable.js'
import { opensAsDrawing } from './sheets/opens-as-drawing.js'
import { PrefetchedManifest } from './packages/prefetched-manifest.js'
import type { FoundViewerToken } from './packages/viewer-token.js'

/** Keys of texts under `viewer.` that describe the page's current activity (specification section 4). */
export type ViewerStatus =
  | 'initializing'
  | 'gettingToken'
  | 'tokenFromStorage'
  | 'tokenObtained'
  | 'viewerReady'
  | 'loadingModel'
  | 'modelLoaded'

/** Error of the view; `kind` is a text under `viewer.error`. */
export interface ModelViewError {
  readonly kind: 'webgl' | 'memory' | 'geometry' | 'nothing' | 'document' | 'token' | 'noDocument' | 'authentication'
  readonly error?: unknown
}

export interface ModelViewState {
  /** The engine, once it runs. */
  readonly viewer: Viewer | null
  readonly status: ViewerStatus
  readonly error: ModelViewError | null
  readonly urn: string | null
  /** Loading progress of the model; null when nothing is loading. */
  readonly progress: ModelProgress | null
  /** Whether part of the model is on screen. */
  readonly hasFirstFrame: boolean
  /** Whether the graphics context is lost; it may be restored. */
  readonly graphicsLost: boolean
  /** False in a browser without WebGL: everything works except rendering. */
  readonly canRender: boolean
  /** Set while nearby chunks do not fit in this device's memory: numbers of resident and needed chunks. */
  readonly missing: Pick<ResidencyStatus, 'resident' | 'needed'> | null
  /** Manifest of a package that is still being translated or loaded: its sheets can already be shown. */
  readonly growing: Manifest | null
  /** Manifest of the finished package that is displayed. */
  readonly manifest: Manifest | null
  /** Manifest of everything displayed; differs from `manifest` when several models are shown together. */
  readonly renderedManifest: Manifest | null
}

/** Dependencies of a model view. */
export interface ModelViewDependencies {
  /** Loads the engine, which only this page downloads, and starts it. */
  readonly startViewer: (container: HTMLElement) => Promise<Viewer>
  readonly getToken: () => Promise<FoundViewerToken>
  readonly createSource: (urn: string) => PackageLoader
}

const emptyState = {
  progress: null,
  hasFirstFrame: false,
  growing: null,
  manifest: null,
  renderedManifest: null,
  error: null,
  missing: null,
} as const

const initialState: ModelViewState = {
  ...emptyState,
  viewer: null,
  status: 'initializing',
  urn: null,
  graphicsLost: false,
  canRender: true,
}

/** State before a model view exists. */
export const idleState: Observable<ModelViewState> = createObservable(initialState)

/** Starts the engine, gets the token and loads models one after the other; publishes each step. */
export class ModelView {
  readonly state: Observable<ModelViewState> = createObservable(initialState)
  readonly #parts: ModelViewDependencies
  #disposed = false
  #hasToken = false
  #version = 0
  #container: HTMLElement | null = null
  /** Whether there is a token, while the engine may still be loading. */
  #isTokenReady = false
  #prefetched: PrefetchedManifest | null = null

  constructor(parts: ModelViewDependencies) {
    this.#parts = parts
  }

  /** Mounts the engine in `container` and gets a token, then loads the model that `open` requested meanwhile. */
  async start(container: HTMLElement): Promise<void> {
    this.#container = container
    // Token and manifest arrive while the code of the engine is loading.
    const token = this.#parts.getToken()
    token.then(
      () => {
        this.#isTokenReady = true
        this.#prefetchManifest()
      },
      () => undefined,
    )
    try {
      const viewer = await this.#parts.startViewer(container)
      if (this.#disposed) return viewer.dispose()
      this.#follow(viewer)
      this.#change({ viewer })
    } catch (error) {
      return this.#change({ error: { kind: 'webgl', error } })
    }
    await this.#awaitToken(token)
    if (this.#hasToken && this.state.get().urn !== null) await this.#load()
  }

  /**
   * Shows the model of a URN, or none; deferred until `start` has finished. Reloads the same URN when its version
   * changes.
   */
  async open(urn: string | null, version = 0): Promise<void> {
    const { viewer, urn: openUrn } = this.state.get()
    if (urn !== null && urn !== '' && urn === openUrn && version === this.#version) return
    this.#version = version
    this.#change({ ...emptyState, urn })
    if (urn === '') return this.#change({ urn: null, error: { kind: 'noDocument' } })
    if (!viewer || !this.#hasToken) return this.#prefetchManifest()
    if (urn !== null) return this.#load()
    viewer.unload()
    this.#change({ status: 'viewerReady' })
  }

  /** Draws models from now on; until then only their data is loaded. */
  async startRendering(): Promise<void> {
    const { canRender, manifest, viewer } = this.state.get()
    if (!viewer || viewer.isRendering || !canRender) return
    if (manifest) this.#change({ status: 'loadingModel' })
    try {
      await viewer.startRendering()
    } catch (error) {
      if (getCode(error) === 'cancelled') return
      if (getCode(error) === 'webgl-not-supported') this.#change({ canRender: false })
      else this.#fail(viewer, error)
    }
    if (this.state.get().manifest) this.#change({ status: 'modelLoaded' })
  }

  /** Retries the failed step. */
  async retry(): Promise<void> {
    this.#change({ error: null })
    if (!this.state.get().viewer && this.#container) return this.start(this.#container)
    if (!this.#hasToken) await this.#awaitToken(this.#parts.getToken())
    if (this.#hasToken && this.state.get().urn !== null) await this.#load()
  }

  dispose(): void {
    this.#disposed = true
    this.#prefetched?.cancel()
    this.state.get().viewer?.dispose()
    this.#change({ viewer: null })
  }

  /** Requests the manifest of the model that is loaded once the engine has started. */
  #prefetchManifest(): void {
    const { urn, viewer } = this.state.get()
    if (!this.#isTokenReady || viewer !== null || this.#disposed) return
    this.#prefetched?.cancel()
    this.#prefetched = urn === null ? null : new PrefetchedManifest(urn, this.#parts.createSource(urn))
  }

  /** Returns the source of a model; a request for the manifest of another model is cancelled. */
  #createLoader(urn: string): PackageLoader {
    const prefetched = this.#prefetched
    this.#prefetched = null
    if (prefetched?.urn === urn) return prefetched.takeLoader()
    prefetched?.cancel()
    return this.#parts.createSource(urn)
  }

  async #awaitToken(token: Promise<FoundViewerToken>): Promise<void> {
    this.#change({ status: 'gettingToken' })
    try {
      const { from } = await token
      this.#hasToken = true
      this.#change({ status: from === 'storage' ? 'tokenFromStorage' : 'tokenObtained' })
      if (this.state.get().urn === null) this.#change({ status: 'viewerReady' })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401
      this.#change({ error: { kind: isRefused ? 'token' : 'authentication', error } })
    }
  }

  async #load(): Promise<void> {
    const { viewer, urn } = this.state.get()
    if (!viewer || urn === null) return
    this.#change({ ...emptyState, status: 'loadingModel' })
    try {
      const manifest = await viewer.load({ loader: this.#watched(this.#createLoader(urn), urn) })
      const isEmpty = manifest.counts.instances === 0
      this.#change({
        manifest,
        growing: null,
        renderedManifest: manifest,
        status: 'modelLoaded',
        error: isEmpty ? { kind: 'nothing' } : null,
      })
    } catch (error) {
      if (getCode(error) !== 'cancelled') this.#fail(viewer, error)
    }
  }

  /** Watches the manifests: the first that does not open as a drawing starts rendering; sheets are published. */
  #watched(loader: PackageLoader, urn: string): PackageLoader {
    return {
      ...loader,
      fetchManifest: async (signal) => {
        const json = await loader.fetchManifest(signal)
        const growing = json as Partial<Manifest> | null
        if (growing && !opensAsDrawing(growing)) void this.startRendering()
        const hasSheets = (growing?.sheets?.length ?? 0) > 0
        if (
          hasSheets &&
          this.state.get().urn === urn &&
          getFirstSheetPath(this.state.get().growing) !== getFirstSheetPath(growing)
        )
          this.#change({ growing: readManifest(json) })
        return json
      },
    }
  }

  #fail(viewer: Viewer, error: unknown): void {
    this.#change({ growing: null, error: { kind: detectErrorKind(error), error: findCause(error) } })
    const manifest = viewer.model?.manifest
    // Model data needs no GPU memory: tree, search and properties remain available.
    if (isOutOfMemory(error) && manifest?.state === 'complete')
      this.#change({ manifest, renderedManifest: manifest, status: 'modelLoaded' })
  }

  #follow(viewer: Viewer): void {
    viewer.on('modelProgress', (progress) => this.#change({ progress }))
    viewer.on('modelComplete', ({ manifest }) => {
      if (this.state.get().manifest) this.#change({ renderedManifest: manifest })
    })
    viewer.on('firstFrame', () => this.#change({ hasFirstFrame: true }))
    viewer.on('graphicsChanged', ({ isLost }) => this.#change({ graphicsLost: isLost }))
    viewer.on('error', (error) => (isOutOfMemory(error) ? this.#fail(viewer, error) : undefined))
    viewer.on('residencyChanged', ({ isNearMissing, resident: shownCount, needed }) =>
      this.#updateMissing(isNearMissing ? { resident: shownCount, needed } : null),
    )
  }

  /** Updates the state only when it changes; called for each chunk that is loaded or evicted. */
  #updateMissing(missing: ModelViewState['missing']): void {
    const before = this.state.get().missing
    if (before?.resident !== missing?.resident || before?.needed !== missing?.needed) this.#change({ missing })
  }

  #change(part: Partial<ModelViewState>): void {
    this.state.set((current) => ({ ...current, ...part }))
  }
}

const getFirstSheetPath = (manifest: Partial<Manifest> | null): string | undefined => manifest?.sheets?.[0]?.path

const isOutOfMemory = (error: unknown): boolean => getCode(error) === 'out-of-memory'

const getCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Returns the server response that caused the engine's error, if there is one. */
function findCause(error: unknown): unknown {
  const cause = (error as { cause?: unknown } | null)?.cause
  return cause instanceof ApiError ? cause : error
}

/** Classifies an error: one of the manifest is a document error; all later ones are geometry errors. */
function detectErrorKind(error: unknown): ModelViewError['kind'] {
  const detail = (error as { detail?: unknown } | null)?.detail
  if (getCode(error) === 'fetch-failed' && detail === 'manifest.json') return 'document'
  return isOutOfMemory(error) ? 'memory' : 'geometry'
}
