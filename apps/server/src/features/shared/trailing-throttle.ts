/** Runs once for all that happens within a time, which begins with the first of it. */
export class TrailingThrottle {
  readonly #milliseconds: number
  readonly #run: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(milliseconds: number, run: () => void) {
    this.#milliseconds = milliseconds
    this.#run = run
  }

  /** Something happened. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#run()
    }, this.#milliseconds).unref()
  }

  /** What was noted is not run for any more. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }
}
