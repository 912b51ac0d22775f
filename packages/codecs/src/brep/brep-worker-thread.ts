import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/core'
import { compiledKernel } from './kernel.js'
import {
  watchedNumber,
  type SolidFailure,
  type SolidJob,
  type SolidResult,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from './solid-job.js'

const watchMilliseconds = 250
/** Minimum timeout. Reading and translating a solid is one step; both grow with its text. */
const minTimeoutMilliseconds = 45_000
const maxTimeoutMilliseconds = 300_000
const timeoutPerByteMilliseconds = 0.02

/** Limit of kernel memory for one solid; the process has more, for processing the results. */
const maxKernelBytes = 1.5 * 2 ** 30

/** Options of a thread; tests set another script, a shorter timeout and less memory. */
export interface ThreadOptions {
  /** Script of the thread. */
  readonly door?: URL
  /** Timeout of one step of work, by the size of the text in bytes. */
  readonly timeoutMilliseconds?: (textBytes: number) => number
  /** Limit for growth of the kernel's memory, beyond its initial size. */
  readonly maxKernelBytes?: number
}

const computeTimeout = (textBytes: number): number =>
  Math.min(maxTimeoutMilliseconds, minTimeoutMilliseconds + textBytes * timeoutPerByteMilliseconds)

/** Main-thread handle of a worker; it can be stopped at any time, also in the middle of a solid. */
export class BrepWorkerThread {
  readonly #watched = new Int32Array(new SharedArrayBuffer(4))
  readonly #worker: Worker
  #watch: NodeJS.Timeout | undefined
  #settle: ((result: SolidResult) => void) | null = null
  #startError: unknown = null
  #isReady = false
  #isTerminated = false

  readonly #computeTimeout: (textBytes: number) => number

  private constructor(module: object, { door, timeoutMilliseconds = computeTimeout, ...memory }: ThreadOptions) {
    this.#computeTimeout = timeoutMilliseconds
    const start: WorkerStart = { module, watched: this.#watched.buffer, maxKernelBytes, ...memory }
    this.#worker = new Worker(door ?? compiledModule(import.meta.url, './brep-worker.js'), {
      workerData: start,
      // Flags of the parent (a test runner's loaders) do not apply to compiled JavaScript.
      execArgv: [],
    })
    // An idle worker must not keep the process alive.
    this.#worker.unref()
    this.#worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'ready') this.#isReady = true
      else this.#finish(reply.result)
      if (this.#settle === null) this.#worker.unref()
    })
    const lose = (error: unknown): void => {
      if (!this.#isReady) this.#startError ??= error
      this.#end('not-tessellated')
    }
    this.#worker.on('error', lose)
    this.#worker.on('exit', lose)
  }

  /** Starts a thread with its own kernel. */
  static async start(options: ThreadOptions = {}): Promise<BrepWorkerThread> {
    return new BrepWorkerThread(await compiledKernel(), options)
  }

  /** Whether the thread has ended. */
  get isTerminated(): boolean {
    return this.#isTerminated
  }

  /** Set when the thread could not start at all: an installation error, not a fault of the solid. */
  get startError(): unknown {
    return this.#startError
  }

  /** Meshes a solid; never rejects. One at a time; the job's text is transferred to the thread. */
  run(job: SolidJob): Promise<SolidResult> {
    if (this.#isTerminated) return Promise.resolve({ kind: 'failed', reason: 'not-tessellated' })
    this.#worker.ref()
    return new Promise((settle) => {
      this.#settle = settle
      this.#startWatch(job)
      const request: WorkerRequest = { job }
      this.#worker.postMessage(request, [job.text.buffer as ArrayBuffer])
    })
  }

  /** Stops the thread; a solid in progress ends as `reason`. */
  async stop(reason: SolidFailure): Promise<void> {
    this.#end(reason)
    await this.#worker.terminate()
  }

  #startWatch({ text, maxMilliseconds = Infinity }: SolidJob): void {
    const timeout = this.#computeTimeout(text.length)
    let tick = Atomics.load(this.#watched, watchedNumber.tick)
    let since = performance.now()
    // The first step begins when the kernel has started.
    let end = Infinity
    this.#watch = setInterval(
      () => {
        const now = performance.now()
        const currentTick = Atomics.load(this.#watched, watchedNumber.tick)
        if (currentTick !== tick) {
          tick = currentTick
          since = now
          if (end === Infinity) end = now + maxMilliseconds
        }
        if (now - since > timeout || now > end) void this.stop('took-too-long')
      },
      Math.min(watchMilliseconds, maxMilliseconds / 4),
    )
    this.#watch.unref()
  }

  #end(reason: SolidFailure): void {
    this.#isTerminated = true
    this.#finish({ kind: 'failed', reason })
  }

  #finish(result: SolidResult): void {
    clearInterval(this.#watch)
    const settle = this.#settle
    this.#settle = null
    settle?.(result)
  }
}
