import { signedArea } from '../../engine/geometry/polygons.js'

/** Lines across an outline on which the widest inside is sought. */
const scanCount = 15

/**
 * Returns a point inside outlines with much space to its sides: the middle of the widest run of a few horizontal lines,
 * the central ones first.
 */
export function computeLabelPoint(loops: readonly Float64Array[]): readonly [number, number] {
  const [outer] = loops.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
  if (outer === undefined) return [0, 0]
  const ys = outer.filter((_, at) => at % 2 === 1)
  const [bottom, top] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  let best: { readonly score: number; readonly point: readonly [number, number] } | null = null
  for (let scan = 1; scan < scanCount; scan++) {
    const y = bottom + ((top - bottom) * scan) / scanCount
    const crossings = findCrossings(loops, y)
    // A central line wins over one that is a little wider.
    const centrality = 1 - Math.abs(scan / scanCount - 0.5) * 0.6
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const score = (crossings[at + 1] - crossings[at]) * centrality
      if (best === null || score > best.score) best = { score, point: [(crossings[at] + crossings[at + 1]) / 2, y] }
    }
  }
  return best?.point ?? [outer[0], outer[1]]
}

function findCrossings(loops: readonly Float64Array[], y: number): number[] {
  const out: number[] = []
  for (const loop of loops)
    for (let at = 0; at < loop.length; at += 2) {
      const next = (at + 2) % loop.length
      const [y1, y2] = [loop[at + 1], loop[next + 1]]
      if (y1 > y === y2 > y) continue
      out.push(loop[at] + ((loop[next] - loop[at]) * (y - y1)) / (y2 - y1))
    }
  return out.sort((a, b) => a - b)
}
