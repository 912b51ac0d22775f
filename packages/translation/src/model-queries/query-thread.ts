import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { AppError, compiledModule } from '@kamar/core'
import type { DerivativeStore } from '@kamar/storage'
import type { QueryRequest, FromQueryThread, QueryOutcome, QueryThreadStart, ToQueryThread } from './query-messages.js'
import type { FileReply, FileRequest } from '../threads/package-thread.js'
import { startThread } from '../threads/start-thread.js'

const maxMilliseconds = 120_000
const maxHeapMegabytes = 1024

/** A complete view package to query. */
export interface QueriedPackage {
  readonly translationId: string
  /** The package's manifest, parsed. */
  readonly manifest: unknown
}

/** A thread that holds one package open and runs one query at a time. */
export class QueryThread {
  readonly #model: QueriedPackage
  readonly #derivatives: DerivativeStore
  readonly #worker: Worker
  #last: Promise<unknown> = Promise.resolve()

  constructor(model: QueriedPackage, derivatives: DerivativeStore) {
    const start: QueryThreadStart = { manifest: model.manifest }
    this.#model = model
    this.#derivatives = derivatives
    this.#worker = startThread(compiledModule(import.meta.url, './query-worker.js'), start, maxHeapMegabytes)
    // The caller of `run` receives its errors.
    this.#worker.on('error', () => undefined)
  }

  /**
   * Runs a query. Throws `export-failed` if the package is damaged or the thread exceeded its limits; the thread is
   * then unusable.
   */
  run(request: QueryRequest): Promise<QueryOutcome> {
    const outcome = this.#last.then(() => this.#execute(request))
    this.#last = outcome.catch(() => undefined)
    return outcome
  }

  /** Resolves when the queries in progress are done. */
  async close(): Promise<void> {
    await this.#last
    await this.#worker.terminate()
  }

  async #execute(request: QueryRequest): Promise<QueryOutcome> {
    try {
      const signal = AbortSignal.timeout(maxMilliseconds)
      this.#send({ type: 'ask', request })
      for (;;) {
        const message = await this.#next(signal)
        if (message.type === 'failed') throw new RangeError(message.reason)
        if (message.type !== 'file') return message
        const { translationId } = this.#model
        this.#send({ type: 'file', bytes: await this.#derivatives.read({ translationId, path: message.path }) })
      }
    } catch (cause) {
      await this.#worker.terminate()
      throw new AppError('export-failed', {}, { cause })
    }
  }

  #send(message: ToQueryThread | FileReply): void {
    this.#worker.postMessage(message)
  }

  async #next(signal: AbortSignal): Promise<FromQueryThread | FileRequest> {
    const ended = new AbortController()
    const stop = AbortSignal.any([signal, ended.signal])
    const onExit = (): void => ended.abort(new RangeError('the thread ended'))
    this.#worker.once('exit', onExit)
    try {
      const [message] = (await once(this.#worker, 'message', { signal: stop })) as [FromQueryThread | FileRequest]
      return message
    } finally {
      this.#worker.off('exit', onExit)
    }
  }
}
