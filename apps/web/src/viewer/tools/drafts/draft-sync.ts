import type { Draft } from '@kamar/contracts'
import type { MarkupExtension, MeasureExtension, Viewer } from '@kamar/viewer'
import { createObservable, type Observable } from '../../../platform/observable.js'
import { whenViewIsShown } from '../../kit/viewpoints/shown-views.js'
import { captureDraft, type DraftViews, joinDrafts, restoreDraft } from './draft-content.js'
import type { DraftStore } from './draft-store.js'

/** What the page says about a draft. */
export interface DraftState {
  /** `restored`: it is on the screen. `aside`: a stored view is there instead. */
  readonly kind: 'none' | 'restored' | 'aside'
  readonly views: DraftViews
}

const noDraft: DraftState = { kind: 'none', views: [] }
const initialTime = new Date(0).toISOString()
/** Delay in which further changes join the same request. */
const sendMilliseconds = 2_000

interface DraftSyncOptions {
  readonly viewer: Viewer
  readonly store: DraftStore
  /** Id of the file, or the address of an example. */
  readonly key: string | null
  /** Version that is open, if it is not the current one. */
  readonly fileVersion: number | null
  /** Whether the address opens a stored view, which a draft must not cover. */
  readonly opensView: boolean
}

/** Stores what the user draws and measures with every change, and restores it. */
export class DraftSync {
  readonly state: Observable<DraftState> = createObservable(noDraft)
  readonly #options: DraftSyncOptions
  readonly #stops: (() => void)[] = []
  readonly #followed = new Set<string>()
  /** What is on the screen without being a draft: an opened or saved view. */
  #baseline = '[]'
  #draft: Draft = { views: [], changedAt: initialTime }
  #isPaused = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #drawing = 0

  constructor(options: DraftSyncOptions) {
    this.#options = options
  }

  /** Restores the draft of this device at once, then a later one of the server, and follows changes from now on. */
  async start(): Promise<void> {
    const { opensView, store, viewer } = this.#options
    this.#follow()
    const local = store.readLocal()
    if (opensView) this.#baseline = ''
    if (local) await this.#receive(local)
    this.#isPaused = false
    const remote = await store.fetch()
    if (this.#stops.length === 0 || viewer.model === null) return
    const remoteTime = remote?.changedAt ?? initialTime
    if (remote && remoteTime > this.#draft.changedAt) await this.#receive(remote)
    else if (remoteTime < this.#draft.changedAt) this.#scheduleSend()
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop()
    if (this.#timer !== undefined) this.#send()
  }

  /** Shows a draft that was set aside, with what is on the screen. */
  async restore(): Promise<void> {
    const views = this.#draft.views
    await this.#show(views)
    this.state.set({ kind: 'restored', views })
  }

  /** Moves the camera to the next drawing. */
  async showDrawing(): Promise<void> {
    const { key, viewer } = this.#options
    await this.#quietly(() =>
      restoreDraft(viewer, this.#draft.views, { key, drawing: this.#drawing++, movesCamera: true }),
    )
  }

  /** Discards the draft on every device; an opened view stays on the screen. */
  async discard(): Promise<void> {
    const { key, viewer } = this.#options
    if (this.state.get().kind === 'restored') {
      await this.#quietly(() => restoreDraft(viewer, [], { key, drawing: 0, movesCamera: false }))
    }
    this.state.set(noDraft)
    this.#store([])
  }

  /** Hides the line; the draft stays. */
  close(): void {
    this.state.set(noDraft)
  }

  /** Accepts a stored draft: restores it unless a stored view is on the screen. */
  async #receive(draft: Draft): Promise<void> {
    this.#draft = draft
    this.#options.store.writeLocal(draft)
    const { views } = draft
    // The model was only joined with another one.
    if (JSON.stringify(this.#capture()) === JSON.stringify(views)) return
    const isCovered = this.#baseline !== '[]'
    if (!isCovered) await this.#show(views)
    this.state.set(views.length === 0 ? noDraft : { kind: isCovered ? 'aside' : 'restored', views })
  }

  async #show(views: DraftViews): Promise<void> {
    const { key, viewer } = this.#options
    this.#baseline = '[]'
    await this.#quietly(() => restoreDraft(viewer, views, { key, drawing: 0, movesCamera: false }))
  }

  /** Runs a change that is not the user's. */
  async #quietly(change: () => Promise<void>): Promise<void> {
    const wasPaused = this.#isPaused
    this.#isPaused = true
    try {
      await change()
    } finally {
      this.#isPaused = wasPaused
    }
  }

  #follow(): void {
    const { viewer } = this.#options
    const flush = (): void => {
      if (this.#timer !== undefined) this.#send()
    }
    const onHidden = (): void => (document.visibilityState === 'hidden' ? flush() : undefined)
    addEventListener('visibilitychange', onHidden)
    for (const id of ['kamar.markup', 'kamar.measure']) this.#followExtension(id)
    this.#stops.push(
      viewer.on('extensionLoaded', ({ id }) => this.#followExtension(id)),
      viewer.on('modelUnloaded', () => {
        this.#isPaused = true
      }),
      () => removeEventListener('visibilitychange', onHidden),
      whenViewIsShown(viewer, {
        begin: () => {
          this.#isPaused = true
        },
        end: (reason) => this.#acceptView(reason),
      }),
    )
  }

  #followExtension(id: string): void {
    if (id !== 'kamar.markup' && id !== 'kamar.measure') return
    const extension = this.#options.viewer.getExtension(id) as MarkupExtension | MeasureExtension | null
    if (!extension || this.#followed.has(id)) return
    this.#followed.add(id)
    this.#stops.push((extension as MarkupExtension).on('changed', () => this.#handleChange()))
  }

  /** Sets the draft aside when a stored view is opened; a saved view contains it. */
  #acceptView(reason: 'opened' | 'saved'): void {
    this.#baseline = JSON.stringify(this.#capture() ?? [])
    this.#isPaused = false
    if (reason === 'saved') {
      this.state.set(noDraft)
      return this.#store([])
    }
    const { views } = this.#draft
    if (views.length > 0) this.state.set({ kind: 'aside', views })
  }

  #handleChange(): void {
    if (this.#isPaused) return
    const views = this.#capture()
    if (views === undefined) return
    const content = JSON.stringify(views)
    if (content === this.#baseline) return
    const { kind, views: aside } = this.state.get()
    const next = kind === 'aside' ? joinDrafts(views, aside) : this.#withOtherDrawings(views)
    if (JSON.stringify(next) !== JSON.stringify(this.#draft.views)) this.#store(next)
  }

  /** Keeps the drawings of the draft that are not on the screen. */
  #withOtherDrawings(views: DraftViews): DraftViews {
    return this.#draft.views.length > 1 ? joinDrafts(views, this.#draft.views.slice(1)) : views
  }

  #capture(): DraftViews | undefined {
    const { fileVersion, key, viewer } = this.#options
    const version = fileVersion === null ? {} : { fileVersion }
    return captureDraft(viewer, key)?.map((view) => ({ ...view, ...version }))
  }

  #store(views: DraftViews): void {
    this.#draft = { views, changedAt: new Date().toISOString() }
    this.#options.store.writeLocal(this.#draft)
    this.#scheduleSend()
  }

  #scheduleSend(): void {
    this.#timer ??= setTimeout(() => this.#send(), sendMilliseconds)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    void this.#options.store.send(this.#draft)
  }
}
