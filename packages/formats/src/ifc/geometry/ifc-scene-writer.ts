import {
  TranslationError,
  type MaterialId,
  type MeshId,
  type Placement,
  type PreparedMesh,
  type SceneBuilder,
} from '@kamar/core'
import { isFiniteMatrix, multiplyMatrices, scaleTranslation, type Matrix } from '@kamar/core/math'
import type { Associations } from '../model/associations.js'
import type { Shape } from '../model/shapes/shape-table.js'
import { objectAttribute } from '../model/ifc-file.js'
import { unpackMesh } from './mesh-packing.js'
import { NodeBoxes } from './node-boxes.js'
import type { FinishedShard } from './queue/meshing-task.js'
import { placedStride, type ShapeFailure, type ShardResult } from './shards/shard.js'
import type { ShardSource } from './shards/shard-builder.js'

/** Distance from the origin beyond which models are moved: within it, float32 positions are exact to 0.06 mm. */
const farMetres = 1000

/** Element frames that are cached; others are computed again. */
const maxCachedFrames = 16_384

/** The style of an element's material has not been looked for; -1 means that it has none. */
const unknownStyle = -2

interface PlacedMesh {
  readonly shape: Shape
  readonly key: string
  readonly style: number
  readonly matrix: Matrix
}

interface Instance {
  readonly node: number
  readonly key: string
  readonly style: number
  readonly placement: Matrix
}

/** Writer of the workers' results to the scene: each mesh once, and an instance for each of its occurrences. */
export class IfcSceneWriter {
  readonly #source: ShardSource
  readonly #scene: SceneBuilder
  readonly #associations: Associations
  readonly #unitMetres: number
  readonly #triangleLimit: number
  readonly #arrived = new Map<string, PreparedMesh>()
  readonly #meshIds = new Map<string, MeshId | null>()
  readonly #materialIds = new Map<number, MaterialId>()
  readonly #kernelPlacements = new Map<number, Matrix>()
  readonly #elementFrames = new Map<number, Matrix | null>()
  /** Frames of elements that are arranged side by side. */
  readonly #arrangedFrames = new Map<number, Matrix>()
  /** By node id, the style of its material, or `unknownStyle`. */
  readonly #materialStyles: Int32Array
  /** Number of instances by node id. */
  readonly instanceCounts: Uint32Array
  /** Reason for a missing part, by node id. */
  readonly failures = new Map<number, ShapeFailure>()
  /** Offset by which the model is moved, once it is known. */
  origin: readonly [number, number, number] | null = null
  triangles = 0

  constructor(input: {
    source: ShardSource
    scene: SceneBuilder
    associations: Associations
    unitMetres: number
    triangleLimit: number
  }) {
    this.#source = input.source
    this.#scene = input.scene
    this.#associations = input.associations
    this.#unitMetres = input.unitMetres
    this.#triangleLimit = input.triangleLimit
    this.instanceCounts = new Uint32Array(input.source.tree.rows.length)
    this.#materialStyles = new Int32Array(input.source.tree.rows.length).fill(unknownStyle)
  }

  /** Writes the meshes and instances of a shard, in its order. */
  push(finished: FinishedShard): void {
    const { planned, result } = finished
    this.#storeMeshes(result)
    this.#storePlacements(planned.placementRows, result.placements)
    const instances: Instance[] = []
    for (const entry of this.#placedMeshes(planned.shapes, result)) {
      for (const instance of this.#listInstances(entry)) instances.push(instance)
    }
    if (instances.length > 0) this.settleOrigin(instances.map(({ placement }) => placement))
    for (const instance of instances) this.#addInstance(instance)
    for (const [shape, failure] of finished.failures) this.#noteFailure(shape, failure)
  }

  /**
   * Arranges the elements of these shards side by side, for files that hold a library of types: each has a shape but no
   * placement. Must be called before they are written.
   */
  arrange(shards: readonly FinishedShard[]): void {
    const boxes = new NodeBoxes()
    for (const { planned, result } of shards) {
      this.#storeMeshes(result)
      for (const entry of this.#placedMeshes(planned.shapes, result)) {
        const mesh = this.#arrived.get(entry.key)
        if (mesh) for (const { node, placement } of this.#listInstances(entry)) boxes.add(node, mesh, placement)
      }
    }
    for (const [node, [x, y]] of boxes.sideBySide()) {
      const frame = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x / this.#unitMetres, y / this.#unitMetres, 0)
      this.#arrangedFrames.set(node, frame)
    }
  }

  #noteFailure(shape: number, failure: ShapeFailure): void {
    for (const { node } of this.#source.plan.occurrences.of(shape)) this.failures.set(node, failure)
  }

  #storeMeshes(result: ShardResult): void {
    for (const { key, mesh } of result.meshes) {
      if (!this.#meshIds.has(key)) this.#arrived.set(key, unpackMesh(mesh, result.buffer))
    }
  }

  #storePlacements(rows: readonly number[], placements: Float64Array): void {
    rows.forEach((row, index) => {
      const matrix = placements.slice(index * 12, index * 12 + 12)
      if (isFiniteMatrix(matrix)) this.#kernelPlacements.set(row, matrix)
    })
  }

  *#placedMeshes(shapes: readonly number[], result: ShardResult): Generator<PlacedMesh & { number: number }> {
    const { placedNumbers, placedMatrices } = result
    for (let at = 0; at < placedNumbers.length; at += placedStride) {
      const number = shapes[placedNumbers[at]]
      const row = at / placedStride
      yield {
        number,
        shape: this.#source.plan.shapes.get(number),
        key: result.meshKeys[placedNumbers[at + 1]],
        style: placedNumbers[at + 2],
        matrix: placedMatrices.slice(row * 12, row * 12 + 12),
      }
    }
  }

