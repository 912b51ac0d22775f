import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Resource limits of a thread. */
export interface ThreadLimits {
  /** Limit of its own work, without the time that it waits for the other side. */
  readonly timeoutMilliseconds: number
  readonly heapMegabytes: number
}

/** Module of a thread, its data, and its abort signal. */
export interface ThreadOptions {
  /** Compiled JavaScript. */
  readonly module: URL
  readonly data?: unknown
  readonly slots: ThreadSlots
  readonly limits: ThreadLimits
  readonly signal?: AbortSignal | undefined
}

/** Error for a thread that exceeds its time or memory limit. */
export class ThreadLimitError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ThreadLimitError'
  }
}

/** Channel to a thread that was started for it. */
export interface ThreadPort<ToThread, FromThread> {
  send(message: ToThread): void
  /** Returns the next message of the thread; throws `ThreadLimitError` when it exceeded its limits. */
  next(): Promise<FromThread>
}

/** Limits the concurrent threads of one kind: each costs a processor and memory, and others wait. */
export class ThreadSlots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves when a slot is free; rejects with the signal’s reason when it aborts before. */
  async acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(signal?.reason)
      }
      this.#waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Passes the slot to the longest waiting caller. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

/**
 * Starts a thread for one task and ends it afterwards, whatever its outcome. Parsers of user files run here: they never
 * block the thread that serves requests, and their leftovers end with the thread.
 */
export async function withThread<ToThread, FromThread, Result>(
  options: ThreadOptions,
  work: (port: ThreadPort<ToThread, FromThread>) => Promise<Result>,
): Promise<Result> {
  await options.slots.acquire(options.signal)
  try {
    return await runThread(options, work)
  } finally {
    options.slots.release()
  }
}

async function runThread<ToThread, FromThread, Result>(
  { data, limits, module, signal }: ThreadOptions,
  work: (port: ThreadPort<ToThread, FromThread>) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  // Flags of the parent (a test runner's loaders) do not apply to compiled JavaScript.
  const worker = new Worker(module, {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  })
  let remainingMilliseconds = limits.timeoutMilliseconds
  const ended = new AbortController()
  worker.once('error', (cause) => ended.abort(new ThreadLimitError('the thread ended early', { cause })))
  worker.once('exit', () => ended.abort(new ThreadLimitError('the thread ended early')))
  const messages: FromThread[] = []
  const arrived = new EventTarget()
  worker.on('message', (message: FromThread) => {
    messages.push(message)
    arrived.dispatchEvent(new Event('message'))
  })
  const next = async (): Promise<FromThread> => {
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(remainingMilliseconds)))
    const stop = AbortSignal.any([timeout, ended.signal, ...(signal ? [signal] : [])])
    const start = performance.now()
    try {
      while (messages.length === 0) await once(arrived, 'message', { signal: stop })
    } catch (error) {
      signal?.throwIfAborted()
      if (messages.length > 0) return messages.shift() as FromThread
      throw ended.signal.aborted
        ? ended.signal.reason
        : new ThreadLimitError('the thread took too long', { cause: error })
    }
    remainingMilliseconds -= performance.now() - start
    return messages.shift() as FromThread
  }
  try {
    return await work({ send: (message) => worker.postMessage(message), next })
  } finally {
    await worker.terminate()
  }
}
