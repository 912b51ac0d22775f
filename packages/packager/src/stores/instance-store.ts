import type { InstanceInput, MaterialId } from '@kamar/core'
import type { ScratchStorage } from '../files/scratch-file.js'
import { GrowingColumn } from './growing-column.js'
import { PlacementRows } from './columns/placement-rows.js'

/** Instances as columns; instance i is row i of each. */
export class InstanceStore {
  readonly #nodes = new GrowingColumn(Uint32Array)
  readonly #meshes = new GrowingColumn(Uint32Array)
  readonly #materials = new GrowingColumn(Uint32Array)
  readonly #placements: PlacementRows

  constructor(storage: ScratchStorage | null = null) {
    this.#placements = new PlacementRows(storage)
  }

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

  /**
   * Copies the placements of these rows: twelve numbers each, x, y and z axis, then translation relative to the model
   * origin; metres, float64.
   */
  gatherPlacements(rows: Uint32Array): Float64Array {
    return this.#placements.gather(rows)
  }

  /** Adds an instance with its resolved material; returns false and adds nothing when its transform is not finite. */
  add(instance: InstanceInput, material: MaterialId, origin: readonly number[]): boolean {
    const { node, mesh, placement } = instance
    if (!placement.every((value) => Number.isFinite(value))) return false
    this.#nodes.push(node)
    this.#meshes.push(mesh)
    this.#materials.push(material)
    this.#placements.push([
      ...placement.slice(0, 9),
      placement[9] - origin[0],
      placement[10] - origin[1],
      placement[11] - origin[2],
    ])
    return true
  }

  /** Frees the placements. */
  close(): void {
    this.#placements.close()
  }
}