  *#listInstances(entry: PlacedMesh & { number: number }): Generator<Instance> {
    const { plan, styles } = this.#source
    const { key, shape, matrix } = entry
    const itemStyle = entry.style >= 0 || shape.kind === 'element' ? entry.style : styles.ofItem(shape.row)
    for (const occurrence of plan.occurrences.of(entry.number)) {
      const style = itemStyle >= 0 ? itemStyle : occurrence.style
      // The kernel cuts elements in place, so their transform is already final.
      const frame = shape.kind === 'element' ? null : this.#computeFrame(occurrence.node, occurrence.frame)
      if (shape.kind !== 'element' && frame === null) continue
      const placement = frame === null ? matrix : multiplyMatrices(frame, matrix)
      if (isFiniteMatrix(placement)) yield { node: occurrence.node, key, style, placement }
    }
  }

  /** Computes the element placement with the frame, in metres; null when the kernel failed to compute the placement. */
  #computeFrame(node: number, frame: number): Matrix | null {
    const element = this.elementFrame(node)
    if (element === null) return null
    const { frames } = this.#source.plan
    return scaleTranslation(multiplyMatrices(element, frames.get(frame)), this.#unitMetres)
  }

  /**
   * Returns the transform of an element, in the file's unit; null when only the kernel can compute it and was not asked
   * to.
   */
  elementFrame(node: number): Matrix | null {
    const cached = this.#arrangedFrames.get(node) ?? this.#elementFrames.get(node)
    if (cached !== undefined) return cached
    const { file, tree, placements } = this.#source
    const product = tree.rows[node]
    const row = product < 0 ? -1 : file.rowAt(product, objectAttribute.placement)
    const entry = placements.of(row)
    const matrix = entry === 'kernel' ? (this.#kernelPlacements.get(row) ?? null) : entry
    if (this.#elementFrames.size >= maxCachedFrames) this.#elementFrames.clear()
    this.#elementFrames.set(node, matrix)
    return matrix
  }

  /**
   * Sets the origin to the centre of the first placements, in whole metres, when that is far out: stray elements do not
   * move the model.
   */
  settleOrigin(placements: readonly Matrix[]): void {
    if (this.origin !== null) return
    const computeMedian = (axis: number): number => {
      const values = Float64Array.from(placements, (placement) => placement[9 + axis]).sort()
      return Math.round(values[values.length >> 1])
    }
    const center = [computeMedian(0), computeMedian(1), computeMedian(2)] as const
    const isFar = center.some((value) => Math.abs(value) > farMetres)
    this.origin = isFar ? center : [0, 0, 0]
    if (isFar) this.#scene.setOrigin(center)
  }

  #addInstance({ node, key, style, placement }: Instance): void {
    const mesh = this.#meshId(key)
    if (mesh === null) return
    const material = this.#materialId(style >= 0 ? style : this.#styleOfMaterial(node))
    this.#scene.addInstance({ node, mesh, placement: placementTuple(placement), material })
    this.instanceCounts[node]++
  }

  #meshId(key: string): MeshId | null {
    const cached = this.#meshIds.get(key)
    if (cached !== undefined) return cached
    const mesh = this.#arrived.get(key)
    this.#arrived.delete(key)
    const id = mesh ? this.#scene.addMesh(mesh) : null
    this.#meshIds.set(key, id)
    if (mesh && id !== null) this.#countTriangles(mesh)
    return id
  }

  #countTriangles(mesh: PreparedMesh): void {
    this.triangles += (mesh.levels[0]?.count ?? 0) / 3
    if (this.triangles <= this.#triangleLimit) return
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${this.#triangleLimit} triangles` } })
  }

  #materialId(style: number): MaterialId | null {
    if (style < 0) return null
    const cached = this.#materialIds.get(style)
    if (cached !== undefined) return cached
    const id = this.#scene.addMaterial(this.#source.styles.all[style])
    this.#materialIds.set(style, id)
    return id
  }

  #styleOfMaterial(node: number): number {
    const cached = this.#materialStyles[node]
    if (cached !== unknownStyle) return cached
    const row = this.#source.tree.rows[node]
    const styles =
      row < 0 ? [] : this.#associations.getMaterials(row).map((material) => this.#source.styles.ofMaterial(material))
    const style = styles.find((each) => each >= 0) ?? -1
    this.#materialStyles[node] = style
    return style
  }
}

/** Converts a matrix to the scene's placement. */
export function placementTuple(m: Matrix): Placement {
  return [m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]]
}
