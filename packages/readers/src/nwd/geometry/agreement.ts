import type { Fragment } from './fragments.js'
import { countPrimitives } from './rows.js'
import type { Shape } from './shape.js'

/** Why a placed shape is not shown. */
export type ShapeFault = 'damaged' | 'not-a-number' | 'not-as-stated' | 'missing-geometry'

/** What a side may be off, as a part of the greatest coordinate: the file keeps both in 32 bits. */
const boxTolerance = 1e-5

/** Where a placed shape says of its kind, its count and its box what the shape is not. */
export function findFault(shape: Shape, { count, kind, link }: Fragment): ShapeFault | null {
  if (shape.kind !== kind || countPrimitives(shape) !== count) return 'not-as-stated'
  return isBox(shape.positions, link.box) ? null : 'not-as-stated'
}

/** Whether the box is that of the corners: least x y z, greatest x y z. */
export function isBox(positions: Float32Array, box: Float32Array): boolean {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis]
      if (value < min[axis]) min[axis] = value
      if (value > max[axis]) max[axis] = value
    }
  }
  const bounds = [...min, ...max]
  const tolerance = boxTolerance * Math.max(1, ...bounds.map(Math.abs))
  return bounds.every((value, side) => Math.abs(value - box[side]) <= tolerance)
}
