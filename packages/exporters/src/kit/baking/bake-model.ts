import type { Chunk } from '@kamar/package-format/read'
import type { OnFraction } from '../export-job.js'
import { type ExportImage, exportImages } from '../export-image.js'
import { ChunkArrays } from '../geometry-arrays.js'
import { listMaterialTextures, type MaterialTexture } from '../gltf/texture-table.js'
import type { PackageReader } from '@kamar/package-format/package-reader'
import { type BakedPart, transformShape, type PlacedArrays, withoutUnused } from './baked-part.js'
import { chooseDetail, type Detail } from './choose-detail.js'
import { ModelSurvey, shownRows } from './model-survey.js'
import { PartBuilder } from './part-builder.js'

/** Model for a phone: a few large meshes, centred and standing on the floor. */
export interface BakedModel {
  readonly parts: readonly BakedPart[]
  readonly triangles: number
  /** Objects omitted because they are too small for the budget. */
  readonly omitted: number
  /** Images of the parts, by number. */
  readonly images: ReadonlyMap<number, ExportImage>
}

/** Input of `bakeModel`: the model and the maximum number of triangles for a phone. */
export interface BakeTask {
  readonly model: PackageReader
  readonly maxTriangles: number
  readonly onFraction: OnFraction
}

/** Longest image side in pixels, with few images and with many: bounded by a phone's memory. */
const maxSide = 1024
const reducedMaxSide = 512
const maxImagesAtFullSize = 8

/** Bakes the visible triangles of a package within a budget, without lines and points. */
export async function bakeModel({ model, maxTriangles, onFraction }: BakeTask): Promise<BakedModel> {
  const tree = await model.tree()
  const survey = new ModelSurvey(tree)
  const bound = new Set<number>()
  const total = Math.max(1, model.manifest.chunks.length * 2)
  let passed = 0
  for await (const chunk of model.chunks()) {
    survey.add(chunk)
    for (const texture of listMaterialTextures(chunk)) if (texture) bound.add(texture.image)
    onFraction(++passed / total)
  }
  const detail = chooseDetail(survey.shapes, survey.placements, maxTriangles)
  const images = await exportImages(model, bound, bound.size > maxImagesAtFullSize ? reducedMaxSide : maxSide)
  const baker = new ModelBaker(detail, images)
  for await (const chunk of model.chunks()) {
    baker.add(chunk, shownRows(chunk, tree))
    onFraction(++passed / total)
  }
  return { ...baker.model(), omitted: detail.omitted, images }
}

/** Second pass: visits the same rows in the same order as the survey. */
class ModelBaker {
  readonly #detail: Detail
  /** By geometry number: later chunks use geometries of earlier ones. The budget keeps this small. */
  readonly #shapes: (PlacedArrays | null)[] = []
  /** r g b opacity by material number. */
  readonly #colors: number[] = []
  /** By material number. */
  readonly #materialTextures: (MaterialTexture | null)[] = []
  readonly #images: ReadonlyMap<number, ExportImage>
  readonly #parts = new Map<string, PartBuilder>()
  #placement = 0

  constructor(detail: Detail, images: ReadonlyMap<number, ExportImage>) {
    this.#detail = detail
    this.#images = images
  }

  add(chunk: Chunk, rows: Iterable<number>): void {
    this.#takeShapes(chunk)
    for (const part of chunk.materials.color) this.#colors.push(part)
    this.#materialTextures.push(...listMaterialTextures(chunk))
    for (const row of rows) if (this.#detail.isSelected[this.#placement++] === 1) this.#addInstance(chunk, row)
  }

  model(): Pick<BakedModel, 'parts' | 'triangles'> {
    const parts = [...this.#parts.values()].map((builder) => builder.part())
    centerOnFloor(parts)
    return { parts, triangles: parts.reduce((sum, { indices }) => sum + indices.length / 3, 0) }
  }

  #findTexture(material: number): MaterialTexture | null {
    const bound = this.#materialTextures[material] ?? null
    return bound && this.#images.has(bound.image) ? bound : null
  }

  #takeShapes(chunk: Chunk): void {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      const level = this.#detail.levels[this.#shapes.length]
      this.#shapes.push(level < 0 ? null : withoutUnused(arrays.arrays(row, level)))
    }
  }

  #addInstance(chunk: Chunk, row: number): void {
    const shape = this.#shapes[chunk.instances.geometry[row]]
    if (!shape) return
    const material = chunk.instances.material[row]
    const bound = shape.textureCoordinates === null ? null : this.#findTexture(material)
    const [red, green, blue, opacity] = this.#colors.slice(material * 4, material * 4 + 4)
    const color = bound ? ([...bound.tint, opacity] as const) : ([red, green, blue, opacity] as const)
    const texture = bound && { number: bound.image, isClamped: bound.isClamped }
    const key = [...color, shape.colors !== null, texture?.number ?? '', texture?.isClamped, shape.isSingleSided].join(
      ' ',
    )
    const builder = this.#parts.get(key) ?? new PartBuilder(color, texture)
    this.#parts.set(key, builder)
    builder.add(transformShape(shape, chunk, row))
  }
}

/**
 * Moves the parts so that the lowest point is at height 0 and the centre of the plan at 0, 0: the origin of a phone's
 * placement.
 */
function centerOnFloor(parts: readonly BakedPart[]): void {
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
