import type { Finding } from '@kamar/scene'
import { lengthUnits } from './units.js'
import type { LengthUnit } from './units.js'

/** A site of ten kilometres is rarer than a house of ten metres in millimetres. */
const maxExtentMetres = 10_000
/** From here on a model is moved to zero, so that float32 stays exact. */
const farFromZeroMetres = 1000

/** The unit to read a model in, and the finding that says why. */
export interface UnitDecision {
  readonly unit: LengthUnit
  readonly finding: Finding
}

/**
 * The unit of a model whose format has none, from its longest side in the file's own numbers. What a comment names is
 * believed; otherwise the model is taken to be in metres, unless that would make it larger than any building site, which
 * are millimetres then.
 */
export function decideUnit(declaredUnit: LengthUnit | null, longestSide: number): UnitDecision {
  if (declaredUnit) return { unit: declaredUnit, finding: finding('unit-from-comment', declaredUnit, longestSide) }
  const unit = longestSide > maxExtentMetres ? lengthUnits.millimetre : lengthUnits.metre
  return { unit, finding: finding('unit-assumed', unit, longestSide) }
}

function finding(code: string, unit: LengthUnit, longestSide: number): Finding {
  const metres = Number((longestSide * unit.metres).toPrecision(4))
  return { code, severity: 'information', details: { unit: unit.name, metres } }
}

/** The origin to take out of a model around this point (metres, Z up): whole metres; zero where it stands near zero. */
export function originNear(center: readonly [number, number, number]): [number, number, number] {
  if (!center.every(Number.isFinite) || Math.hypot(...center) < farFromZeroMetres) return [0, 0, 0]
  return [Math.round(center[0]) + 0, Math.round(center[1]) + 0, Math.round(center[2]) + 0]
}
