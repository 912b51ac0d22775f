import type { FrameStatistics, ViewerEvents } from './api.js'
import type { EventEmitter } from './event-emitter.js'

/** Tells of drawn pictures, and of the first one that shows something of the model. */
export class FrameObserver {
  readonly #events: EventEmitter<ViewerEvents>
  #loadStart = 0
  #hasFirstFrame = false
  #onDrawn: (() => void) | null = null

  constructor(events: EventEmitter<ViewerEvents>) {
    this.#events = events
  }

  /** Whether a picture showed something of the model that is loaded. */
  get hasFirstFrame(): boolean {
    return this.#hasFirstFrame
  }
  /** Milliseconds since the model was asked for. */
  get elapsed(): number {
    return performance.now() - this.#loadStart
  }

  /** Another model is loaded from now on. */
  begin(): void {
    this.#hasFirstFrame = false
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
  frameDrawn(statistics: FrameStatistics | null): void {
    if (statistics !== null) {
      this.#events.emit('frame', statistics)
      if (!this.#hasFirstFrame && statistics.instances > 0) {
        this.#hasFirstFrame = true
        this.#events.emit('firstFrame', { milliseconds: this.elapsed })
      }
    }
    const done = this.#onDrawn
    this.#onDrawn = null
    done?.()
  }
}
