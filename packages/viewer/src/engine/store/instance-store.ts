import { grown } from './growable.js'
import { placementStride, rangeStride, type GpuInstances } from './gpu-chunk.js'

/** `InstanceStore.node` of a row without an instance. */
export const noElement = 0xffff_ffff

/** Instances of a model as columns, which the culler iterates over in every frame. */
export class InstanceStore {
  count = 0
  /** Maximum depth offset of surfaces behind others in their plane, metres; 0 until it is computed. */
  planeSeparation = 0
  /** Element number of each instance. */
  node = new Uint32Array(0)
  geometry = new Uint32Array(0)
  /** r g b opacity from the package. */
  color = new Uint8Array(0)
  /** `placementStride` values each. */
  placement = new Float32Array(0)
  /** Centre and radius of the bounding sphere, four numbers each. */
  sphere = new Float32Array(0)
  /** Two values each. */
  levelError = new Float32Array(0)
  /** `rangeStride` values each. */
  ranges = new Uint32Array(0)
  /** Bits of `instanceFlag`. */
  flags = new Uint8Array(0)

  /** Reserves capacity for `count` instances. */
  reserve(count: number): void {
    this.node = grown(this.node, count)
    this.geometry = grown(this.geometry, count)
    this.color = grown(this.color, count * 4)
    this.placement = grown(this.placement, count * placementStride)
    this.sphere = grown(this.sphere, count * 4)
    this.levelError = grown(this.levelError, count * 2)
    this.ranges = grown(this.ranges, count * rangeStride)
    this.flags = grown(this.flags, count)
  }

  /** Appends the rows of a chunk; instance numbers continue. */
  append(rows: GpuInstances): void {
    const start = this.count
    this.reserve(start + rows.count)
    this.node.set(rows.node, start)
    this.geometry.set(rows.geometry, start)
    this.color.set(rows.color, start * 4)
    this.placement.set(rows.placement, start * placementStride)
    this.sphere.set(rows.sphere, start * 4)
    this.levelError.set(rows.levelError, start * 2)
    this.ranges.set(rows.ranges, start * rangeStride)
    this.flags.set(rows.flags, start)
    this.count += rows.count
  }

  /**
   * Grows `box` (min x y z, max x y z) by the instance; `extent` is its geometry's largest quantised coordinates. Uses
   * the box of the transformed box: exact for axis-aligned instances, slightly large otherwise.
   */
  growBox(instance: number, extent: Uint16Array, box: Float32Array | Float64Array | number[]): void {
    const base = instance * placementStride
    const extentStart = this.geometry[instance] * 3
    for (let axis = 0; axis < 3; axis++) {
      const row = base + axis * 4
      let low = this.placement[row + 3]
      let high = low
      for (let column = 0; column < 3; column++) {
        const delta = this.placement[row + column] * extent[extentStart + column]
        if (delta < 0) low += delta
        else high += delta
      }
      if (low < box[axis]) box[axis] = low
      if (high > box[axis + 3]) box[axis + 3] = high
    }
  }
}

/** Returns an empty box, which any `growBox` replaces. */
export const emptyBox = (): number[] => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
