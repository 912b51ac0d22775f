import type { MeshQuality } from '@kamar/contracts/core'

/** How far a mesh may leave its surface. */
export interface Deflection {
  /** Millimetres. */
  readonly linear: number
  /** Radians between neighbouring facets. */
  readonly angular: number
}

/** Parts of the mean side of the part's box. Standard is what the peers use by default, so that times compare. */
const linearParts: Readonly<Record<MeshQuality, number>> = { draft: 0.004, standard: 0.001, fine: 0.000_25 }
const angles: Readonly<Record<MeshQuality, number>> = { draft: 0.8, standard: 0.5, fine: 0.25 }

const minLinearMillimetres = 1e-5

/** The same for a part of any size: linear as a share of the mean side of its box, angular in radians. */
export function relativeDeflection(quality: MeshQuality): Deflection {
  return { linear: linearParts[quality], angular: angles[quality] }
}

/** The deflection for a part with these box sides, millimetres: large parts get coarser absolute tolerances. */
export function deflectionFor(sides: readonly [number, number, number], quality: MeshQuality): Deflection {
  const mean = (sides[0] + sides[1] + sides[2]) / 3
  const linear = Math.max(mean * linearParts[quality], minLinearMillimetres)
  return { linear: Number.isFinite(linear) ? linear : 1, angular: angles[quality] }
}
