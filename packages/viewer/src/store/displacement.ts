import type { InstanceStore } from './instance-store.js'
import { placementStride } from './placed-chunk.js'

/** Moves instances away from where the package has them, and back without a trace. */
export class Displacement {
  readonly #instances: InstanceStore
  /** Places in the package of the instances that were moved once: translation and sphere centre, six numbers each. */
  #rest = new Float32Array(0)

  constructor(instances: InstanceStore) {
    this.#instances = instances
  }

  /**
   * Puts every instance where the package has it plus its element's offset: three numbers per element, metres; null puts
   * all back. False when there is nothing to do.
   */
  apply(offsets: Float32Array | null): boolean {
    if (offsets === null && this.#rest.length === 0) return false
    this.#remember()
    const { count, node } = this.#instances
    for (let instance = 0; instance < count; instance++) this.#place(instance, offsets, node[instance] * 3)
    if (offsets === null) this.#rest = new Float32Array(0)
    return true
  }

  #place(instance: number, offsets: Float32Array | null, from: number): void {
    const { placement, sphere } = this.#instances
    for (let axis = 0; axis < 3; axis++) {
      const by = offsets === null || from + axis >= offsets.length ? 0 : offsets[from + axis]
      placement[instance * placementStride + axis * 4 + 3] = this.#rest[instance * 6 + axis] + by
      sphere[instance * 4 + axis] = this.#rest[instance * 6 + 3 + axis] + by
    }
  }

  /** Instances that came since the last time stand where the package has them. */
  #remember(): void {
    const { count, placement, sphere } = this.#instances
    const known = this.#rest.length / 6
    if (known >= count) return
    const rest = new Float32Array(count * 6)
    rest.set(this.#rest)
    for (let instance = known; instance < count; instance++)
      for (let axis = 0; axis < 3; axis++) {
        rest[instance * 6 + axis] = placement[instance * placementStride + axis * 4 + 3]
        rest[instance * 6 + 3 + axis] = sphere[instance * 4 + axis]
      }
    this.#rest = rest
  }
}
