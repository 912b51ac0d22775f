import { setImmediate as nextTurn } from 'node:timers/promises'

/** Interval at which long work yields to the event loop, so that cancellation and progress are processed. */
const intervalMilliseconds = 20

/** Interrupts long work for the event loop. */
export class CooperativeScheduler {
  readonly #throwIfCancelled: () => void
  #lastYield = performance.now()

  constructor(throwIfCancelled: () => void) {
    this.#throwIfCancelled = throwIfCancelled
  }

  /** Whether the work has run for long enough to yield. */
  get isDue(): boolean {
    return performance.now() - this.#lastYield > intervalMilliseconds
  }

  /** Runs work that may be interrupted between its steps; returns its result. */
  async run<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      if (this.isDue) await this.yield()
    }
  }

  /** Yields to the event loop; throws when the work was cancelled meanwhile. */
  async yield(): Promise<void> {
    await nextTurn()
    this.#lastYield = performance.now()
    this.#throwIfCancelled()
  }
}
