import type { MeshInput } from '@kamar/core'
import { chooseStep } from './vertices/choose-step.js'
import { isNear } from './vertices/quantisation.js'
import type { Workspace } from './workspace.js'

/** Origin and quantisation step of a mesh. */
export interface QuantisationFrame {
  readonly origin: readonly [number, number, number]
  /** Metres per step, the same on all axes. */
  readonly step: number
  /** Longest side of the box, metres. */
  readonly extent: number
}

/**
 * Writes the corners of triangles whose vertices exist and are finite to `workspace.source` and sets the frame. Null
 * when none are left or all coincide in one point.
 */
export function collectTriangles(
  input: MeshInput,
  workspace: Workspace,
): { cornerCount: number; frame: QuantisationFrame } | null {
  const { positions, indices } = input
  const { source } = workspace
  const vertexCount = Math.floor(positions.length / 3)
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  const isUsable = (vertex: number): boolean =>
    vertex < vertexCount &&
    isNear(positions[vertex * 3]) &&
    isNear(positions[vertex * 3 + 1]) &&
    isNear(positions[vertex * 3 + 2])
  let cornerCount = 0
  for (let at = 0; at + 2 < indices.length; at += 3) {
    if (!isUsable(indices[at]) || !isUsable(indices[at + 1]) || !isUsable(indices[at + 2])) continue
    for (let corner = at; corner < at + 3; corner++) source[cornerCount++] = indices[corner]
  }
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let corner = 0; corner < cornerCount; corner++) {
      const value = positions[source[corner] * 3 + axis]
      if (value < low) low = value
      if (value > high) high = value
    }
    min[axis] = low
    max[axis] = high
  }
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const
  const extent = Math.max(...sides)
  if (!(extent > 0)) return null
  const origin = [min[0], min[1], min[2]] as const
  const step = chooseStep({ positions, source, cornerCount, origin, sides })
  return { cornerCount, frame: { origin, step, extent } }
}
