import { BrepWorkerThread } from './brep-worker-thread.js'
import type { SolidJob, SolidResult } from './solid-job.js'

/** Maximum number of concurrent meshing threads; each has a kernel with separate memory. */
const maxThreads = 2

/** Waiting faces that justify a second kernel, which costs 0.4 s of CPU to start. */
const minWaitingFaces = 150
/** Weight of a solid whose number of faces is unknown. */
const defaultFaceCount = 40

/** Interface of a thread in the pool. */
export type SolidThread = Pick<BrepWorkerThread, 'isTerminated' | 'startError' | 'run' | 'stop'>

/** Source of threads, where they also wait for the next file. */
export interface ThreadSource {
  readonly idle: SolidThread[]
  readonly start: () => Promise<SolidThread>
}

const kernelThreads: ThreadSource = { idle: [], start: () => BrepWorkerThread.start() }

/** A queued job. It is created when it starts, so that only two texts are in memory. */
interface WaitingJob {
  readonly make: () => SolidJob
  readonly faces: number
  readonly settle: (result: SolidResult) => void
  readonly fail: (error: unknown) => void
}

/**
 * Worker pool that meshes the solids of one file, two at a time. Starts threads at the first solid and retains them for
 * the next file; a thread that hangs or loses its kernel fails only its own solid.
 */
export class BrepWorkerPool {
  readonly #signal: AbortSignal
  readonly #waiting: WaitingJob[] = []
  readonly #busy = new Set<SolidThread>()
  readonly #threads: ThreadSource
  #running = 0
  #isReleased = false
  readonly #onAbort = (): void => void this.stopWork()

  /** `threads`: another source of threads than kernels of this process, for tests. */
  constructor(signal: AbortSignal, threads: ThreadSource = kernelThreads) {
    this.#signal = signal
    this.#threads = threads
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  /**
   * Meshes a solid; results may arrive in another order than the calls. Rejects only when no thread can be started. A
   * cancelled or released pool returns `cancelled`. `faces` is the number of faces, where it is known.
   */
  mesh(make: () => SolidJob, faces = defaultFaceCount): Promise<SolidResult> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ make, faces, settle, fail })
      this.#startNext()
    })
  }

  /** Stops threads in the middle of a solid; queued solids end as `cancelled`. */
  async stopWork(): Promise<void> {
    for (const { settle } of this.#waiting.splice(0)) settle({ kind: 'failed', reason: 'cancelled' })
    await Promise.all([...this.#busy].map((thread) => thread.stop('cancelled')))
  }

  /** Releases the threads; idle ones wait for the next file. */
  async release(): Promise<void> {
    this.#isReleased = true
    this.#signal.removeEventListener('abort', this.#onAbort)
    await this.stopWork()
  }

  get #isOver(): boolean {
    return this.#isReleased || this.#signal.aborted
  }

  #startNext(): void {
    while (this.#running < maxThreads && (this.#running === 0 || this.#canAddWorker)) {
      const job = this.#waiting.shift()
      if (!job) return
      this.#running++
      void this.#work(job)
    }
  }

  get #canAddWorker(): boolean {
    if (this.#threads.idle.some((thread) => !thread.isTerminated)) return true
    return this.#waiting.reduce((sum, { faces }) => sum + faces, 0) >= minWaitingFaces
  }

  async #work(job: WaitingJob): Promise<void> {
    try {
      job.settle(await this.#run(job))
    } catch (error) {
      job.fail(error)
    }
    this.#running--
    if (!this.#isOver) this.#startNext()
  }

  async #run({ make }: WaitingJob): Promise<SolidResult> {
    const thread = this.#takeIdle() ?? (await this.#threads.start())
    if (this.#isOver) {
      this.#threads.idle.push(thread)
      return { kind: 'failed', reason: 'cancelled' }
    }
    this.#busy.add(thread)
    try {
      const result = await thread.run(make())
      if (thread.startError !== null) throw thread.startError
      return result
    } finally {
      this.#busy.delete(thread)
      if (!thread.isTerminated) this.#threads.idle.push(thread)
    }
  }

  #takeIdle(): SolidThread | undefined {
    const { idle } = this.#threads
    let thread = idle.pop()
    while (thread?.isTerminated) thread = idle.pop()
    return thread
  }
}
