/** The places of boxed readers: a translation that waits for somebody else leaves its own to others. */
export class ReaderSeats {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  /** `size`: readers at once. */
  constructor(size: number) {
    this.#size = size
  }

  /** Whether a reader may start at once: nobody waits for a place, and one is free. */
  get areFree(): boolean {
    return this.#taken < this.#size && this.#waiting.length === 0
  }

  /** Takes a place now. */
  sit(onLeave: () => void): ReaderSeat {
    this.#taken++
    return new ReaderSeat(this, onLeave)
  }

  /** @internal */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken--
  }

  /** @internal Rejects with the signal's reason when it is aborted first. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#taken < this.#size) {
      this.#taken++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(turn)
    })
  }
}

/** The place of one translation. */
export class ReaderSeat {
  readonly #seats: ReaderSeats
  readonly #onLeave: () => void
  #isTaken = true

  /** Whether the translation holds its place. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  constructor(seats: ReaderSeats, onLeave: () => void) {
    this.#seats = seats
    this.#onLeave = onLeave
  }

  /** Gives the place to others; safe to call twice. */
  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#seats.release()
    this.#onLeave()
  }

  /** Waits for a place where it was left. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#isTaken) return
    await this.#seats.take(signal)
    this.#isTaken = true
  }
}
