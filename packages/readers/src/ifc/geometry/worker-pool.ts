import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/contracts/core'
import {
  watchedNumber,
  type Shard,
  type ShardResult,
  type ShardedFile,
  type WorkerReply,
  type WorkerRequest,
} from './shard.js'

/** How a shard came back: read, lost with the worker at a job (-1: while it was opened), or never begun: no worker starts. */
export type ShardEnd =
  | { readonly kind: 'result'; readonly result: ShardResult }
  | { readonly kind: 'lost'; readonly job: number; readonly hung: boolean }
  | { readonly kind: 'no-worker'; readonly error: unknown }

const watchMilliseconds = 250
const idleJob = -2

/** How long one job may take before its worker is ended. */
export interface JobTimeout {
  milliseconds(job: number): number
}

interface Pending {
  readonly timeout: JobTimeout
  readonly settle: (end: ShardEnd) => void
}

/** What a worker's thread runs: the compiled module that calls `serveShards`, and what that is to know. */
export interface WorkerDoor {
  readonly script: URL
  readonly data: Readonly<Record<string, unknown>>
}

/** A geometry worker as the main thread sees it: it may be ended at any time, also in the middle of a job. */
export class GeometryWorker {
  readonly #watched = new Int32Array(new SharedArrayBuffer(8))
  readonly #worker: Worker
  readonly ready: Promise<void>
  #pending: Pending | null = null
  #watch: NodeJS.Timeout | undefined
  #isReady = false
  #isDead = false
  #startError: unknown = null

  constructor(door: WorkerDoor) {
    this.#watched[watchedNumber.job] = idleJob
    this.#worker = new Worker(door.script, {
      workerData: { ...door.data, watched: this.#watched.buffer },
      // Flags of the parent (a test runner's loaders) are not for compiled JavaScript.
      execArgv: [],
    })
    // A waiting worker keeps no process alive.
    this.#worker.unref()
    let announceReady = (): void => undefined
    this.ready = new Promise((resolve) => (announceReady = resolve))
    this.#worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'ready') {
        this.#isReady = true
        // A thread that was let go before it had started counts again from here.
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

  /** Whether a shard is under way. */
  get isBusy(): boolean {
    return this.#pending !== null
  }

  /** Whether the thread has ended. */
  get isDead(): boolean {
    return this.#isDead
  }

  /** Names the file that the next shards are of. */
  openFile(file: ShardedFile): void {
    this.#send({ kind: 'file', file })
  }

  /** Lets go of the file. */
  closeFile(): void {
    this.#send({ kind: 'forget' })
  }

  /** Works off a shard; never rejects. One at a time. */
  run(work: { shard: Shard; skip: readonly number[]; timeout: JobTimeout }): Promise<ShardEnd> {
    if (this.#isDead) return Promise.resolve(this.#loss(false))
    this.#worker.ref()
    return new Promise((settle) => {
      this.#pending = { timeout: work.timeout, settle }
      this.#send({ kind: 'shard', shard: work.shard, skip: work.skip })
      this.#startWatch()
    })
  }

  /** Ends the thread; a shard under way is lost. */
  async stop(): Promise<void> {
    this.#lose(false)
    await this.#worker.terminate()
  }

  #send(request: WorkerRequest): void {
    if (!this.#isDead) this.#worker.postMessage(request)
  }

  #startWatch(): void {
    let tick = this.#watched[watchedNumber.tick]
    let since = performance.now()
    this.#watch = setInterval(() => {
      const now = performance.now()
      // A thread that is still starting hangs at nothing.
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
    this.#isDead = true
    this.#settle(this.#loss(hung))
  }

  #loss(hung: boolean): ShardEnd {
    if (this.#startError !== null) return { kind: 'no-worker', error: this.#startError }
    return { kind: 'lost', job: Math.max(-1, this.#job), hung }
  }

  #settle(end: ShardEnd): void {
    clearInterval(this.#watch)
    if (!this.#isDead) this.#worker.unref()
    const pending = this.#pending
    this.#pending = null
    pending?.settle(end)
  }
}

/** Started workers that wait for the next file. */
export class WorkerStore {
  readonly #door: WorkerDoor
  readonly #idle: GeometryWorker[] = []

  constructor(door: WorkerDoor) {
    this.#door = door
  }

  /** One that waits, or a new one. */
  take(): GeometryWorker {
    let worker = this.#idle.shift()
    while (worker?.isDead) worker = this.#idle.shift()
    return worker ?? new GeometryWorker(this.#door)
  }

  /** Keeps a worker whose file is done. */
  release(worker: GeometryWorker): void {
    this.#idle.push(worker)
  }
}

/** The workers of this process. */
export const sharedWorkers = new WorkerStore({
  script: compiledModule(import.meta.url, './geometry-worker.js'),
  data: {},
})

/** The workers of one file. They are taken from those that are started already and go back there. */
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

  /** Names the file that the team works on. */
  openFile(file: ShardedFile): void {
    this.#file = file
    for (const worker of this.#workers) worker.openFile(file)
  }

  /** A worker of the team; one that has ended is replaced. */
  worker(index: number): GeometryWorker {
    if (this.#workers[index].isDead) {
      this.#workers[index] = this.#store.take()
      if (this.#file) this.#workers[index].openFile(this.#file)
    }
    return this.#workers[index]
  }

  /** Resolves when every worker is started. */
  async ready(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.ready))
  }

  /** Ends workers in the middle of a shard. */
  async stopWork(): Promise<void> {
    await Promise.all(this.#workers.filter((worker) => worker.isBusy).map((worker) => worker.stop()))
  }

  /** Lets go of the file and keeps the workers for the next one; those in the middle of a shard are ended. */
  async release(): Promise<void> {
    await this.stopWork()
    for (const worker of this.#workers.splice(0)) {
      if (worker.isDead) continue
      worker.closeFile()
      this.#store.release(worker)
    }
  }
}
