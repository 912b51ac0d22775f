import type { DerivativeStore } from '@kamar/storage'
import type { QueryOutcome, QueryRequest } from './query-messages.js'
import { type QueriedPackage, QueryThread } from './query-thread.js'

/** Maximum number of open models: a large one takes some hundred megabytes. */
const maxThreads = 2
const idleMilliseconds = 60_000

interface OpenModel {
  readonly thread: QueryThread
  pendingQueries: number
  lastUse: number
}

/** Answers queries about elements of translated models, in threads that keep the last queried models open. */
export class ModelQueries {
  readonly #derivatives: DerivativeStore
  readonly #open = new Map<string, OpenModel>()
  readonly #cleanupTimer: NodeJS.Timeout

  constructor(derivatives: DerivativeStore, idle = idleMilliseconds) {
    this.#derivatives = derivatives
    this.#cleanupTimer = setInterval(() => this.#closeIdle(idle), idle / 2)
    this.#cleanupTimer.unref()
  }

  /** Runs a query. Rejects with `export-failed` if the package is damaged; the next query reopens it. */
  async run(model: QueriedPackage, request: QueryRequest): Promise<QueryOutcome> {
    const entry = this.#open.get(model.translationId) ?? this.#start(model)
    entry.pendingQueries++
    try {
      return await entry.thread.run(request)
    } catch (error) {
      if (this.#open.get(model.translationId) === entry) this.#open.delete(model.translationId)
      throw error
    } finally {
      entry.pendingQueries--
      entry.lastUse = Date.now()
    }
  }

  /** Returns the number of open models. */
  get openModels(): number {
    return this.#open.size
  }

  /** Closes every model after its queries. */
  async close(): Promise<void> {
    clearInterval(this.#cleanupTimer)
    const threads = [...this.#open.values()].map(({ thread }) => thread)
    this.#open.clear()
    await Promise.all(threads.map((thread) => thread.close()))
  }

  #start(model: QueriedPackage): OpenModel {
    if (this.#open.size >= maxThreads) this.#closeOldest()
    const entry = { thread: new QueryThread(model, this.#derivatives), pendingQueries: 0, lastUse: Date.now() }
    this.#open.set(model.translationId, entry)
    return entry
  }

  #closeOldest(): void {
    const [oldest] = [...this.#open].sort(
      ([, one], [, other]) => one.pendingQueries - other.pendingQueries || one.lastUse - other.lastUse,
    )
    if (oldest !== undefined) this.#drop(oldest[0])
  }

  #closeIdle(idle: number): void {
    const before = Date.now() - idle
    for (const [id, { pendingQueries, lastUse }] of this.#open)
      if (pendingQueries === 0 && lastUse <= before) this.#drop(id)
  }

  #drop(translationId: string): void {
    const entry = this.#open.get(translationId)
    this.#open.delete(translationId)
    void entry?.thread.close()
  }
}
