/** The places of boxed readers: a translation that waits for somebody else leaves its own to others. */
export class ReaderSlots {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #usedCount = 0

  /** `size`: readers at once. */
  constructor(size: number) {
    this.#size = size
  }

  /** Whether a reader may start at once: nobody waits for a place, and one is free. */
  get areFree(): boolean {
    return this.#usedCount < this.#size && this.#waiting.length === 0
  }

  /** Takes a place now. */
  acquire(onLeave: () => void): ReaderSlot {
    this.#usedCount++
    return new ReaderSlot(this, onLeave)
  }

  /** @internal */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#usedCount--
  }

  /** @internal Rejects with the signal's reason when it is aborted first. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#usedCount < this.#size) {
      this.#usedCount++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(grant), 1)
        reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(grant)
    })
  }
}

/** The place of one translation. */
export class ReaderSlot {
  readonly #slots: ReaderSlots
  readonly #onLeave: () => void
  #isTaken = true

  /** Whether the translation holds its place. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  constructor(slots: ReaderSlots, onLeave: () => void) {
    this.#slots = slots
    this.#onLeave = onLeave
  }

  /** Gives the place to others; safe to call twice. */
  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#slots.release()
    this.#onLeave()
  }

  /** Waits for a place where it was left. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#isTaken) return
    await this.#slots.take(signal)
    this.#isTaken = true
  }
}
