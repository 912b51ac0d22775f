import { placementStride, rangeStride, instanceFlag, type GpuInstances } from '../engine/store/gpu-chunk.js'

/** Short description of an instance: a cube about `center`, quantised to 1,000 steps. */
export interface TestInstance {
  readonly node?: number
  readonly geometry?: number
  readonly center?: readonly [number, number, number] | undefined
  readonly radius?: number
  readonly color?: readonly [number, number, number, number]
  readonly errors?: readonly [number, number]
  /** Start and count of levels 0 to 2, of the edges and of the axis. */
  readonly ranges?: readonly number[]
  readonly flags?: number
  readonly coverage?: number
  /** Thickness of long thin bodies, metres; their ranges end with the axis. */
  readonly thickness?: number
}

/** Quantisation steps along an edge of a test instance's cube. */
export const testExtent = 1000

/** Returns columns as the decoder creates them. */
export function placedInstances(instances: readonly TestInstance[]): GpuInstances {
  const count = instances.length
  const rows: GpuInstances = {
    count,
    node: Uint32Array.from(instances, ({ node }, index) => node ?? index),
    geometry: Uint32Array.from(instances, ({ geometry }) => geometry ?? 0),
    color: Uint8Array.from(instances.flatMap(({ color }) => [...(color ?? [100, 150, 200, 255])])),
    placement: new Float32Array(count * placementStride),
    sphere: new Float32Array(count * 4),
    levelError: new Float32Array(count * 2),
    ranges: new Uint32Array(count * rangeStride),
    flags: Uint8Array.from(instances, ({ flags }) => flags ?? instanceFlag.owned | instanceFlag.closed),
  }
  instances.forEach((instance, index) => {
    const {
      center = [0, 0, 0],
      radius = 1,
      errors = [Infinity, Infinity],
      ranges,
      coverage = 0,
      thickness = 0,
    } = instance
    const half = radius / Math.sqrt(3)
    for (let axis = 0; axis < 3; axis++) {
      rows.placement[index * placementStride + axis * 5] = (2 * half) / testExtent
      rows.placement[index * placementStride + axis * 4 + 3] = center[axis] - half
      rows.sphere[index * 4 + axis] = center[axis]
    }
    rows.placement[index * placementStride + 12] = coverage
    rows.placement[index * placementStride + 15] = thickness
    rows.sphere[index * 4 + 3] = radius
    rows.levelError.set(errors, index * 2)
    rows.ranges.set(ranges ?? [index * 36, 36, index * 36, 36, index * 36, 36, 0, 0], index * rangeStride)
  })
  return rows
}
