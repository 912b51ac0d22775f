import type { Chunk } from '@kamar/view-package/read'
import type { OnFraction } from '../export-progress.js'
import { type ExportPicture, exportPictures } from '../glb/export-picture.js'
import { ChunkArrays } from '../glb/geometry-arrays.js'
import { wornPictures, type WornPicture } from '../glb/texture-table.js'
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
  /** Pictures on parts, by number. */
  readonly pictures: ReadonlyMap<number, ExportPicture>
}

/** What is made, of which a phone draws at most so many triangles. */
export interface BakeTask {
  readonly model: PackageReader
  readonly mostTriangles: number
  readonly onFraction: OnFraction
}

/** Pixels of the longest side, with few pictures and with many: what a phone has memory for. */
const mostSide = 1024
const mostSideOfMany = 512
const fewPictures = 8

/** The visible triangles of a package within a budget; lines and points stay out. */
export async function bakeModel({ model, mostTriangles, onFraction }: BakeTask): Promise<BakedModel> {
  const tree = await model.tree()
  const survey = new ModelSurvey(tree)
  const worn = new Set<number>()
  const total = Math.max(1, model.manifest.chunks.length * 2)
  let passed = 0
  for await (const chunk of model.chunks()) {
    survey.add(chunk)
    for (const picture of wornPictures(chunk)) if (picture) worn.add(picture.picture)
    onFraction(++passed / total)
  }
  const detail = chooseDetail(survey.shapes, survey.placements, mostTriangles)
  const pictures = await exportPictures(model, worn, worn.size > fewPictures ? mostSideOfMany : mostSide)
  const oven = new Oven(detail, pictures)
  for await (const chunk of model.chunks()) {
    oven.add(chunk, shownRows(chunk, tree))
    onFraction(++passed / total)
  }
  return { ...oven.model(), leftOut: detail.leftOut, pictures }
}

/** The second pass: goes by the same rows in the same order as the survey. */
class Oven {
  readonly #detail: Detail
  /** By geometry number: later chunks place geometries of earlier ones. What the budget lets in is small. */
  readonly #shapes: (PlacedArrays | null)[] = []
  /** r g b opacity by material number. */
  readonly #colors: number[] = []
  /** By material number. */
  readonly #worn: (WornPicture | null)[] = []
  readonly #pictures: ReadonlyMap<number, ExportPicture>
  readonly #parts = new Map<string, PartBuilder>()
  #placement = 0

  constructor(detail: Detail, pictures: ReadonlyMap<number, ExportPicture>) {
    this.#detail = detail
    this.#pictures = pictures
  }

  add(chunk: Chunk, rows: Iterable<number>): void {
    this.#takeShapes(chunk)
    for (const part of chunk.materials.color) this.#colors.push(part)
    this.#worn.push(...wornPictures(chunk))
    for (const row of rows) if (this.#detail.isKept[this.#placement++] === 1) this.#place(chunk, row)
  }

  model(): Pick<BakedModel, 'parts' | 'triangles'> {
    const parts = [...this.#parts.values()].map((builder) => builder.part())
    standOnFloor(parts)
    return { parts, triangles: parts.reduce((sum, { indices }) => sum + indices.length / 3, 0) }
  }

  #wornBy(material: number): WornPicture | null {
    const worn = this.#worn[material] ?? null
    return worn && this.#pictures.has(worn.picture) ? worn : null
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
    const material = chunk.instances.material[row]
    const worn = shape.textureCoordinates === null ? null : this.#wornBy(material)
    const [red, green, blue, opacity] = this.#colors.slice(material * 4, material * 4 + 4)
    const color = worn ? ([...worn.tint, opacity] as const) : ([red, green, blue, opacity] as const)
    const picture = worn && { number: worn.picture, isClamped: worn.isClamped }
    const key = [...color, shape.colors !== null, picture?.number ?? '', picture?.isClamped, shape.isSingleSided].join(
      ' ',
    )
    const builder = this.#parts.get(key) ?? new PartBuilder(color, picture)
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
