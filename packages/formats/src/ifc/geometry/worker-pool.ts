import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/core'
import {
  watchedNumber,
  type Shard,
  type ShardResult,
  type ShardedFile,
  type WorkerReply,
  type WorkerRequest,
} from './shards/shard.js'

/**
 * Outcome of a shard: read, lost with the worker at a job (-1: while opening), or never started because no worker
 * starts.
 */
export type ShardEnd =
  | { readonly kind: 'result'; readonly result: ShardResult }
  | { readonly kind: 'lost'; readonly job: number; readonly hung: boolean }
  | { readonly kind: 'no-worker'; readonly error: unknown }

const watchMilliseconds = 250
const idleJob = -2

/** Timeout of a job, after which its worker is ended. */
export interface JobTimeout {
  milliseconds(job: number): number
}

interface Pending {
  readonly timeout: JobTimeout
  readonly settle: (end: ShardEnd) => void
}

/** Entry point of a worker thread: the compiled module that calls `serveShards`, and its data. */
export interface WorkerDoor {
  readonly script: URL
  readonly data: Readonly<Record<string, unknown>>
}

/** Main-thread handle of a geometry worker: it can be ended at any time, even in the middle of a job. */
export class GeometryWorker {
  readonly #watched = new Int32Array(new SharedArrayBuffer(8))
  readonly #worker: Worker
  readonly ready: Promise<void>
  #pending: Pending | null = null
  #watch: NodeJS.Timeout | undefined
  #isReady = false
  #isTerminated = false
  #startError: unknown = null

  constructor(door: WorkerDoor) {
    this.#watched[watchedNumber.job] = idleJob
    this.#worker = new Worker(door.script, {
      workerData: { ...door.data, watched: this.#watched.buffer },
      // Flags of the parent (a test runner's loaders) do not apply to compiled JavaScript.
      execArgv: [],
    })
    // An idle worker must not keep the process alive.
    this.#worker.unref()
    let announceReady = (): void => undefined
    this.ready = new Promise((resolve) => (announceReady = resolve))
    this.#worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'ready') {
        this.#isReady = true
        // A thread released before it had started is ref'd again by its start.
        if (!this.isBusy) this.#worker.unref()
        announceReady()
      } else this.#settle({ kind: 'result', result: reply.result })
    })
    const lose = (error: unknown): void => {
      if (!this.#isReady) this.#startError ??= error
      announceReady()
      this.#lose(false)
    }
    this.#worker.on('error', lose)
    this.#worker.on('exit', lose)
  }

  /** Whether a shard is in progress. */
  get isBusy(): boolean {
    return this.#pending !== null
  }

  /** Whether the thread has ended. */
  get isTerminated(): boolean {
    return this.#isTerminated
  }

  /** Sets the file of the next shards. */
  openFile(file: ShardedFile): void {
    this.#send({ kind: 'file', file })
  }

  /** Releases the file. */
  closeFile(): void {
    this.#send({ kind: 'forget' })
  }

  /** Processes a shard; never rejects. One at a time. */
  run(work: { shard: Shard; skip: readonly number[]; timeout: JobTimeout }): Promise<ShardEnd> {
    if (this.#isTerminated) return Promise.resolve(this.#loss(false))
    this.#worker.ref()
    return new Promise((settle) => {
      this.#pending = { timeout: work.timeout, settle }
      this.#send({ kind: 'shard', shard: work.shard, skip: work.skip })
      this.#startWatch()
    })
  }

  /** Ends the thread; a shard in progress is lost. */
  async stop(): Promise<void> {
    this.#lose(false)
    await this.#worker.terminate()
  }

  #send(request: WorkerRequest): void {
    if (!this.#isTerminated) this.#worker.postMessage(request)
  }

  #startWatch(): void {
    let tick = this.#watched[watchedNumber.tick]
    let since = performance.now()
    this.#watch = setInterval(() => {
      const now = performance.now()
      // A thread that is still starting cannot hang.
      if (this.#job === idleJob || Atomics.load(this.#watched, watchedNumber.tick) !== tick) {
        tick = Atomics.load(this.#watched, watchedNumber.tick)
        since = now
      } else if (now - since > (this.#pending?.timeout.milliseconds(this.#job) ?? Infinity)) {
        this.#lose(true)
        void this.#worker.terminate()
      }
    }, watchMilliseconds)
    this.#watch.unref()
  }

  get #job(): number {
    return Atomics.load(this.#watched, watchedNumber.job)
  }

  #lose(hung: boolean): void {
    this.#isTerminated = true
    this.#settle(this.#loss(hung))
  }

  #loss(hung: boolean): ShardEnd {
    if (this.#startError !== null) return { kind: 'no-worker', error: this.#startError }
    return { kind: 'lost', job: Math.max(-1, this.#job), hung }
  }

  #settle(end: ShardEnd): void {
    clearInterval(this.#watch)
    if (!this.#isTerminated) this.#worker.unref()
    const pending = this.#pending
    this.#pending = null
    pending?.settle(end)
  }
}

/** Idle workers that wait for the next file. */
export class WorkerStore {
  readonly #door: WorkerDoor
  readonly #idle: GeometryWorker[] = []

  constructor(door: WorkerDoor) {
    this.#door = door
  }

  /** Returns an idle worker, or a new one. */
  take(): GeometryWorker {
    let worker = this.#idle.shift()
    while (worker?.isTerminated) worker = this.#idle.shift()
    return worker ?? new GeometryWorker(this.#door)
  }

  /** Returns a worker to the store when its file is done. */
  release(worker: GeometryWorker): void {
    this.#idle.push(worker)
  }
}

/** The workers of this process. */
export const sharedWorkers = new WorkerStore({
  script: compiledModule(import.meta.url, './geometry-worker.js'),
  data: {},
})

/** The workers of one file, taken from the store of idle workers and returned to it. */
export class GeometryWorkerPool {
  readonly size: number
  readonly #store: WorkerStore
  readonly #workers: GeometryWorker[]
  #file: ShardedFile | null = null

  constructor(size: number, store: WorkerStore = sharedWorkers) {
    this.size = size
    this.#store = store
    this.#workers = Array.from({ length: size }, () => store.take())
  }

  /** Sets the file that the pool works on. */
  openFile(file: ShardedFile): void {
    this.#file = file
    for (const worker of this.#workers) worker.openFile(file)
  }

  /** Returns a worker of the pool; one that has ended is replaced. */
  worker(index: number): GeometryWorker {
    if (this.#workers[index].isTerminated) {
      this.#workers[index] = this.#store.take()
      if (this.#file) this.#workers[index].openFile(this.#file)
    }
    return this.#workers[index]
  }

  /** Resolves when every worker has started. */
  async ready(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.ready))
  }

  /** Ends the workers that are processing a shard. */
  async stopWork(): Promise<void> {
    await Promise.all(this.#workers.filter((worker) => worker.isBusy).map((worker) => worker.stop()))
  }

  /** Releases the file and stores the workers for the next one; ends those that are processing a shard. */
  async release(): Promise<void> {
    await this.stopWork()
    for (const worker of this.#workers.splice(0)) {
      if (worker.isTerminated) continue
      worker.closeFile()
      this.#store.release(worker)
    }
  }
}
