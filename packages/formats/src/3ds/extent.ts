import type { Placement } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import type { TdsMesh } from './model.js'

/** Bounding box of all placed meshes, in the file's unit. */
export class Extent {
  readonly min: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly max: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  /** Extends the box by a transformed mesh: by the eight corners of its own box. */
  add({ positions }: TdsMesh, placement: Placement): void {
    const box = computeBounds(positions)
    if (!box || !placement.every(isCoordinate)) return
    for (let boxCorner = 0; boxCorner < 8; boxCorner++) {
      const point = [0, 1, 2].map((axis) => (boxCorner & (1 << axis) ? box.max[axis] : box.min[axis]))
      for (const axis of [0, 1, 2] as const) {
        const value =
          placement[9 + axis] +
          placement[axis] * point[0] +
          placement[3 + axis] * point[1] +
          placement[6 + axis] * point[2]
        this.min[axis] = Math.min(this.min[axis], value)
        this.max[axis] = Math.max(this.max[axis], value)
      }
    }
  }

  get longestSide(): number {
    return Math.max(0, ...this.min.map((value, axis) => this.max[axis] - value))
  }

  get center(): readonly [number, number, number] {
    const [x, y, z] = this.min.map((value, axis) => (value + this.max[axis]) / 2)
    return [x, y, z]
  }
}

function computeBounds(positions: Float32Array): { min: number[]; max: number[] } | null {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at++) {
    const value = positions[at]
    if (!isCoordinate(value)) continue
    min[at % 3] = Math.min(min[at % 3], value)
    max[at % 3] = Math.max(max[at % 3], value)
  }
  return min.every(Number.isFinite) ? { min, max } : null
}
