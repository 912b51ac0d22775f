/** Time on the main thread between two frames, milliseconds. */
const sliceMilliseconds = 24

/** Divides long work into slices, between which the page responds. */
export class TimeSlices {
  readonly #signal: AbortSignal | undefined
  #start = performance.now()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /** Returns whether the slice is over; await `next` then. */
  get isOver(): boolean {
    return performance.now() - this.#start > sliceMilliseconds
  }

  /** Yields to the page; rejects when the work was cancelled. */
  async next(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0))
    this.#signal?.throwIfAborted()
    this.#start = performance.now()
  }
}
