import type { ShardSupply } from '../shards/shard-sequence.js'
import { MeshingTask, type FinishedShard } from './meshing-task.js'
import { maxQueueLength, type TaskQueue } from './task-queue.js'

/** Queue of a file that this process reads alone: shards are built when a worker is free. */
export class PlainQueue implements TaskQueue {
  readonly shapesAhead = 0
  readonly #supply: ShardSupply
  readonly #tasks: MeshingTask[] = []

  constructor(supply: ShardSupply) {
    this.#supply = supply
  }

  get hasMore(): boolean {
    return this.#tasks.length > 0 || this.#supply.hasMore
  }

  start(): void {
    // Shards are built on demand.
  }

  take(): MeshingTask | null {
    if (!this.#supply.hasMore || this.#tasks.length >= maxQueueLength) return null
    const task = new MeshingTask(this.#supply.next())
    this.#tasks.push(task)
    return task
  }

  record(task: MeshingTask, finished: FinishedShard): void {
    task.finished = finished
  }

  halve(task: MeshingTask): readonly MeshingTask[] | null {
    const halves = this.#supply.halve(task.planned)?.map((planned) => new MeshingTask(planned))
    if (halves === undefined) return null
    this.#tasks.splice(this.#tasks.indexOf(task), 1, ...halves)
    return halves
  }

  shift(): FinishedShard | null {
    return this.#tasks[0]?.finished ? (this.#tasks.shift()?.finished ?? null) : null
  }

  leaveProperties(): false {
    return false
  }

  end(): void {
    // Nothing runs by itself.
  }
}
