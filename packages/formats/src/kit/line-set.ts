import type { LinesInput } from '@kamar/core'
import type { Vector } from '@kamar/core/math'

/** Consecutive connected points. */
export type Polyline = readonly Vector[]

/**
 * Converts polylines to one set of segments: metres relative to `from`, where float32 is exact enough; `metres` per
 * unit.
 */
export function lineSet(polylines: readonly Polyline[], from: Vector, metres: number): LinesInput {
  const points = polylines.reduce((sum, line) => sum + line.length, 0)
  const segments = polylines.reduce((sum, line) => sum + Math.max(0, line.length - 1), 0)
  const positions = new Float32Array(3 * points)
  const indices = new Uint32Array(2 * segments)
  let vertex = 0
  let index = 0
  for (const line of polylines) {
    for (const [at, point] of line.entries()) {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = (point[axis] - from[axis]) * metres
      if (at > 0) {
        indices[index++] = vertex - 1
        indices[index++] = vertex
      }
      vertex++
    }
  }
  return { positions, indices }
}
