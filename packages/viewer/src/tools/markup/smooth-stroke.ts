import type { MarkupPoint } from './markup-format.js'

/**
 * Simplifies a stroke: no omitted point is farther than `tolerance` from the line between its remaining neighbours
 * (Ramer, Douglas and Peucker).
 */
export function simplifyStroke(points: readonly MarkupPoint[], tolerance: number): MarkupPoint[] {
  if (points.length < 3) return [...points]
  const retained = new Uint8Array(points.length)
  retained[0] = 1
  retained[points.length - 1] = 1
  const spans: [number, number][] = [[0, points.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [start, end] = span
    const { index, distance } = farthestFrom(points, start, end)
    if (distance <= tolerance) continue
    retained[index] = 1
    spans.push([start, index], [index, end])
  }
  return points.filter((_, index) => retained[index] === 1)
}

function farthestFrom(points: readonly MarkupPoint[], start: number, end: number): { index: number; distance: number } {
  let farthest = { index: start, distance: 0 }
  for (let index = start + 1; index < end; index++) {
    const distance = distanceToSegment(points[index], points[start], points[end])
    if (distance > farthest.distance) farthest = { index, distance }
  }
  return farthest
}

/** Returns the distance of a point from a segment. */
export function distanceToSegment(point: MarkupPoint, a: MarkupPoint, b: MarkupPoint): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / squared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point[0] - a[0] - dx * share, point[1] - a[1] - dy * share)
}

/** A cubic curve: two control points and its end. */
export type Curve = readonly [MarkupPoint, MarkupPoint, MarkupPoint]

/** Returns smooth curves through all points of a stroke, one per pair of neighbours (Catmull–Rom). */
export function curvesThrough(points: readonly MarkupPoint[]): Curve[] {
  const at = (index: number): MarkupPoint => points[Math.min(points.length - 1, Math.max(0, index))]
  return points.slice(1).map((end, before): Curve => {
    const start = points[before]
    const [previous, next] = [at(before - 1), at(before + 2)]
    const first: MarkupPoint = [start[0] + (end[0] - previous[0]) / 6, start[1] + (end[1] - previous[1]) / 6]
    const second: MarkupPoint = [end[0] - (next[0] - start[0]) / 6, end[1] - (next[1] - start[1]) / 6]
    return [first, second, end]
  })
}
