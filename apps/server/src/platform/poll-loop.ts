/** Options of a poll loop. */
export interface PollLoopOptions {
  readonly everyMilliseconds: number
  /** Runs one round: everything that is due. */
  readonly run: () => Promise<void>
  /** Handles a failed round; the next one runs all the same. */
  readonly failed: (error: unknown) => void
}

/**
 * Runs rounds every few seconds, because other servers may have queued work too, and when woken; they never overlap.
 */
export class PollLoop {
  readonly #parts: PollLoopOptions
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null

  constructor(parts: PollLoopOptions) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => void this.next(), this.#parts.everyMilliseconds)
    this.#timer.unref()
    void this.next()
  }

  /** Resolves after the round that follows the current one; never rejects. */
  next(): Promise<void> {
    this.#last = this.#last.then(this.#parts.run).catch(this.#parts.failed)
    return this.#last
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#last
  }
}
