import type { Finding } from '@kamar/scene'
import type { VectorTable } from '../shared/growing-array.js'
import { lengthUnits } from '../shared/units.js'
import type { LengthUnit } from '../shared/units.js'

/** A site of ten kilometres is rarer than a house of ten metres in millimetres. */
const largestExtentInMetres = 10_000
/** From here on the model is moved to zero, so that float32 stays exact. */
const farFromZeroMetres = 1000

/** Smallest and largest corner of the vertices read so far, in the file's own unit and axes. */
export interface Extent {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** The box of a table's vectors; those that are no numbers are left out. */
export function extentOf(positions: VectorTable): Extent {
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

/** The unit to read a model in, and the finding that says why. */
export interface UnitDecision {
  readonly unit: LengthUnit
  readonly finding: Finding
}

/**
 * OBJ has no unit. What a comment names is believed; otherwise the model is taken to be in metres, unless that would
 * make it larger than any building site, which are millimetres then.
 */
export function decideUnit(stated: LengthUnit | null, { min, max }: Extent): UnitDecision {
  const extent = Math.max(0, ...min.map((value, axis) => (max[axis] ?? value) - value))
  if (stated) return { unit: stated, finding: finding('unit-from-comment', stated, extent) }
  const unit = extent > largestExtentInMetres ? lengthUnits.millimetre : lengthUnits.metre
  return { unit, finding: finding('unit-assumed', unit, extent) }
}

function finding(code: string, unit: LengthUnit, extent: number): Finding {
  const metres = Number((extent * unit.metres).toPrecision(4))
  return { code, severity: 'information', details: { unit: unit.name, metres } }
}

/** The origin to take out, in whole metres and Z up; zero for models that stand near it. */
export function decideOrigin({ min, max }: Extent, { metres }: LengthUnit): [number, number, number] {
  const middle = (axis: 0 | 1 | 2): number => ((min[axis] + max[axis]) / 2) * metres
  const turned: [number, number, number] = [middle(0), -middle(2), middle(1)]
  if (!turned.every(Number.isFinite) || Math.hypot(...turned) < farFromZeroMetres) return [0, 0, 0]
  return [Math.round(turned[0]) + 0, Math.round(turned[1]) + 0, Math.round(turned[2]) + 0]
}
