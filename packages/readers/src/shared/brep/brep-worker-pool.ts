import { BrepWorkerThread } from './brep-worker-thread.js'
import type { SolidJob, SolidResult } from './solid-job.js'

/** Threads that mesh at the same time; each has a kernel with a memory of its own. */
const maxThreads = 2

/** A second kernel costs 0.4 s of CPU to start, which so many faces that wait earn back. */
const minWaitingFaces = 150
/** What a solid counts for whose faces are not known beforehand. */
const defaultFaceCount = 40

/** What a team asks of its threads. */
export type SolidThread = Pick<BrepWorkerThread, 'isDead' | 'startError' | 'run' | 'stop'>

/** Where threads come from and where they wait for the next file. */
export interface ThreadSource {
  readonly idle: SolidThread[]
  readonly start: () => Promise<SolidThread>
}

const kernelThreads: ThreadSource = { idle: [], start: () => BrepWorkerThread.start() }

/** A job that waits for a thread. It is made when its turn comes, so that only two texts are in memory. */
interface WaitingJob {
  readonly make: () => SolidJob
  readonly faces: number
  readonly settle: (result: SolidResult) => void
  readonly fail: (error: unknown) => void
}

/**
 * The door of the room: meshes the solids of one file, two at a time. Threads are started when the first solid comes and
 * kept for the next file; one that hangs or loses its kernel costs its solid and nothing else.
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
   * Meshes a solid; results may come in another order than the calls. Rejects only when no thread can be started.
   * A cancelled or released team answers `cancelled`. `faces` is how many the solid has, where that is known.
   */
  mesh(make: () => SolidJob, faces = defaultFaceCount): Promise<SolidResult> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ make, faces, settle, fail })
      this.#startNext()
    })
  }

  /** Ends threads in the middle of a solid; solids that wait end as `cancelled`. */
  async stopWork(): Promise<void> {
    for (const { settle } of this.#waiting.splice(0)) settle({ kind: 'failed', reason: 'cancelled' })
    await Promise.all([...this.#busy].map((thread) => thread.stop('cancelled')))
  }

  /** Lets go of the threads; those without work wait for the next file. */
  async release(): Promise<void> {
    this.#isReleased = true
    this.#signal.removeEventListener('abort', this.#onAbort)
    await this.stopWork()
  }

  get #isOver(): boolean {
    return this.#isReleased || this.#signal.aborted
  }

  #startNext(): void {
    while (this.#running < maxThreads && (this.#running === 0 || this.#isWorthAnother)) {
      const job = this.#waiting.shift()
      if (!job) return
      this.#running++
      void this.#work(job)
    }
  }

  get #isWorthAnother(): boolean {
    if (this.#threads.idle.some((thread) => !thread.isDead)) return true
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
      if (!thread.isDead) this.#threads.idle.push(thread)
    }
  }

  #takeIdle(): SolidThread | undefined {
    const { idle } = this.#threads
    let thread = idle.pop()
    while (thread?.isDead) thread = idle.pop()
    return thread
  }
}
