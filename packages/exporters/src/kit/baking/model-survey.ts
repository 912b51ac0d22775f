import type { Chunk, ModelTree } from '@kamar/package-format/read'
import type { Placement } from './choose-detail.js'
import { type Shape, listShapes } from './shapes.js'

/** First pass over a model: collects the placements chunk by chunk, without elements hidden by default. */
export class ModelSurvey {
  readonly shapes: Shape[] = []
  readonly placements: Placement[] = []
  readonly #tree: ModelTree

  constructor(tree: ModelTree) {
    this.#tree = tree
  }

  add(chunk: Chunk): void {
    for (const shape of listShapes(chunk)) this.shapes.push(shape)
    for (const row of shownRows(chunk, this.#tree)) this.#addPlacement(chunk, row)
  }

  #addPlacement({ instances, linear }: Chunk, row: number): void {
    const number = instances.geometry[row]
    const shape = this.shapes[number]
    const scale = largestScale(linear, instances.linear[row])
    shape.uses++
    shape.scale = Math.max(shape.scale, scale)
    this.placements.push({ shape: number, diagonalMetres: shape.diagonalMetres * scale })
  }
}

/** Yields the rows of a chunk's visible instances in order; both passes use it. */
export function* shownRows({ instances }: Chunk, tree: ModelTree): Generator<number> {
  for (let row = 0; row < instances.node.length; row++) {
    const element = instances.node[row]
    if (element >= tree.count) throw new RangeError('an instance of no element')
    if (tree.hidden[element] !== 1) yield row
  }
}

/** Returns the length of the longest of the three columns. */
function largestScale(linear: Float32Array, row: number): number {
  const column = (at: number): number => Math.hypot(...linear.subarray(row * 9 + at, row * 9 + at + 3))
  return Math.max(column(0), column(3), column(6))
}
