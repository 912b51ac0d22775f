import { TranslationError } from '@kamar/core'
import type { FinishedShard, MeshingTask } from './queue/meshing-task.js'
import type { TaskQueue } from './queue/task-queue.js'
import { jobKind, jobOutcome, jobStride, type ShapeFailure, type ShardResult } from './shards/shard.js'
import type { PlannedShard } from './shards/shard-builder.js'
import type { GeometryWorker, JobTimeout, ShardEnd } from './worker-pool.js'

/** Max threads lost in one file before the remaining shapes are given up. */
const maxLostWorkers = 40
/** Bounds of a job's timeout, which grows with the size of its shard. */
export interface TimeoutBounds {
  readonly minMilliseconds: number
  readonly maxMilliseconds: number
}
const defaultTimeout: TimeoutBounds = { minMilliseconds: 4000, maxMilliseconds: 60_000 }
const timeoutPerByteMilliseconds = 0.02

/** Pool of workers that process shards. */
export interface ShardWorkerPool {
  readonly size: number
  /** Returns a live worker. */
  worker(index: number): Pick<GeometryWorker, 'run'>
  /** Ends the workers that are processing a shard. */
  stopWork(): Promise<void>
}

/**
 * Dispatcher of shards to the workers that yields the results in shard order, whatever order they finish in, so that
 * the scene is the same in every run. A result may therefore wait for a slower one before it; shards are small and
 * taken in turn, so it waits for one at most.
 */
export class Meshing {
  readonly #signal: AbortSignal
  readonly #pool: ShardWorkerPool
  readonly #timeout: TimeoutBounds
  readonly #queue: TaskQueue
  #lost = 0
  #failure: unknown = null
  #wake: () => void = () => undefined
  readonly #onAbort = (): void => this.#wake()

  constructor(input: {
    queue: TaskQueue
    signal: AbortSignal
    pool: ShardWorkerPool
    timeout?: TimeoutBounds | undefined
  }) {
    this.#timeout = input.timeout ?? defaultTimeout
    this.#signal = input.signal
    this.#pool = input.pool
    this.#queue = input.queue
  }

  /** Yields every shard in order. Throws `cancelled` when the signal is aborted. */
  async *run(): AsyncGenerator<FinishedShard> {
    this.#signal.addEventListener('abort', this.#onAbort)
    this.#queue.start(this.#pool.size, () => this.#announce())
    const loops = Array.from({ length: this.#pool.size }, (_, index) => this.#workLoop(index))
    try {
      while (true) {
        this.#assertNotCancelled()
        const finished = this.#queue.shift()
        if (finished) {
          this.#wakeLoops()
          yield finished
        } else if (this.#queue.hasMore) {
          // The reader of the results may have added shapes.
          this.#wakeLoops()
          await this.#nextEvent()
        } else return
      }
    } finally {
      this.#signal.removeEventListener('abort', this.#onAbort)
      await this.#end(loops)
    }
  }

  #ended = false
  readonly #sleepers: (() => void)[] = []

  #assertNotCancelled(): void {
    if (this.#signal.aborted) throw new TranslationError({ code: 'cancelled' })
    if (this.#failure !== null) throw this.#failure
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }

  /** Continues what waits for a task or a result. */
  #announce(): void {
    this.#wake()
    this.#wakeLoops()
  }

  #wakeLoops(): void {
    for (const wake of this.#sleepers.splice(0)) wake()
  }

  /** Ends the work loops; a shard in progress is lost with its worker, which the pool ends. */
  async #end(loops: readonly Promise<void>[]): Promise<void> {
    this.#ended = true
    this.#queue.end()
    this.#wakeLoops()
    await this.#pool.stopWork()
    await Promise.all(loops)
  }

  async #workLoop(index: number): Promise<void> {
    try {
      while (!this.#ended) {
        const task = this.#retries.shift() ?? this.#queue.take()
        if (task) await this.#work(index, task)
        else await new Promise<void>((resolve) => this.#sleepers.push(resolve))
      }
    } catch (error) {
      this.#failure = error
      this.#wake()
    }
  }

  readonly #retries: MeshingTask[] = []

  async #work(index: number, task: MeshingTask): Promise<void> {
    const { shard } = task.planned
    const end = await this.#pool
      .worker(index)
      .run({ shard, skip: [...task.skip.keys()], timeout: computeTimeout(task.planned, this.#timeout) })
    if (this.#ended) return
    if (end.kind === 'no-worker') throw end.error
    if (end.kind === 'result' && (end.result.isOpened || shard.jobs.length <= jobStride)) this.#finish(task, end.result)
    else this.#recover(task, end)
    this.#announce()
  }

  #finish(task: MeshingTask, result: ShardResult): void {
    const failures = new Map<number, ShapeFailure>()
    task.planned.shapes.forEach((shape, job) => {
      if (result.outcomes[job] === jobOutcome.failed) failures.set(shape, task.skip.get(job) ?? 'not-tessellated')
    })
    this.#queue.record(task, { planned: task.planned, result, failures })
  }

  /** Retries after a lost worker without the job that lost it; halves a shard that cannot be opened. */
  #recover(task: MeshingTask, end: Exclude<ShardEnd, { kind: 'no-worker' }>): void {
    const lostAt = end.kind === 'lost' ? end.job : -1
    if (end.kind === 'lost') this.#lost++
    if (this.#lost > maxLostWorkers) this.#giveUp(task)
    else if (lostAt >= 0) {
      task.skip.set(lostAt, end.kind === 'lost' && end.hung ? 'took-too-long' : 'not-tessellated')
      this.#retries.push(task)
    } else if (task.planned.shapes.length > 1) this.#halve(task)
    else this.#giveUp(task)
  }

  #halve(task: MeshingTask): void {
    const halves = this.#queue.halve(task)
    if (halves) this.#retries.push(...halves)
    else this.#giveUp(task)
  }

  #giveUp(task: MeshingTask): void {
    const { shard } = task.planned
    const jobCount = shard.jobs.length / jobStride
    const placementCount = task.planned.placementRows.length
    this.#finish(task, {
      number: shard.number,
      isOpened: false,
      outcomes: new Uint8Array(jobCount).fill(jobOutcome.failed),
      placedNumbers: new Int32Array(0),
      placedMatrices: new Float64Array(0),
      placements: new Float64Array(placementCount * 12).fill(NaN),
      meshKeys: [],
      meshes: [],
      buffer: new ArrayBuffer(0),
    })
  }
}

function computeTimeout({ shard }: PlannedShard, timeout: TimeoutBounds): JobTimeout {
  const { minMilliseconds, maxMilliseconds } = timeout
  const bySize = Math.min(maxMilliseconds, minMilliseconds + shard.cost * timeoutPerByteMilliseconds)
  return {
    milliseconds: (job) => (job >= 0 && shard.jobs[job * jobStride] === jobKind.faceSet ? bySize * 4 : bySize),
  }
}
