import type { FinishedShard } from './geometry/queue/meshing-task.js'
import type { IfcSceneWriter } from './geometry/ifc-scene-writer.js'
import type { ShardSource } from './geometry/shards/shard-builder.js'
import { jobOutcome } from './geometry/shards/shard.js'
import type { ShapeCollector } from './model/shapes/shapes.js'

/**
 * Shapes drawn without their cuts, because these failed or left nothing: a wall without its windows is better than no
 * wall.
 */
export class UncutShapes {
  /** Nodes drawn without their openings. */
  readonly withoutOpenings: number[] = []
  readonly #source: ShardSource
  readonly #collector: ShapeCollector
  readonly #withFewerCuts = new Set<number>()
  readonly #nodes = new Set<number>()

  constructor({ source, collector }: { readonly source: ShardSource; readonly collector: ShapeCollector }) {
    this.#source = source
    this.#collector = collector
  }

  /** Nodes with a body that lacks some of its cuts. */
  get withUncutBodies(): number[] {
    return [...this.#nodes]
  }

  /** Returns the numbers of new shapes that replace those of a shard that failed or became empty. */
  addAfter(finished: FinishedShard, writer: IfcSceneWriter): number[] {
    const { shapes } = this.#source.plan
    const before = shapes.length
    this.#addWithoutOpenings(finished, writer)
    this.#addWithFewerCuts(finished)
    return Array.from({ length: shapes.length - before }, (_, index) => before + index)
  }

  #addWithoutOpenings({ failures }: FinishedShard, writer: IfcSceneWriter): void {
    const { plan, tree } = this.#source
    for (const number of failures.keys()) {
      if (plan.shapes.get(number).kind !== 'element') continue
      for (const { node } of plan.occurrences.of(number)) {
        writer.failures.delete(node)
        this.withoutOpenings.push(node)
        this.#collector.addProduct(node, tree.rows[node], { cutOpenings: false })
      }
    }
  }

  #addWithFewerCuts({ planned, result }: FinishedShard): void {
    const { plan } = this.#source
    planned.shapes.forEach((number, job) => {
      const outcome = result.outcomes[job]
      if (outcome === jobOutcome.empty) {
        if (this.#collector.addWithFewerCuts(number)) this.#withFewerCuts.add(plan.shapes.length - 1)
      } else if (outcome === jobOutcome.done && this.#withFewerCuts.has(number)) {
        for (const { node } of plan.occurrences.of(number)) this.#nodes.add(node)
      }
    })
  }
}
