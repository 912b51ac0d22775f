import { setImmediate as nextTurn } from 'node:timers/promises'

/** Interval at which long work yields to the event loop, so that cancellation and progress are processed. */
const turnMilliseconds = 20

/** Yields to the event loop in the middle of long work. */
export class EventLoopTurn {
  readonly #throwIfCancelled: () => void
  #last = performance.now()

  constructor(throwIfCancelled: () => void) {
    this.#throwIfCancelled = throwIfCancelled
  }

  /** Whether the work has run for long enough to yield. */
  get isDue(): boolean {
    return performance.now() - this.#last > turnMilliseconds
  }

  /** Runs work that may be interrupted between its steps; returns its result. */
  async run<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      if (this.isDue) await this.take()
    }
  }

  /** Yields; throws when the work was cancelled meanwhile. */
  async take(): Promise<void> {
    await nextTurn()
    this.#last = performance.now()
    this.#throwIfCancelled()
  }
}
