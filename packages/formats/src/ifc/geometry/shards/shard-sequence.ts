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

interface ShapeList {
  readonly shapes: readonly number[]
  /** Number of the part of the plan; null for shapes added during the read. */
  readonly planPart: number | null
}

/** The shards of a file: those of the plan, which may be made in parts, and those of shapes added during the read. */
export class ShardSequence implements ShardSupply {
  readonly #builder: ShardBuilder
  readonly #lists: ShapeList[] = []
  #planParts = 0
  #list = 0
  #next = 0
  #built = 0

  /** `lists` are shape numbers in order of priority; a shard never spans two lists. */
  constructor(builder: ShardBuilder, lists: readonly (readonly number[])[]) {
    this.#builder = builder
    this.addPlanned(lists)
  }

  get hasMore(): boolean {
    return this.#list < this.#lists.length
  }

  /**
   * Part of the plan of the next shard, whose shards are the same in every read of the file; null if it is not of the
   * plan.
   */
  get planPart(): number | null {
    return this.#lists[this.#list]?.planPart ?? null
  }

  /** Appends a part of the plan, lists in order of priority. */
  addPlanned(lists: readonly (readonly number[])[]): void {
    const planPart = this.#planParts++
    for (const shapes of lists) this.#lists.push({ shapes, planPart })
  }

  /** Appends shapes after all others, such as elements to be drawn without their openings. */
  addShapes(shapes: readonly number[]): void {
    if (shapes.length > 0) this.#lists.push({ shapes, planPart: null })
  }

  next(slice?: number): PlannedShard {
    const budget = firstBudgets[this.#built] ?? defaultBudget
    const { shapes } = this.#lists[this.#list]
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
