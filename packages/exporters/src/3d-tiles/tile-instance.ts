import type { Chunk } from '@kamar/package-format/read'
import { ChunkArrays } from '../kit/geometry-arrays.js'
import type { PackageReader } from '@kamar/package-format/package-reader'
import type { OnFraction } from '../kit/export-job.js'
import { transformShape, type PlacedArrays, withoutUnused } from '../kit/baking/baked-part.js'
import { chooseDetail, type Detail } from '../kit/baking/choose-detail.js'
import { ModelSurvey, shownRows } from '../kit/baking/model-survey.js'

/** Transformed instance of an element. */
export interface TileInstance {
  /** Element number. */
  readonly element: number
  /** r g b opacity, sRGB, 0 to 255. */
  readonly color: readonly [number, number, number, number]
  /** Y up, as in glTF. */
  readonly arrays: PlacedArrays
  /** Z up, metres minus the model origin: min x y z, max x y z. */
  readonly box: readonly number[]
  readonly diagonalMetres: number
}

/** Input of `collectTileInstances`: the model and the maximum number of triangles. */
export interface TileInstanceOptions {
  readonly model: PackageReader
  readonly maxTriangles: number
  readonly onFraction: OnFraction
}

/** Collects every visible instance of a package within the budget, without lines and points. */
export async function collectTileInstances({
  model,
  maxTriangles,
  onFraction,
}: TileInstanceOptions): Promise<TileInstance[]> {
  const tree = await model.tree()
  const survey = new ModelSurvey(tree)
  const total = Math.max(1, model.manifest.chunks.length * 3)
  let passed = 0
  for await (const chunk of model.chunks()) {
    survey.add(chunk)
    onFraction(++passed / total)
  }
  const collector = new TileInstanceCollector(chooseDetail(survey.shapes, survey.placements, maxTriangles))
  for await (const chunk of model.chunks()) {
    collector.add(chunk, shownRows(chunk, tree))
    onFraction(++passed / total)
  }
  return collector.instances
}

/** Second pass: visits the same rows in the same order as the survey. */
class TileInstanceCollector {
  readonly instances: TileInstance[] = []
  readonly #detail: Detail
  readonly #shapes: (PlacedArrays | null)[] = []
  /** r g b opacity by material number. */
  readonly #colors: number[] = []
  #placement = 0

  constructor(detail: Detail) {
    this.#detail = detail
  }

  add(chunk: Chunk, rows: Iterable<number>): void {
    const source = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      const level = this.#detail.levels[this.#shapes.length]
      this.#shapes.push(level < 0 ? null : withoutUnused(source.arrays(row, level)))
    }
    for (const part of chunk.materials.color) this.#colors.push(part)
    for (const row of rows) if (this.#detail.isSelected[this.#placement++] === 1) this.#addInstance(chunk, row)
  }

  #addInstance(chunk: Chunk, row: number): void {
    const shape = this.#shapes[chunk.instances.geometry[row]]
    if (!shape) return
    const at = chunk.instances.material[row] * 4
    const [red, green, blue, opacity] = this.#colors.slice(at, at + 4)
    const arrays = transformShape(shape, chunk, row)
    const box = computeBounds(arrays.positions)
    const diagonalMetres = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2])
    const element = chunk.instances.node[row]
    this.instances.push({ element, color: [red, green, blue, opacity], arrays, box, diagonalMetres })
  }
}

/** Computes the box, Z up, of positions with Y up. */
function computeBounds(positions: Float32Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    const point = [positions[at], -positions[at + 2], positions[at + 1]]
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], point[axis])
      box[axis + 3] = Math.max(box[axis + 3], point[axis])
    }
  }
  return box
}
