import { deferRejection } from './defer-rejection.js'

/** Files that are compressed at a time: as many as libuv has threads. */
const maxPending = 4

/** Writes in progress, few at a time, because each holds its file's bytes. */
export class PendingWrites<Result> {
  readonly #results: Promise<Result>[] = []
  readonly #pending = new Set<Promise<unknown>>()

  /** Adds a write that was started, and waits until there is room for another one. */
  async add(work: Promise<Result>): Promise<void> {
    this.#results.push(deferRejection(work))
    const done = work.finally(() => this.#pending.delete(done))
    this.#pending.add(deferRejection(done))
    if (this.#pending.size >= maxPending) await Promise.race(this.#pending)
  }

  /** Waits for all writes; returns their results in the order in which they were added. */
  async settle(): Promise<Result[]> {
    return Promise.all(this.#results)
  }
}
