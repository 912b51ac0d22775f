import type { FrameStatistics } from '../types.js'
import type { EventEmitter } from '../event-emitter.js'
import type { ViewerEvents } from '../api.js'

/** Reports drawn frames, and the first one that shows something of the model. */
export class FrameObserver {
  readonly #events: EventEmitter<ViewerEvents>
  #loadStart = 0
  #hasFirstFrame = false
  #onDrawn: (() => void) | null = null

  constructor(events: EventEmitter<ViewerEvents>) {
    this.#events = events
  }

  /** Returns whether a frame has shown something of the loaded model. */
  get hasFirstFrame(): boolean {
    return this.#hasFirstFrame
  }
  /** Returns the milliseconds since the model was requested. */
  get elapsed(): number {
    return performance.now() - this.#loadStart
  }

  /** Starts observing another model. */
  begin(): void {
    this.#hasFirstFrame = false
    this.#loadStart = performance.now()
  }

  /** Resolves after a frame that left nothing to draw. */
  untilDrawn(requestFrame: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrawn = resolve
      requestFrame()
    })
  }

  /** Called after a browser frame; null if nothing had to be drawn. */
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
