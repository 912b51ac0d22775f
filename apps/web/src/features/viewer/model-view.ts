import { ApiError } from '@kamar/contracts'
import { readManifest, type Manifest } from '@kamar/view-package/read'
import type { ModelProgress, PackageLoader, ResidencyStatus, Viewer } from '@kamar/viewer'
import { createObservable, type Observable } from '../../shared/observable.js'
import type { FoundViewerToken } from './viewer-token.js'

/** Texts under `viewer.` that say what the page is doing (specification section 4). */
export type ViewerStatus =
  | 'initializing'
  | 'gettingToken'
  | 'tokenFromStorage'
  | 'tokenObtained'
  | 'viewerReady'
  | 'loadingModel'
  | 'modelLoaded'

/** What went wrong; `kind` is a text under `viewer.error`. */
export interface ModelViewError {
  readonly kind: 'webgl' | 'memory' | 'geometry' | 'nothing' | 'document' | 'token' | 'noDocument' | 'authentication'
  readonly error?: unknown
}

export interface ModelViewState {
  /** The engine once it runs. */
  readonly viewer: Viewer | null
  readonly status: ViewerStatus
  readonly error: ModelViewError | null
  readonly urn: string | null
  /** How much of the model is loaded; null while nothing is. */
  readonly progress: ModelProgress | null
  /** Something of the model is on the screen. */
  readonly hasFirstFrame: boolean
  /** The graphics card was taken away and may come back. */
  readonly graphicsLost: boolean
  /** False in a browser without WebGL: everything but the picture is there. */
  readonly canRender: boolean
  /** Something that is near has no room in this device's memory: how many parts of the model are shown, and should be. */
  readonly missing: Pick<ResidencyStatus, 'resident' | 'needed'> | null
  /** Of a package that is still being made: its sheets can be shown already. */
  readonly growing: Manifest | null
  /** The finished package is drawn. */
  readonly manifest: Manifest | null
  /** Of everything that is drawn: another one when several models are shown together. */
  readonly renderedManifest: Manifest | null
}

/** What a model view needs of the world around it. */
export interface ModelViewDependencies {
  /** Loads the engine, which no other page downloads, and starts it. */
  readonly startViewer: (container: HTMLElement) => Promise<Viewer>
  readonly getToken: () => Promise<FoundViewerToken>
  readonly sourceOf: (urn: string) => PackageLoader
}

const nothingLoaded = {
  progress: null,
  hasFirstFrame: false,
  growing: null,
  manifest: null,
  renderedManifest: null,
  error: null,
  missing: null,
} as const

const initialState: ModelViewState = {
  ...nothingLoaded,
  viewer: null,
  status: 'initializing',
  urn: null,
  graphicsLost: false,
  canRender: true,
}

/** Before there is a model view. */
export const idleState: Observable<ModelViewState> = createObservable(initialState)

/** Starts the engine, gets the token and loads one model after the other; says at every step where it is. */
export class ModelView {
  readonly state: Observable<ModelViewState> = createObservable(initialState)
  readonly #parts: ModelViewDependencies
  #disposed = false
  #hasToken = false
  #version = 0
  #container: HTMLElement | null = null

  constructor(parts: ModelViewDependencies) {
    this.#parts = parts
  }

  /** Puts the engine into `container` and gets a token; then loads what `open` asked for meanwhile. */
  async start(container: HTMLElement): Promise<void> {
    this.#container = container
    try {
      const viewer = await this.#parts.startViewer(container)
      if (this.#disposed) return viewer.dispose()
      this.#follow(viewer)
      this.#change({ viewer, canRender: viewer.canRender })
    } catch (error) {
      return this.#change({ error: { kind: 'webgl', error } })
    }
    await this.#getToken()
    if (this.#hasToken && this.state.get().urn !== null) await this.#load()
  }

  /**
   * Shows the model of a URN, or none; before `start` has finished it is remembered. The same URN is loaded again when
   * its version is another one.
   */
  async open(urn: string | null, version = 0): Promise<void> {
    const { viewer, urn: openUrn } = this.state.get()
    if (urn !== null && urn !== '' && urn === openUrn && version === this.#version) return
    this.#version = version
    this.#change({ ...nothingLoaded, urn })
    if (urn === '') return this.#change({ urn: null, error: { kind: 'noDocument' } })
    if (!viewer || !this.#hasToken) return
    if (urn !== null) return this.#load()
    viewer.unload()
    this.#change({ status: 'viewerReady' })
  }

  /** Tries what failed once more. */
  async retry(): Promise<void> {
    this.#change({ error: null })
    if (!this.state.get().viewer && this.#container) return this.start(this.#container)
    if (!this.#hasToken) await this.#getToken()
    if (this.#hasToken && this.state.get().urn !== null) await this.#load()
  }

  dispose(): void {
    this.#disposed = true
    this.state.get().viewer?.dispose()
    this.#change({ viewer: null })
  }

  async #getToken(): Promise<void> {
    this.#change({ status: 'gettingToken' })
    try {
      const { from } = await this.#parts.getToken()
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
    this.#change({ ...nothingLoaded, status: 'loadingModel' })
    try {
      const manifest = await viewer.load({ loader: this.#watched(this.#parts.sourceOf(urn), urn) })
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

  /** Sheets of a package that is still being made are told of when its manifest comes by. */
  #watched(loader: PackageLoader, urn: string): PackageLoader {
    return {
      ...loader,
      fetchManifest: async (signal) => {
        const json = await loader.fetchManifest(signal)
        const growing = json as Partial<Manifest> | null
        const hasSheets = growing?.state === 'inprogress' && (growing.sheets?.length ?? 0) > 0
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
    // What is known of a model needs no room on the card: tree, search and properties go on.
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

  /** It is told with every part that comes and goes; the page is made anew when it says something else. */
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

/** The answer of the server that the engine's error was made of, when there is one. */
function findCause(error: unknown): unknown {
  const cause = (error as { cause?: unknown } | null)?.cause
  return cause instanceof ApiError ? cause : error
}

/** A document is its manifest; everything after it is geometry. */
function detectErrorKind(error: unknown): ModelViewError['kind'] {
  const detail = (error as { detail?: unknown } | null)?.detail
  if (getCode(error) === 'fetch-failed' && detail === 'manifest.json') return 'document'
  return isOutOfMemory(error) ? 'memory' : 'geometry'
}
