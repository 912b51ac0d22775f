import type { Draft, ViewpointForm } from '@kamar/contracts'
import type { Viewer } from '@kamar/viewer'
import { createObservable, type Observable } from '../../../platform/observable.js'
import { type ViewCanvas, whenViewIsShown } from '../../kit/viewpoints/shown-views.js'
import { toVersion } from '../../kit/viewpoints/use-views.js'
import { CanvasDraft } from './canvas-draft.js'
import type { DraftCanvas } from './draft-canvas.js'
import { type DraftViews, hasShapes, replaceViews } from './draft-content.js'
import type { DraftStore } from './draft-store.js'

/** What the page says about a draft. */
export interface DraftState {
  /** `restored`: it is on the canvas. `aside`: a stored view is there instead. */
  readonly kind: 'none' | 'restored' | 'aside'
  readonly views: DraftViews
}

const noDraft: DraftState = { kind: 'none', views: [] }
const initialTime = new Date(0).toISOString()
/** Delay in which further changes join the same request. */
const sendMilliseconds = 2_000

interface DraftSyncOptions {
  /** Engine of the page, which announces stored views of models and of sheets. */
  readonly viewer: Viewer
  readonly store: DraftStore
  /** Version that is open, if it is not the current one. */
  readonly fileVersion: number | null
  /** Whether the address opens a stored view, which a draft must not cover. */
  readonly opensView: boolean
  /** Displays the canvas of a view; returns false if the open version does not have it. */
  readonly display: (view: ViewpointForm) => boolean
}

/**
 * Draft of a file: what the user drew and measured on its model and its sheets. It is stored with every change, and
 * what belongs to a canvas is restored when that is displayed.
 */
export class DraftSync {
  readonly state: Observable<DraftState> = createObservable(noDraft)
  readonly #options: DraftSyncOptions
  readonly #stops: (() => void)[] = []
  readonly #displayed = new Set<CanvasDraft>()
  readonly #attachedBefore = new Set<ViewCanvas>()
  /** Canvases on which a stored view is being opened. */
  readonly #opening = new Set<ViewCanvas>()
  #opensView: boolean
  #draft: Draft = { views: [], changedAt: initialTime }
  #timer: ReturnType<typeof setTimeout> | undefined
  #shownTargets = 0
  /** View to lead to as soon as its canvas is displayed. */
  #pendingView: ViewpointForm | null = null

  constructor(options: DraftSyncOptions) {
    this.#options = options
    this.#opensView = options.opensView
  }

