/** Options of a poll loop. */
export interface PollLoopOptions {
  readonly everyMilliseconds: number
  /** Runs one round: everything that is due; never rejects. */
  readonly run: () => Promise<void>
}

/**
 * Runs rounds every few seconds, because other servers may have queued work too, and when woken; they never overlap.
 */
export class PollLoop {
  readonly #parts: PollLoopOptions
  #last: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(parts: PollLoopOptions) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => void this.next(), this.#parts.everyMilliseconds)
    this.#timer.unref()
    void this.next()
  }

  /** Resolves after the round that follows the current one. */
  next(): Promise<void> {
    this.#waiting ??= this.#last.then(() => {
      this.#waiting = null
      return this.#parts.run()
    })
    this.#last = this.#waiting
    return this.#last
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#last
  }
}
