/** What a worker does over and over. */
export interface PollLoopOptions {
  readonly everyMilliseconds: number
  /** One round: everything that is due. */
  readonly run: () => Promise<void>
  /** A round that failed; the next one comes all the same. */
  readonly failed: (error: unknown) => void
}

/** Rounds of a worker: every few seconds, because other servers may have queued something too, and when woken; they never overlap. */
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

  /** The round after the one under way; never rejects. */
  next(): Promise<void> {
    this.#last = this.#last.then(this.#parts.run).catch(this.#parts.failed)
    return this.#last
  }

  /** Ends after the round under way. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#last
  }
}
