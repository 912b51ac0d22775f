import { outlineTriangles, type FlatTriangles } from './outline-triangles.js'

/** A point in a plane. */
type Point = readonly [x: number, y: number]

/** `solid`, `short`, `long` and `longer` are filled triangles of different widths, `open` one without its base. */
export type ArrowheadKind = 'none' | 'solid' | 'dot' | 'tick' | 'short' | 'open' | 'rectangle' | 'long' | 'longer'

/** Ratio of half the width of a triangle to its length. */
const halfWidths: Partial<Record<ArrowheadKind, number>> = { solid: 1 / 4, short: 1 / 2, long: 1 / 6, longer: 1 / 12 }
const dotVertices = 16

/** An arrowhead in its plane. */
export interface Arrowhead {
  readonly fills: readonly FlatTriangles[]
  readonly lines: readonly (readonly Point[])[]
}

/** Builds the arrowhead at the end of a line from `from`. */
export function arrowhead(
  kind: ArrowheadKind,
  { tip, from, length }: { readonly tip: Point; readonly from: Point; readonly length: number },
): Arrowhead {
  const distance = Math.hypot(from[0] - tip[0], from[1] - tip[1])
  if (kind === 'none' || !(distance > 0) || !(length > 0)) return { fills: [], lines: [] }
  const [x, y] = [((from[0] - tip[0]) / distance) * length, ((from[1] - tip[1]) / distance) * length]
  /** Returns a point along the line from its tip, and to its left; in multiples of the head's length. */
  const at = (along: number, left: number): Point => [tip[0] + x * along - y * left, tip[1] + y * along + x * left]
  if (kind === 'tick') return { fills: [], lines: [[at(-0.35, -0.35), at(0.35, 0.35)]] }
  if (kind === 'open') return { fills: [], lines: [[at(1, 0.25), tip, at(1, -0.25)]] }
  return { fills: [outlineTriangles([createOutline(kind, at)])], lines: [] }
}

function createOutline(kind: ArrowheadKind, at: (along: number, left: number) => Point): Point[] {
  if (kind === 'rectangle') return [at(0, -0.2), at(1, -0.2), at(1, 0.2), at(0, 0.2)]
  if (kind === 'dot') {
    const angles = Array.from({ length: dotVertices }, (_, index) => (index * 2 * Math.PI) / dotVertices)
    return angles.map((angle) => at(Math.cos(angle) * 0.25, Math.sin(angle) * 0.25))
  }
  const half = halfWidths[kind] ?? 1 / 4
  return [at(0, 0), at(1, -half), at(1, half)]
}
