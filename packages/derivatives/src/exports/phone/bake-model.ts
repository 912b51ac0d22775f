import type { Chunk } from '@kamar/view-package/read'
import type { OnFraction } from '../export-progress.js'
import { ChunkArrays } from '../glb/geometry-arrays.js'
import type { PackageReader } from '../package-reader.js'
import { type BakedPart, placed, type PlacedArrays, withoutUnused } from './baked-part.js'
import { chooseDetail, type Detail } from './choose-detail.js'
import { ModelSurvey, shownRows } from './model-survey.js'
import { PartBuilder } from './part-builder.js'

/** A model that a phone can draw: a few large meshes, standing on the floor around the middle. */
export interface BakedModel {
  readonly parts: readonly BakedPart[]
  readonly triangles: number
  /** Objects too small for the budget. */
  readonly leftOut: number
}

/** What is made, of which a phone draws at most so many triangles. */
export interface BakeTask {
  readonly model: PackageReader
  readonly mostTriangles: number
  readonly onFraction: OnFraction
}

/** The visible triangles of a package within a budget; lines stay out. */
export async function bakeModel({ model, mostTriangles, onFraction }: BakeTask): Promise<BakedModel> {
  const tree = await model.tree()
  const survey = new ModelSurvey(tree)
  const total = Math.max(1, model.manifest.chunks.length * 2)
  let passed = 0
  for await (const chunk of model.chunks()) {
    survey.add(chunk)
    onFraction(++passed / total)
  }
  const detail = chooseDetail(survey.shapes, survey.placements, mostTriangles)
  const oven = new Oven(detail)
  for await (const chunk of model.chunks()) {
    oven.add(chunk, shownRows(chunk, tree))
    onFraction(++passed / total)
  }
  return { ...oven.model(), leftOut: detail.leftOut }
}

/** The second pass: goes by the same rows in the same order as the survey. */
class Oven {
  readonly #detail: Detail
  /** By geometry number: later chunks place geometries of earlier ones. What the budget lets in is small. */
  readonly #shapes: (PlacedArrays | null)[] = []
  /** r g b opacity by material number. */
  readonly #colors: number[] = []
  readonly #parts = new Map<string, PartBuilder>()
  #placement = 0

  constructor(detail: Detail) {
    this.#detail = detail
  }

  add(chunk: Chunk, rows: Iterable<number>): void {
    this.#takeShapes(chunk)
    for (const part of chunk.materials.color) this.#colors.push(part)
    for (const row of rows) if (this.#detail.isKept[this.#placement++] === 1) this.#place(chunk, row)
  }

  model(): Pick<BakedModel, 'parts' | 'triangles'> {
    const parts = [...this.#parts.values()].map((builder) => builder.part())
    standOnFloor(parts)
    return { parts, triangles: parts.reduce((sum, { indices }) => sum + indices.length / 3, 0) }
  }

  #takeShapes(chunk: Chunk): void {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      const level = this.#detail.levels[this.#shapes.length]
      this.#shapes.push(level < 0 ? null : withoutUnused(arrays.arrays(row, level)))
    }
  }

  #place(chunk: Chunk, row: number): void {
    const shape = this.#shapes[chunk.instances.geometry[row]]
    if (!shape) return
    const at = chunk.instances.material[row] * 4
    const [red, green, blue, opacity] = this.#colors.slice(at, at + 4)
    const key = `${red} ${green} ${blue} ${opacity} ${shape.colors !== null}`
    const builder = this.#parts.get(key) ?? new PartBuilder([red, green, blue, opacity])
    this.#parts.set(key, builder)
    builder.add(placed(shape, chunk, row))
  }
}

/** The lowest point at height 0, the middle of the plan at 0, 0: where a phone puts a model down. */
function standOnFloor(parts: readonly BakedPart[]): void {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at++) {
      min[at % 3] = Math.min(min[at % 3], positions[at])
      max[at % 3] = Math.max(max[at % 3], positions[at])
    }
  }
  const offset = [(min[0] + max[0]) / 2, min[1], (min[2] + max[2]) / 2]
  for (const { positions } of parts) for (let at = 0; at < positions.length; at++) positions[at] -= offset[at % 3]
}
