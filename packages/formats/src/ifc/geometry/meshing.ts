import { TranslationError } from '@kamar/core'
import { jobKind, jobOutcome, jobStride, type ShardResult } from './shards/shard.js'
import type { PlannedShard, ShardBuilder } from './shards/shard-builder.js'
import type { GeometryWorker, JobTimeout, ShardEnd } from './worker-pool.js'

/**
 * Byte budgets of the first shards: a small one gives the first frame quickly, later ones are large enough to be
 * efficient.
 */
const firstBudgets = [60_000, 150_000, 400_000, 1_000_000]
const retryBudget = 2_500_000
/** Max results that wait for an earlier one; more would only fill memory. */
const maxQueueLength = 6
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

/** Reason why a shape has no mesh. */
export type ShapeFailure = 'not-tessellated' | 'took-too-long'

/** A completed shard: its results, and the shapes that failed. */
export interface FinishedShard {
  readonly planned: PlannedShard
  readonly result: ShardResult
  /** Numbers of the failed shapes, with the reason. */
  readonly failures: ReadonlyMap<number, ShapeFailure>
}

class Task {
  readonly planned: PlannedShard
  readonly skip = new Map<number, ShapeFailure>()
  finished: FinishedShard | null = null

  constructor(planned: PlannedShard) {
    this.planned = planned
  }
}

/**
 * Dispatcher of shards to the workers that yields the results in shard order, whatever order they finish in, so that
 * the scene is the same in every run. A result may therefore wait for a slower one before it; shards are small and
 * taken in turn, so it waits for one at most.
 */
export class Meshing {
  readonly #builder: ShardBuilder
  readonly #signal: AbortSignal
  readonly #pool: ShardWorkerPool
  readonly #timeout: TimeoutBounds
  readonly #tasks: Task[] = []
  readonly #lists: number[][]
  #list = 0
  #next = 0
  #built = 0
  #lost = 0
  #failure: unknown = null
  #wake: () => void = () => undefined
  readonly #onAbort = (): void => this.#wake()

  /** `lists` are shape numbers in order of priority; a shard never spans two lists. */
  constructor(input: {
    builder: ShardBuilder
    signal: AbortSignal
    lists: number[][]
    pool: ShardWorkerPool
    timeout?: TimeoutBounds | undefined
  }) {
    this.#timeout = input.timeout ?? defaultTimeout
    this.#builder = input.builder
    this.#signal = input.signal
    this.#lists = input.lists
    this.#pool = input.pool
  }

  /** Appends shapes after all others, such as elements to be drawn without their openings. */
  addShapes(shapes: number[]): void {
    if (shapes.length === 0) return
    this.#lists.push(shapes)
    this.#wakeLoops()
  }

  /** Yields every shard in order. Throws `cancelled` when the signal is aborted. */
  async *run(): AsyncGenerator<FinishedShard> {
    this.#signal.addEventListener('abort', this.#onAbort)
    const loops = Array.from({ length: this.#pool.size }, (_, index) => this.#workLoop(index))
    try {
      while (true) {
        this.#assertNotCancelled()
        const [firstTask] = this.#tasks
        if (firstTask?.finished) {
          this.#tasks.shift()
          const { finished } = firstTask
          this.#wakeLoops()
          yield finished
        } else if (firstTask || this.#hasMore) await this.#nextEvent()
        else return
      }
    } finally {
      this.#signal.removeEventListener('abort', this.#onAbort)
      await this.#end(loops)
    }
  }

  get #hasMore(): boolean {
    return this.#list < this.#lists.length
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

  #wakeLoops(): void {
    for (const wake of this.#sleepers.splice(0)) wake()
  }

  /** Ends the work loops; a shard in progress is lost with its worker, which the pool ends. */
  async #end(loops: readonly Promise<void>[]): Promise<void> {
    this.#ended = true
    this.#wakeLoops()
    await this.#pool.stopWork()
    await Promise.all(loops)
  }

  async #workLoop(index: number): Promise<void> {
    try {
      while (!this.#ended) {
        const task = this.#takeTask()
        if (task) await this.#work(index, task)
        else await new Promise<void>((resolve) => this.#sleepers.push(resolve))
      }
    } catch (error) {
      this.#failure = error
      this.#wake()
    }
  }

  #takeTask(): Task | null {
    const waiting = this.#retries.shift()
    if (waiting) return waiting
    if (!this.#hasMore || this.#tasks.length >= maxQueueLength) return null
    const budget = firstBudgets[this.#built] ?? retryBudget
    const shapes = this.#lists[this.#list]
    const { planned, next } = this.#builder.build(shapes, { from: this.#next, budget })
    this.#built++
    this.#next = next
    if (next >= shapes.length) {
      this.#list++
      this.#next = 0
    }
    const task = new Task(planned)
    this.#tasks.push(task)
    return task
  }

  readonly #retries: Task[] = []

  async #work(index: number, task: Task): Promise<void> {
    const { shard } = task.planned
    const end = await this.#pool
      .worker(index)
      .run({ shard, skip: [...task.skip.keys()], timeout: computeTimeout(task.planned, this.#timeout) })
    if (this.#ended) return
    if (end.kind === 'no-worker') throw end.error
    if (end.kind === 'result' && (end.result.isOpened || shard.jobs.length <= jobStride)) this.#finish(task, end.result)
    else this.#recover(task, end)
    this.#wake()
    this.#wakeLoops()
  }

  #finish(task: Task, result: ShardResult): void {
    const failures = new Map<number, ShapeFailure>()
    task.planned.shapes.forEach((shape, job) => {
      if (result.outcomes[job] === jobOutcome.failed) failures.set(shape, task.skip.get(job) ?? 'not-tessellated')
    })
    task.finished = { planned: task.planned, result, failures }
  }

  /** Retries after a lost worker without the job that lost it; halves a shard that cannot be opened. */
  #recover(task: Task, end: Exclude<ShardEnd, { kind: 'no-worker' }>): void {
    const lostAt = end.kind === 'lost' ? end.job : -1
    if (end.kind === 'lost') this.#lost++
    if (this.#lost > maxLostWorkers) this.#giveUp(task)
    else if (lostAt >= 0) {
      task.skip.set(lostAt, end.kind === 'lost' && end.hung ? 'took-too-long' : 'not-tessellated')
      this.#retries.push(task)
    } else if (task.planned.shapes.length > 1) this.#halve(task)
    else this.#giveUp(task)
  }

  #halve(task: Task): void {
    const { shapes } = task.planned
    this.#builder.releasePlacements(task.planned)
    const midpoint = Math.ceil(shapes.length / 2)
    const halves = [shapes.slice(0, midpoint), shapes.slice(midpoint)].map(
      (half) => new Task(this.#builder.build(half, { from: 0, budget: Infinity }).planned),
    )
    this.#tasks.splice(this.#tasks.indexOf(task), 1, ...halves)
    this.#retries.push(...halves)
  }

  #giveUp(task: Task): void {
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
