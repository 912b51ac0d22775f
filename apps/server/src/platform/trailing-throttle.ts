/** Coalesces calls: runs once, a fixed delay after the first. */
export class TrailingThrottle {
  readonly #milliseconds: number
  readonly #run: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(milliseconds: number, run: () => void) {
    this.#milliseconds = milliseconds
    this.#run = run
  }

  /** Schedules a run. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#run()
    }, this.#milliseconds).unref()
  }

  /** Cancels the pending run. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }
}
