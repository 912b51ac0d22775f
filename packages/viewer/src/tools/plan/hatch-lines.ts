import { findCrossings } from './crossings.js'

/** Lines of a hatch: their direction and distance. */
export interface HatchPattern {
  readonly degrees: number
  /** In the unit of the outlines. */
  readonly spacing: number
}

/** Limit for one outline: a hatch that is too fine for its area is omitted. */
const maxLines = 5000

/** Computes the hatch lines within outlines, four numbers each; outlines inside others are holes. */
export function computeHatchLines(loops: readonly ArrayLike<number>[], { degrees, spacing }: HatchPattern): number[] {
  const radians = (degrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  // In the rotated system, hatch lines are horizontal.
  const rotated = loops.map((loop) =>
    Array.from({ length: loop.length }, (_, at) =>
      at % 2 === 0 ? loop[at] * cosine + loop[at + 1] * sine : loop[at] * cosine - loop[at - 1] * sine,
    ),
  )
  let [low, high] = [Infinity, -Infinity]
  for (const loop of rotated)
    for (let at = 1; at < loop.length; at += 2) {
      low = Math.min(low, loop[at])
      high = Math.max(high, loop[at])
    }
  if (!(spacing > 0) || (high - low) / spacing > maxLines) return []
  const out: number[] = []
  // Multiples of the spacing: hatches of adjacent parts continue each other.
  for (let line = Math.ceil(low / spacing); line * spacing <= high; line++) {
    const y = line * spacing
    const crossings = findCrossings(rotated, y)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from, to] = [crossings[at], crossings[at + 1]]
      out.push(from * cosine - y * sine, from * sine + y * cosine, to * cosine - y * sine, to * sine + y * cosine)
    }
  }
  return out
}
