import type { IfcFile } from './model/ifc-file.js'
import { collectShapes, type ShapeCollector, type ShapeSource } from './model/shapes/shapes.js'
import { runInTimeSlices, type TimeSliced } from './time-slices.js'

/** Up to this many nodes a model is planned as a whole: its outer shell is drawn before everything else. */
const maxNodesInOneStep = 20_000
/** Shapes of a larger model that are planned first. */
const firstShapes = 1000
/** Number of them that are drawn before the others are planned: a first chunk. */
const firstDrawnShapes = 400

/**
 * Planner of a model's shapes. Of a large model, some shapes are planned and drawn before the others are planned, because
 * splitting all products takes seconds for each gigabyte.
 */
export class ShapePlanner {
  /** Number of references, up to the planned products, to statements that the file lacks. */
  missingReferences: number
  /** Whether all shapes are planned. */
  isComplete = false
  readonly #file: IfcFile
  readonly #collector: ShapeCollector
  readonly #work: TimeSliced<unknown>
  readonly #firstShapes: number
  #drawnBeforeRest = 0

  constructor(file: IfcFile, collector: ShapeCollector, source: ShapeSource) {
    this.#file = file
    this.missingReferences = file.missingReferences
    this.#collector = collector
    this.#work = collectShapes(collector, source)
    const isSmall = source.tree.rows.length <= maxNodesInOneStep
    this.#firstShapes = isSmall || source.typeRows.length > 0 ? Infinity : firstShapes
  }

  /** Plans the first shapes; returns the numbers of the shapes by rank. */
  async planFirst(signal: AbortSignal): Promise<number[][]> {
    const lists = await this.#plan(this.#firstShapes, signal)
    this.#drawnBeforeRest = Math.min(firstDrawnShapes, this.#collector.shapes.length)
    return lists
  }

  /** Returns whether the other shapes are to be planned once so many are drawn. */
  isRestDue(drawnShapes: number): boolean {
    return !this.isComplete && drawnShapes >= this.#drawnBeforeRest
  }

  /** Plans all other shapes; returns the numbers of the shapes by rank. */
  planRest(signal: AbortSignal): Promise<number[][]> {
    // Shapes that are drawn get no further occurrences.
    this.#collector.closeShapes()
    return this.#plan(Infinity, signal)
  }

  async #plan(shapeCount: number, signal: AbortSignal): Promise<number[][]> {
    const { shapes } = this.#collector
    const from = shapes.length
    await runInTimeSlices(this.#collect(shapeCount), signal)
    return listByRank(shapes, from)
  }

  *#collect(shapeCount: number): TimeSliced<void> {
    while (!this.isComplete && this.#collector.shapes.length < shapeCount) {
      // Others read from the file between two steps.
      const before = this.#file.missingReferences
      this.isComplete = this.#work.next().done === true
      this.missingReferences += this.#file.missingReferences - before
      yield
    }
  }
}

/** Groups shapes by rank, so that the outer shell of the building comes first. */
function listByRank(shapes: ShapeCollector['shapes'], from: number): number[][] {
  const lists: number[][] = [[], [], [], []]
  for (let number = from; number < shapes.length; number++) lists[shapes.getRank(number)].push(number)
  return lists.filter((list) => list.length > 0)
}
