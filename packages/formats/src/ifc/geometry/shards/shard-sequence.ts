import type { PlannedShard, ShardBuilder } from './shard-builder.js'

/**
 * Byte budgets of the first shards: a small one gives the first frame quickly, later ones are large enough to be
 * efficient.
 */
const firstBudgets = [60_000, 150_000, 400_000, 1_000_000]
const defaultBudget = 2_500_000

/** Source of shards in the order in which their results are written. */
export interface ShardSupply {
  /** Whether there is another shard. */
  readonly hasMore: boolean
  /** Returns the next shard. */
  next(): PlannedShard
  /** Splits a shard that cannot be opened; null if that is left to another process. */
  halve(planned: PlannedShard): readonly PlannedShard[] | null
}

/** The shards of a file: those of the plan, then those of shapes added during the read. */
export class ShardSequence implements ShardSupply {
  readonly #builder: ShardBuilder
  readonly #lists: (readonly number[])[]
  /** Lists of the plan. */
  readonly #plannedLists: number
  #list = 0
  #next = 0
  #built = 0

  /** `lists` are shape numbers in order of priority; a shard never spans two lists. */
  constructor(builder: ShardBuilder, lists: readonly (readonly number[])[]) {
    this.#builder = builder
    this.#lists = [...lists]
    this.#plannedLists = lists.length
  }

  get hasMore(): boolean {
    return this.#list < this.#lists.length
  }

  /** Whether a shard of the plan is left, which is the same in every read of the file. */
  get hasMorePlanned(): boolean {
    return this.#list < this.#plannedLists
  }

  /** Appends shapes after all others, such as elements to be drawn without their openings. */
  addShapes(shapes: readonly number[]): void {
    if (shapes.length > 0) this.#lists.push(shapes)
  }

  next(slice?: number): PlannedShard {
    const budget = firstBudgets[this.#built] ?? defaultBudget
    const shapes = this.#lists[this.#list]
    const { planned, next } = this.#builder.build(shapes, { from: this.#next, budget, slice })
    this.#built++
    this.#next = next
    if (next >= shapes.length) {
      this.#list++
      this.#next = 0
    }
    return planned
  }

  halve(planned: PlannedShard): readonly PlannedShard[] {
    const { shapes, shard } = planned
    this.#builder.releasePlacements(planned)
    const midpoint = Math.ceil(shapes.length / 2)
    return [shapes.slice(0, midpoint), shapes.slice(midpoint)].map(
      (half) => this.#builder.build(half, { from: 0, budget: Infinity, slice: shard.slice }).planned,
    )
  }
}
