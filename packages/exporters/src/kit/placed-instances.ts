import { type Chunk, geometryKind } from '@kamar/package-format/read'
import { ChunkArrays } from './geometry-arrays.js'
import type { OnFraction } from './export-job.js'
import type { PackageReader } from '@kamar/package-format/package-reader'
import { transformShape, type PlacedArrays, withoutUnused } from './baking/baked-part.js'
import { shownRows } from './baking/model-survey.js'

/** Visible instance at full detail, transformed. */
export interface PlacedInstance {
  /** Element number. */
  readonly element: number
  /** Material number. */
  readonly material: number
  /** Metres minus the model origin, Y up. */
  readonly arrays: PlacedArrays
}

/** Source of a package's transformed instances. */
export class InstanceSource {
  readonly #model: PackageReader
  /** By geometry number: 1 plus the number of the chunk that uses it last; 0 for those never visible. */
  readonly #lastUse: number[] = []
  #triangles = 0

  private constructor(model: PackageReader) {
    this.#model = model
  }

  /** Scans the package once to find the last use of each geometry. Calls `onChunk` for every chunk. */
  static async open(model: PackageReader, onChunk: (chunk: Chunk) => void = () => undefined): Promise<InstanceSource> {
    const source = new InstanceSource(model)
    const tree = await model.tree()
    const triangles: number[] = []
    let number = 0
    for await (const chunk of model.chunks()) {
      number++
      const { geometries, instances } = chunk
      for (let row = 0; row < geometries.count; row++) {
        source.#lastUse.push(0)
        triangles.push(geometries.kind[row] === geometryKind.triangles ? geometries.levelCount[row * 3] / 3 : 0)
      }
      for (const row of shownRows(chunk, tree)) {
        const geometry = instances.geometry[row]
        source.#lastUse[geometry] = number
        source.#triangles += triangles[geometry]
      }
      onChunk(chunk)
    }
    return source
  }

  /** Returns the triangle count of all visible instances. */
  get triangles(): number {
    return this.#triangles
  }

  /** Yields every visible instance that has triangles, in package order. */
  async *instances(onFraction: OnFraction): AsyncGenerator<PlacedInstance> {
    const tree = await this.#model.tree()
    const shapes = new Map<number, PlacedArrays>()
    const total = Math.max(1, this.#model.manifest.chunks.length)
    let number = 0
    for await (const chunk of this.#model.chunks()) {
      number++
      this.#cacheShapes(chunk, shapes)
      for (const row of shownRows(chunk, tree)) {
        const shape = shapes.get(chunk.instances.geometry[row])
        if (shape === undefined) continue
        const { material, node } = chunk.instances
        yield { element: node[row], material: material[row], arrays: transformShape(shape, chunk, row) }
      }
      for (const geometry of shapes.keys()) if (this.#lastUse[geometry] <= number) shapes.delete(geometry)
      onFraction(number / total)
    }
  }

  #cacheShapes(chunk: Chunk, shapes: Map<number, PlacedArrays>): void {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      const geometry = chunk.firstGeometry + row
      const isTriangles = chunk.geometries.kind[row] === geometryKind.triangles
      if (isTriangles && this.#lastUse[geometry] > 0) shapes.set(geometry, withoutUnused(arrays.arrays(row)))
    }
  }
}
