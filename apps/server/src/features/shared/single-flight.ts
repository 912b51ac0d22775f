/** A question under way: who asks before it begins joins it, who asks later waits for the next. */
interface Round<Result> {
  hasBegun: boolean
  readonly result: Promise<Result>
}

/** How answers are kept while nothing changes. */
export interface CachePolicy<Result> {
  /** `OpenDatabase.changes`: null where others write as well, and nothing can be kept. */
  readonly changes: (() => number) | null
  /** Whether an answer is small enough. */
  readonly isCacheable: (result: Result) => boolean
}

const maxCachedResults = 100

/**
 * Answers many who ask the same at once with one look. An answer is never older than the question: whoever asks after a
 * look has begun gets the next one, so that what they changed before is in it. After an upload every open page of an
 * account asks for its list anew; ten thousand files are then looked at twice and not sixty times.
 * With a counter of changes the last answers are kept for as long as nothing was written.
 */
export class SingleFlight<Result> {
  readonly #last = new Map<string, Round<Result>>()
  readonly #cache = new Map<string, { readonly at: number; readonly result: Result }>()
  readonly #policy: CachePolicy<Result> | null

  constructor(policy: CachePolicy<Result> | null = null) {
    this.#policy = policy
  }

  /** `look` of the first who asks is what all of a round get, or fail with. */
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

/** After what has arrived at the same time was read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
