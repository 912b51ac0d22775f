/** Calls `step` before the browser's next frame after a request, and never otherwise. */
export class FrameLoop {
  readonly #step: (now: number) => void
  #handle = 0
  #stopped = false

  constructor(step: (now: number) => void) {
    this.#step = step
  }

  /** Requests one step. */
  readonly request = (): void => {
    if (this.#handle !== 0 || this.#stopped) return
    this.#handle = requestAnimationFrame(() => {
      this.#handle = 0
      this.#step(performance.now())
    })
  }

  stop(): void {
    this.#stopped = true
    cancelAnimationFrame(this.#handle)
  }
}

/** Main-thread time for uploads per frame before yielding to the browser, and the duration of a frame, milliseconds. */
const pageBudget = 8
const frameMilliseconds = 16

/** Spreads work over frames: `yieldIfOverBudget` resolves at once within the budget, else after the next frame. */
export class PageBudget {
  #windowStart = -Infinity
  #spent = 0

  async yieldIfOverBudget(): Promise<void> {
    const now = performance.now()
    if (now - this.#windowStart >= frameMilliseconds) this.#reset(now)
    if (this.#spent < pageBudget) return
    await waitForNextFrame()
    this.#reset(performance.now())
  }

  /** Runs the work and counts its time. */
  run(work: () => void): void {
    const start = performance.now()
    work()
    this.#spent += performance.now() - start
  }

  #reset(now: number): void {
    this.#windowStart = now
    this.#spent = 0
  }
}

/** Hidden tabs get no animation frames; a timer takes over. */
function waitForNextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve, 0)
    })
  })
}
