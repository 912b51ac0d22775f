import { decideUnit, originNear } from '../kit/assumed-unit.js'
import type { UnitDecision } from '../kit/assumed-unit.js'
import type { VectorTable } from '../kit/growing-array.js'
import type { LengthUnit } from '@kamar/core'

/** Bounding box of the vertices read so far, in the file's own unit and axes. */
export interface Extent {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** Computes the bounding box of a table's vectors without non-finite ones. */
export function computeExtent(positions: VectorTable): Extent {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const axis of [0, 1, 2] as const) {
    for (let vector = 0; vector < positions.count; vector++) {
      const value = positions.at(vector, axis)
      if (value < min[axis]) min[axis] = value
      if (value > max[axis]) max[axis] = value
    }
  }
  return { min, max }
}

/**
 * Returns the unit, which OBJ does not define: the one named in a comment, or one that gives the model's longest side a
 * plausible size.
 */
export function unitOfModel(declaredUnit: LengthUnit | null, { min, max }: Extent): UnitDecision {
  return decideUnit(declaredUnit, Math.max(0, ...min.map((value, axis) => (max[axis] ?? value) - value)))
}

/** Returns the origin to subtract, in whole metres and Z up; zero for models near the origin. */
export function originOfModel({ min, max }: Extent, { metres }: LengthUnit): [number, number, number] {
  const center = (axis: 0 | 1 | 2): number => ((min[axis] + max[axis]) / 2) * metres
  return originNear([center(0), -center(2), center(1)])
}
