import type { InstanceInput, MaterialId } from '@kamar/core'
import { GrowingColumn } from './growing-column.js'

/** Instances as columns; instance i is row i of each. */
export class InstanceStore {
  readonly #nodes = new GrowingColumn(Uint32Array)
  readonly #meshes = new GrowingColumn(Uint32Array)
  readonly #materials = new GrowingColumn(Uint32Array)
  readonly #placements = new GrowingColumn(Float64Array)

  get count(): number {
    return this.#nodes.length
  }
  get node(): Uint32Array {
    return this.#nodes.view()
  }
  get mesh(): Uint32Array {
    return this.#meshes.view()
  }
  get material(): Uint32Array {
    return this.#materials.view()
  }
  /** Twelve per instance: x, y and z axis, then translation relative to the model origin; metres, float64. */
  get placement(): Float64Array {
    return this.#placements.view()
  }

  /** Adds an instance with its resolved material; returns false and adds nothing when its transform is not finite. */
  add(instance: InstanceInput, material: MaterialId, origin: readonly number[]): boolean {
    if (!instance.placement.every((value) => Number.isFinite(value))) return false
    this.#nodes.push(instance.node)
    this.#meshes.push(instance.mesh)
    this.#materials.push(material)
    this.#placements.pushAll(instance.placement)
    const translation = this.#placements.view().subarray(-3)
    for (let axis = 0; axis < 3; axis++) translation[axis] -= origin[axis]
    return true
  }
}
