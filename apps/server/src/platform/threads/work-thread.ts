import { once } from 'node:events'
import { type Slots, startThread } from '@kamar/translation'

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
  readonly slots: Slots
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
  const worker = startThread(module, data, limits.heapMegabytes)
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