  /** Restores the draft of this device at once, then a later one of the server. */
  async start(): Promise<void> {
    const { store } = this.#options
    this.#follow()
    const local = store.readLocal()
    if (local) await this.#receive(local)
    const remote = await store.fetch()
    if (this.#stops.length === 0) return
    const remoteTime = remote?.changedAt ?? initialTime
    if (remote && remoteTime > this.#draft.changedAt) await this.#receive(remote)
    else if (remoteTime < this.#draft.changedAt) this.#send()
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop()
    for (const one of this.#displayed) one.dispose()
    this.#displayed.clear()
    if (this.#timer !== undefined) this.#send()
  }

  /** Restores what the draft has for a canvas and follows its changes, until the returned function is called. */
  attach(canvas: DraftCanvas): () => void {
    const stored = {
      read: () => this.#draft.views.filter(canvas.owns),
      write: (views: DraftViews) => this.#store(replaceViews(this.#draft.views, canvas.owns, this.#withVersion(views))),
    }
    const isOpening = this.#opening.has(canvas.canvas)
    const added = new CanvasDraft(canvas, stored, isOpening || this.#opensView)
    if (isOpening) added.pause()
    const wasDisplayed = this.#attachedBefore.has(canvas.canvas)
    this.#attachedBefore.add(canvas.canvas)
    this.#displayed.add(added)
    void added.begin(wasDisplayed).then(() => this.#handleDisplayed(added))
    return () => {
      added.dispose()
      this.#displayed.delete(added)
      if (this.state.get().kind === 'aside') this.#report(false)
    }
  }

  /** Stores what is on the canvases, after a change that they do not announce. */
  update(): void {
    for (const one of this.#displayed) one.update()
  }

  /** Shows what was set aside, with what is on the canvas. */
  async restore(): Promise<void> {
    for (const one of this.#displayed) if (one.aside.length > 0) await one.restore()
    this.#report(true)
  }

  /** Displays the canvas of the next drawing, or of measurements on a sheet, and moves the camera there. */
  async showDrawing(): Promise<void> {
    const targets = getTargets(this.#draft.views)
    const view = targets[this.#shownTargets++ % Math.max(1, targets.length)]
    if (!view || !this.#options.display(view)) return
    this.#pendingView = view
    for (const one of this.#displayed) await this.#showPending(one)
  }

  /** Discards the draft on every device; an opened view stays on the canvas. */
  async discard(): Promise<void> {
    const { kind } = this.state.get()
    this.state.set(noDraft)
    for (const one of this.#displayed) if (kind === 'restored' || one.aside.length > 0) await one.discard()
    if (kind === 'restored') this.#store([])
    this.#send()
  }

  /** Hides the line; the draft stays. */
  close(): void {
    this.state.set(noDraft)
  }

  async #receive(draft: Draft): Promise<void> {
    this.#draft = draft
    this.#options.store.writeLocal(draft)
    const displayed = [...this.#displayed]
    const changes = await Promise.all(displayed.map((one) => one.receive()))
    const hasOthers = draft.views.some((view) => !displayed.some(({ canvas }) => canvas.owns(view)))
    if (hasOthers || changes.includes(true)) this.#report(true)
  }

  /** Says what is set aside, or else what was restored. */
  #report(isRestored: boolean): void {
    const aside = [...this.#displayed].flatMap((one) => one.aside)
    const { views } = this.#draft
    if (aside.length > 0) this.state.set({ kind: 'aside', views: aside })
    else this.state.set(isRestored && views.length > 0 ? { kind: 'restored', views } : noDraft)
  }

  async #handleDisplayed(added: CanvasDraft): Promise<void> {
    if (added.aside.length > 0) this.#report(false)
    await this.#showPending(added)
  }

  async #showPending(displayed: CanvasDraft): Promise<void> {
    const view = this.#pendingView
    if (view === null || !displayed.canvas.owns(view)) return
    this.#pendingView = null
    const drawings = this.#draft.views.filter(displayed.canvas.owns).filter(hasShapes)
    await displayed.showDrawing(Math.max(0, drawings.indexOf(view)))
  }

  #follow(): void {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden' && this.#timer !== undefined) this.#send()
    }
    addEventListener('visibilitychange', onHidden)
    this.#stops.push(
      () => removeEventListener('visibilitychange', onHidden),
      whenViewIsShown(this.#options.viewer, {
        begin: (canvas) => {
          this.#opening.add(canvas)
          this.#find(canvas)?.pause()
        },
        end: (reason, canvas) => this.#acceptView(reason, canvas),
      }),
    )
  }

  #acceptView(reason: 'opened' | 'saved', canvas: ViewCanvas): void {
    if (reason === 'opened') this.#opensView = false
    this.#opening.delete(canvas)
    const displayed = this.#find(canvas)
    displayed?.accept(reason)
    if (reason === 'saved' || (displayed && displayed.aside.length > 0)) this.#report(false)
  }

  #find(canvas: ViewCanvas): CanvasDraft | undefined {
    return [...this.#displayed].find((one) => one.canvas.canvas === canvas)
  }

  #withVersion(views: DraftViews): DraftViews {
    const version = toVersion(this.#options)
    return views.map((view) => ({ ...view, ...version }))
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

/** Returns the views that the page can lead to. */
export const getTargets = (views: DraftViews): DraftViews =>
  views.filter((view) => hasShapes(view) || view.sheet !== undefined)
