/** Query in progress: calls before it begins join it, later ones wait for the next. */
interface Round<Result> {
  hasBegun: boolean
  readonly result: Promise<Result>
}

/** Policy for caching results while nothing changes. */
export interface CachePolicy<Result> {
  /** `OpenDatabase.changes`: null where other processes write as well, so that nothing can be cached. */
  readonly changes: (() => number) | null
  /** Returns whether a result is small enough. */
  readonly isCacheable: (result: Result) => boolean
}

const maxCachedResults = 100

/**
 * Coalesces concurrent equal queries into one load. A result is never older than its query: a call after a load has
 * begun gets the next one, which includes earlier changes by the caller. After an upload every open page of an account
 * reloads its list; ten thousand files are then read twice and not sixty times. With a counter of changes the last
 * results are cached until the next write.
 */
export class SingleFlight<Result> {
  readonly #last = new Map<string, Round<Result>>()
  readonly #cache = new Map<string, { readonly at: number; readonly result: Result }>()
  readonly #policy: CachePolicy<Result> | null

  constructor(policy: CachePolicy<Result> | null = null) {
    this.#policy = policy
  }

  /** Runs the `load` of the first caller; all callers of a round share its result or error. */
  run(key: string, load: () => Promise<Result>): Promise<Result> {
    const entry = this.#cache.get(key)
    if (entry !== undefined && entry.at === this.#policy?.changes?.()) return Promise.resolve(entry.result)
    this.#cache.delete(key)
    const last = this.#last.get(key)
    if (last !== undefined && !last.hasBegun) return last.result
    const start = last === undefined ? nextTurn() : last.result.then(nextTurn, nextTurn)
    const round: Round<Result> = {
      hasBegun: false,
      result: start.then(() => {
        round.hasBegun = true
        return this.#loadAndCache(key, load)
      }),
    }
    this.#last.set(key, round)
    const clear = (): void => {
      if (this.#last.get(key) === round) this.#last.delete(key)
    }
    round.result.then(clear, clear)
    return round.result
  }

  async #loadAndCache(key: string, load: () => Promise<Result>): Promise<Result> {
    const before = this.#policy?.changes?.()
    const result = await load()
    if (before === undefined || before !== this.#policy?.changes?.()) return result
    if (this.#policy.isCacheable(result)) this.#store(key, { at: before, result })
    return result
  }

  #store(key: string, entry: { readonly at: number; readonly result: Result }): void {
    this.#cache.delete(key)
    const oldest = this.#cache.size >= maxCachedResults ? this.#cache.keys().next().value : undefined
    if (oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(key, entry)
  }
}

/** Resolves after pending input has been read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
