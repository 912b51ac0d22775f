import type { Slots } from '../threads/slots.js'

/** Slot of one translation; it gives the slot up while it waits for another provider. */
export class ReaderSlot {
  readonly #slots: Slots
  readonly #onLeave: () => void
  #isAcquired = true

  /** Returns whether the translation holds its slot. */
  get isAcquired(): boolean {
    return this.#isAcquired
  }

  /** Takes a slot at once. */
  constructor(slots: Slots, onLeave: () => void) {
    slots.take()
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
    await this.#slots.acquire(signal)
    this.#isAcquired = true
  }
}
