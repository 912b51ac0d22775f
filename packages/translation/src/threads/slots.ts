/** Limits what runs at once: each holder of a slot costs a processor and memory, and others wait their turn. */
export class Slots {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #usedCount = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Returns whether a slot is free and nobody waits for one. */
  get areFree(): boolean {
    return this.#usedCount < this.#size && this.#waiting.length === 0
  }

  /** Takes a slot without waiting, for a caller that found one free. */
  take(): void {
    this.#usedCount++
  }

  /** Resolves with a slot; rejects with the signal's reason when it aborts before. */
  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#usedCount < this.#size) return this.take()
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(signal?.reason instanceof Error ? signal.reason : new Error(String(signal?.reason)))
      }
      this.#waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Passes the slot to the longest waiting caller. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#usedCount--
  }
}
