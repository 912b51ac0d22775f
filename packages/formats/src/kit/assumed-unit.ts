import { type Finding, lengthUnits, type LengthUnit } from '@kamar/core'
import { information } from './report.js'

/** A site of ten kilometres is rarer than a house of ten metres in millimetres. */
const maxExtentMetres = 10_000
/** Beyond this distance a model is moved to the origin, so that float32 stays exact. */
const farFromZeroMetres = 1000

/** Unit to read a model in, and the finding that explains it. */
export interface UnitDecision {
  readonly unit: LengthUnit
  readonly finding: Finding
}

/**
 * Decides the unit of a model whose format has none, from its longest side in file units. A unit declared in a comment
 * wins; otherwise the model is in metres, unless that would exceed any building site, which makes it millimetres.
 */
export function decideUnit(declaredUnit: LengthUnit | null, longestSide: number): UnitDecision {
  if (declaredUnit) return { unit: declaredUnit, finding: finding('unit-from-comment', declaredUnit, longestSide) }
  const unit = longestSide > maxExtentMetres ? lengthUnits.millimetre : lengthUnits.metre
  return { unit, finding: finding('unit-assumed', unit, longestSide) }
}

function finding(code: string, unit: LengthUnit, longestSide: number): Finding {
  const metres = Number((longestSide * unit.metres).toPrecision(4))
  return information(code, { unit: unit.name, metres })
}

/**
 * Returns the origin to subtract from a model around this point (metres, Z up): whole metres; zero for a model near the
 * origin.
 */
export function originNear(center: readonly [number, number, number]): [number, number, number] {
  if (!center.every(Number.isFinite) || Math.hypot(...center) < farFromZeroMetres) return [0, 0, 0]
  return [Math.round(center[0]) + 0, Math.round(center[1]) + 0, Math.round(center[2]) + 0]
}
