import type { MeshQuality } from '@kamar/core'

/** Maximum deviation of a mesh from its surface. */
export interface Deflection {
  /** Millimetres. */
  readonly linear: number
  /** Radians between neighbouring facets. */
  readonly angular: number
}

/** Ratios to the mean side of the part's box. Standard is the default of comparable tools, so that times compare. */
const linearParts: Readonly<Record<MeshQuality, number>> = { draft: 0.004, standard: 0.001, fine: 0.000_25 }
const angles: Readonly<Record<MeshQuality, number>> = { draft: 0.8, standard: 0.5, fine: 0.25 }

const minLinearMillimetres = 1e-5

/** Returns the deflection for a part of any size: linear as a ratio of the mean side of its box, angular in radians. */
export function relativeDeflection(quality: MeshQuality): Deflection {
  return { linear: linearParts[quality], angular: angles[quality] }
}

/**
 * Computes the deflection for a part with these box sides, in millimetres: large parts get coarser absolute tolerances.
 */
export function deflectionFor(sides: readonly [number, number, number], quality: MeshQuality): Deflection {
  const mean = (sides[0] + sides[1] + sides[2]) / 3
  const linear = Math.max(mean * linearParts[quality], minLinearMillimetres)
  return { linear: Number.isFinite(linear) ? linear : 1, angular: angles[quality] }
}
