/** Slots of sandboxed readers: a translation that waits for another provider gives up its slot. */
export class ReaderSlots {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #usedCount = 0

  /** `size`: number of concurrent readers. */
  constructor(size: number) {
    this.#size = size
  }

  /** Returns whether a reader may start at once: the queue is empty and a slot is free. */
  get areFree(): boolean {
    return this.#usedCount < this.#size && this.#waiting.length === 0
  }

  /** Acquires a slot now. */
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

  /** @internal Waits for a slot; rejects with the signal's reason if aborted first. */
  async acquireWhenFree(signal: AbortSignal): Promise<void> {
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

/** The slot of one translation. */
export class ReaderSlot {
  readonly #slots: ReaderSlots
  readonly #onLeave: () => void
  #isAcquired = true

  /** Returns whether the translation holds its slot. */
  get isAcquired(): boolean {
    return this.#isAcquired
  }

  constructor(slots: ReaderSlots, onLeave: () => void) {
    this.#slots = slots
    this.#onLeave = onLeave
  }

  /** Releases the slot; safe to call twice. */
  leave(): void {
    if (!this.#isAcquired) return
    this.#isAcquired = false
    this.#slots.release()
    this.#onLeave()
  }

  /** Waits for a slot if it was released. */
  async acquireWhenFree(signal: AbortSignal): Promise<void> {
    if (this.#isAcquired) return
    await this.#slots.acquireWhenFree(signal)
    this.#isAcquired = true
  }
}
