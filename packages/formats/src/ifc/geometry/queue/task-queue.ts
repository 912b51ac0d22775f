import type { OfferedProperties } from '@kamar/core'
import type { FinishedShard, MeshingTask } from './meshing-task.js'

/** Max results that wait in memory for one before them. */
export const maxQueueLength = 6

/** The shards of a read in the order of their results: those to be processed, and those that wait to be taken. */
export interface TaskQueue {
  /** Whether a result is still to come. */
  readonly hasMore: boolean
  /** Number of shapes whose results wait outside this process's memory. */
  readonly shapesAhead: number
  /** Begins; `onChange` is called when there may be a task or a result. */
  start(workers: number, onChange: () => void): void
  /** Returns the next shard to process; null if there is none at present. */
  take(): MeshingTask | null
  /** Stores the result of a shard until it is its turn. */
  record(task: MeshingTask, finished: FinishedShard): void
  /** Replaces a shard that cannot be opened by its halves; null if it is left as it is. */
  halve(task: MeshingTask): readonly MeshingTask[] | null
  /** Takes the next result in order; null while it is not there. */
  shift(): FinishedShard | null
  /** Leaves the properties of the file to another process; false if none works on it, null while that is not known. */
  leaveProperties(read: OfferedProperties['read']): boolean | null
  /** Ends; no function is called any more. */
  end(): void
}
