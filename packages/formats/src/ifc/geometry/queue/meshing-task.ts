import type { ShapeFailure, ShardResult } from '../shards/shard.js'
import type { PlannedShard } from '../shards/shard-builder.js'
import type { SliceRecords } from '../slices/slice-records.js'

/** A completed shard: its results, and the shapes that failed. */
export interface FinishedShard {
  readonly planned: PlannedShard
  readonly result: ShardResult
  /** Numbers of the failed shapes, with the reason. */
  readonly failures: ReadonlyMap<number, ShapeFailure>
}

/** A shard to be processed. */
export class MeshingTask {
  readonly planned: PlannedShard
  /** Its position in a slice; null for a shard of no slice. */
  readonly location: { readonly slice: Slice; readonly index: number } | null
  readonly skip = new Map<number, ShapeFailure>()
  isStarted = false
  /** Its result, while it is in memory. */
  finished: FinishedShard | null = null

  constructor(planned: PlannedShard, location: MeshingTask['location'] = null) {
    this.planned = planned
    this.location = location
  }
}

/** A run of consecutive shards, which one process works on. */
export interface Slice {
  readonly number: number
  readonly tasks: MeshingTask[]
  /** Who works on it. */
  state: 'waiting' | 'own' | 'elsewhere' | 'done'
  /** Bytes of its shards, as a measure of work. */
  cost: number
  /** Whether it has all its shards. */
  isBuilt: boolean
  /** Number of shards with a record. */
  recorded: number
  /** Number of shards whose result was taken. */
  takenCount: number
  records: SliceRecords | null
}
