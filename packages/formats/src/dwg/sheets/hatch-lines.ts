import type { PatternLine, Point2 } from '@kamar/codecs/drawing'

/** Max segments of a pattern; a denser one is drawn as a fill, which looks the same on screen and on paper. */
const maxSegments = 40_000
const maxRows = 20_000

/**
 * Computes the lines of a pattern within rings (even-odd), x y x y each; a dot has equal ends. Null when there are too
 * many. Scan-line algorithm: each side of a ring is visited once per family and recorded at the rows it crosses, so
 * that 12,900 lines within an outline of 1,000 vertices take milliseconds.
 */
export function hatchLines(rings: readonly Float64Array[], families: readonly PatternLine[]): number[] | null {
  const segments: number[] = []
  for (const family of families) if (!addFamily(rings, family, segments)) return null
  return segments
}

function addFamily(rings: readonly Float64Array[], family: PatternLine, segments: number[]): boolean {
  const { angle, base, offset, dashes } = family
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const level = ([x, y]: Point2): Point2 => [x * cos + y * sin, y * cos - x * sin]
  const [along, across] = level(offset)
  const start = level(base)
  const distance = Math.abs(across)
  if (!(distance > 0) || !Number.isFinite(along)) return false
  const shift = across < 0 ? -along : along
  const rows = crossings(rings, { level, base: start[1], distance })
  if (rows === null) return false
  for (const [row, values] of rows) {
    values.sort((a, b) => a - b)
    const y = start[1] + row * distance
    const from = start[0] + row * shift
    for (let pair = 0; pair + 1 < values.length; pair += 2) {
      if (
        !addDashes({ from: values[pair], to: values[pair + 1], start: from, dashes }, (a, b) => {
          segments.push(a * cos - y * sin, a * sin + y * cos, b * cos - y * sin, b * sin + y * cos)
          return segments.length <= 4 * maxSegments
        })
      )
        return false
    }
  }
  return true
}

interface Rows {
  readonly level: (point: Point2) => Point2
  readonly base: number
  readonly distance: number
}

/** Computes the crossings of rows with the sides of rings, by row; null when there are too many rows. */
function crossings(rings: readonly Float64Array[], { level, base, distance }: Rows): Map<number, number[]> | null {
  const rows = new Map<number, number[]>()
  let count = 0
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length
      const [ax, ay] = level([ring[at], ring[at + 1]])
      const [bx, by] = level([ring[next], ring[next + 1]])
      const low = Math.ceil((Math.min(ay, by) - base) / distance)
      const high = (Math.max(ay, by) - base) / distance
      if (high - low > maxRows) return null
      // A vertex on a row counts for one of its sides only: the upper end is excluded.
      for (let row = low; row < high; row++) {
        if (++count > 4 * maxSegments) return null
        const x = ax + ((bx - ax) * (base + row * distance - ay)) / (by - ay)
        const values = rows.get(row)
        if (values) values.push(x)
        else rows.set(row, [x])
      }
    }
  }
  return rows
}

interface Dashing {
  readonly from: number
  readonly to: number
  /** Start of the dashes. */
  readonly start: number
  readonly dashes: readonly number[]
}

/** Adds the dashes of a line; returns false as soon as there are too many. */
function addDashes({ from, to, start, dashes }: Dashing, add: (from: number, to: number) => boolean): boolean {
  const period = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0)
  if (!(period > 0)) return add(from, to)
  if ((to - from) / period > maxSegments) return false
  const first = Math.floor((from - start) / period)
  // Far from zero, adding a short dash can leave a number unchanged: the loop counts cycles instead of positions.
  const cycles = Math.ceil((to - from) / period) + 1
  for (let cycle = 0; cycle < cycles; cycle++) {
    let at = start + (first + cycle) * period
    for (const dash of dashes) {
      const end = at + Math.abs(dash)
      if (dash >= 0 && end >= from && at <= to && !add(Math.max(at, from), Math.min(end, to))) return false
      at = end
    }
  }
  return true
}
