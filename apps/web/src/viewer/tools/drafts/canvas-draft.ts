import type { DraftCanvas, ShownDrawing } from './draft-canvas.js'
import { type DraftViews, getOtherDrawings, hasShapes, joinDrafts, toContent } from './draft-content.js'

/** Views of a canvas in the draft of its file. */
interface StoredViews {
  readonly read: () => DraftViews
  readonly write: (views: DraftViews) => void
}

/** Content of an empty canvas. */
const emptyContent = toContent([])
/** Baseline of a canvas on which a stored view is expected. */
const unknown = ''

/** Draft of one canvas: stores what the user draws and measures on it, and restores it. */
export class CanvasDraft {
  readonly canvas: DraftCanvas
  readonly #stored: StoredViews
  readonly #stop: () => void
  /** Content of the canvas that is no draft: that of an opened or saved view. */
  #baseline = emptyContent
  #aside: DraftViews = []
  /** Drawing of the draft that is on the canvas; -1 for none. */
  #drawing = -1
  #pauses = 0
  #hasEnded = false

  /** `isCovered`: a stored view is about to be displayed, which the draft must not cover. */
  constructor(canvas: DraftCanvas, stored: StoredViews, isCovered: boolean) {
    this.canvas = canvas
    this.#stored = stored
    if (isCovered) this.#baseline = unknown
    this.#stop = canvas.follow({
      changed: () => this.update(),
      ended: () => {
        this.#hasEnded = true
      },
    })
  }

  dispose(): void {
    this.#hasEnded = true
    this.#stop()
  }

  /** What a stored view on the canvas covers. */
  get aside(): DraftViews {
    return this.#aside
  }

  /**
   * Restores the stored views when the canvas is displayed. Without any, what is there was drawn before the draft was
   * read, or belongs to a stored view if the canvas was displayed before.
   */
  async begin(wasDisplayed: boolean): Promise<boolean> {
    if (this.#stored.read().length > 0 || this.#baseline !== emptyContent) return this.receive()
    if (wasDisplayed) this.#baseline = toContent(this.canvas.capture() ?? [])
    else this.update()
    return false
  }

  /** Restores the stored views, unless a stored view is on the canvas; returns whether that changes anything. */
  async receive(): Promise<boolean> {
    const views = this.#stored.read()
    // A canvas that was restored before, as when the model is joined with another one.
    if (toContent(this.canvas.capture() ?? []) === toContent(views)) {
      this.#drawing = views.some(hasShapes) ? 0 : -1
      return false
    }
    if (this.#baseline !== emptyContent) {
      this.#aside = views
      return views.length > 0
    }
    await this.#show(views, { drawing: 0, movesCamera: false })
    return true
  }

  /** Shows a draft that was set aside, with what is on the canvas. */
  async restore(): Promise<void> {
    this.#baseline = emptyContent
    this.#aside = []
    await this.#show(this.#stored.read(), { drawing: 0, movesCamera: false })
  }

  /** Moves the camera to a drawing, from 0, or to the measurements if there is none. */
  async showDrawing(drawing: number): Promise<void> {
    await this.#show(this.#stored.read(), { drawing, movesCamera: true })
  }

  /** Removes what was restored from the canvas, or what is set aside; what was drawn over a stored view stays. */
  async discard(): Promise<void> {
    if (this.#baseline === emptyContent) {
      await this.#show([], { drawing: 0, movesCamera: false })
      return this.#stored.write([])
    }
    this.#aside = []
    this.#stored.write(this.#getOwn(this.canvas.capture() ?? []))
  }

  /** Stops following while a stored view is opened, until `accept` is called. */
  pause(): void {
    this.#pauses += 1
  }

  /** Sets the draft aside when a stored view is opened; a saved one contains what is on the canvas. */
  accept(reason: 'opened' | 'saved'): void {
    const others = getOtherDrawings(this.#stored.read(), this.#drawing)
    this.#baseline = toContent(this.canvas.capture() ?? [])
    this.#drawing = -1
    if (reason === 'opened') {
      this.#pauses = Math.max(0, this.#pauses - 1)
      this.#aside = this.#stored.read()
      return
    }
    if (this.#aside.length === 0) this.#aside = others
    this.#stored.write(this.#aside)
  }

  /** Stores what is on the canvas. */
  update(): void {
    if (this.#pauses > 0 || this.#hasEnded) return
    const captured = this.canvas.capture()
    if (captured === undefined) return
    const views = this.#getOwn(captured)
    const stored = this.#stored.read()
    const isCovered = this.#baseline !== emptyContent
    const next = joinDrafts(views, isCovered ? this.#aside : getOtherDrawings(stored, this.#drawing))
    if (toContent(next) === toContent(stored)) return
    this.#drawing = views.some(hasShapes) ? 0 : -1
    this.#stored.write(next)
  }

  /** Returns what is on the canvas unless a stored view contains it all. */
  #getOwn(views: DraftViews): DraftViews {
    return toContent(views) === this.#baseline ? [] : views
  }

  async #show(views: DraftViews, choice: ShownDrawing): Promise<void> {
    this.#pauses += 1
    try {
      await this.canvas.restore(views, choice)
    } finally {
      this.#pauses = Math.max(0, this.#pauses - 1)
    }
    this.#drawing = views.some(hasShapes) ? choice.drawing : -1
  }
}
