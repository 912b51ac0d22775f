import { signedArea } from '../../engine/geometry/polygons.js'
import { findCrossings } from './crossings.js'

/** Lines across an outline on which the widest inside is sought. */
const scanCount = 15

/** Point of a name, and the space to its sides together. */
export interface LabelPoint {
  readonly x: number
  readonly y: number
  readonly width: number
}

/**
 * Returns a point inside outlines with much space to its sides: the centre of the widest run of a few horizontal lines,
 * the central ones first.
 */
export function computeLabelPoint(loops: readonly Float64Array[]): LabelPoint {
  const [outer] = loops.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
  if (outer === undefined) return { x: 0, y: 0, width: 0 }
  const ys = outer.filter((_, at) => at % 2 === 1)
  const [bottom, top] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  let best: LabelPoint = { x: outer[0], y: outer[1], width: 0 }
  let bestScore = 0
  for (let scan = 1; scan < scanCount; scan++) {
    const y = bottom + ((top - bottom) * scan) / scanCount
    const crossings = findCrossings(loops, y)
    // A central line wins over one that is a little wider.
    const centrality = 1 - Math.abs(scan / scanCount - 0.5) * 0.6
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const width = crossings[at + 1] - crossings[at]
      if (width * centrality <= bestScore) continue
      bestScore = width * centrality
      best = { x: (crossings[at] + crossings[at + 1]) / 2, y, width }
    }
  }
  return best
}
