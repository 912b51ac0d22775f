/** Calls `step` before the next picture of the browser when somebody asked for it, and never otherwise. */
export class FrameLoop {
  readonly #step: (now: number) => void
  #handle = 0
  #stopped = false

  constructor(step: (now: number) => void) {
    this.#step = step
  }

  /** Asks for one step. */
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

/** Page time that may go into uploads before the browser gets its turn, and the time that a picture has, milliseconds. */
const pageBudget = 8
const frameMilliseconds = 16

/** Spreads work over pictures: `turn` resolves at once while there is budget, then after the next picture. */
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

  /** Does the work and counts its time. */
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

/** A hidden tab makes no pictures: there a timer gives the turn. */
function waitForNextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve, 0)
    })
  })
}
