import type { Fragment } from './fragments.js'
import { countPrimitives } from './rows.js'
import type { Shape } from './shape.js'

/** Reason why a shape instance is not shown. */
export type ShapeFault = 'damaged' | 'not-a-number' | 'not-as-stated' | 'missing-geometry'

/** Tolerance of a box side, as a fraction of the largest coordinate: the file stores both in 32 bits. */
const boxTolerance = 1e-5

/** Finds a mismatch between a shape and its instance in kind, count or box. */
export function findFault(shape: Shape, { count, kind, link }: Fragment): ShapeFault | null {
  if (shape.kind !== kind || countPrimitives(shape) !== count) return 'not-as-stated'
  return isBox(shape.positions, link.box) ? null : 'not-as-stated'
}

/** Returns whether the box is that of the vertices: min x y z, max x y z. */
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
