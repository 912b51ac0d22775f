import type { FrameStatistics, ViewerEvents } from './api.js'
import type { EventEmitter } from './event-emitter.js'

/** Tells of drawn pictures, and of the first one that shows something of the model. */
export class PictureWatch {
  readonly #events: EventEmitter<ViewerEvents>
  #loadStart = 0
  #seen = false
  #onDrawn: (() => void) | null = null

  constructor(events: EventEmitter<ViewerEvents>) {
    this.#events = events
  }

  /** Whether a picture showed something of the model that is loaded. */
  get seen(): boolean {
    return this.#seen
  }
  /** Milliseconds since the model was asked for. */
  get elapsed(): number {
    return performance.now() - this.#loadStart
  }

  /** Another model is loaded from now on. */
  begin(): void {
    this.#seen = false
    this.#loadStart = performance.now()
  }

  /** Resolves after a picture in which nothing was left to draw. */
  untilDrawn(requestFrame: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrawn = resolve
      requestFrame()
    })
  }

  /** The browser took a picture; null when nothing had to be drawn. */
  drawn(statistics: FrameStatistics | null): void {
    if (statistics !== null) {
      this.#events.emit('frame', statistics)
      if (!this.#seen && statistics.instances > 0) {
        this.#seen = true
        this.#events.emit('firstPicture', { milliseconds: this.elapsed })
      }
    }
    const done = this.#onDrawn
    this.#onDrawn = null
    done?.()
  }
}
