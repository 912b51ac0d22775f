import { outlineTriangles, type FlatTriangles } from '../../shared/glyphs/index.js'
import type { Place } from './flat-plane.js'

/** Numbers of the library's `ArrowheadTypes`; what is not here (a block of the user) is a plain triangle. */
const heads = { none: 0, solid: 2, dot: 3, tick: 4, short: 5, open: 6, rectangle: 7, long: 8, longer: 9 } as const
/** Half the width of a triangle as a part of its length. */
const halfWidths: ReadonlyMap<number, number> = new Map([
  [heads.solid, 1 / 4],
  [heads.short, 1 / 2],
  [heads.long, 1 / 6],
  [heads.longer, 1 / 12],
])
const dotCorners = 16

/** An arrow's head in its plane. */
export interface Arrowhead {
  readonly fills: readonly FlatTriangles[]
  readonly lines: readonly (readonly Place[])[]
}

/** The head at the end of a line that comes from `from`. */
export function arrowhead(
  type: number,
  { tip, from, length }: { readonly tip: Place; readonly from: Place; readonly length: number },
): Arrowhead {
  const reach = Math.hypot(from[0] - tip[0], from[1] - tip[1])
  if (type === heads.none || !(reach > 0) || !(length > 0)) return { fills: [], lines: [] }
  const [x, y] = [((from[0] - tip[0]) / reach) * length, ((from[1] - tip[1]) / reach) * length]
  /** Along the line away from its tip, and to its left; in lengths of the head. */
  const at = (along: number, left: number): Place => [tip[0] + x * along - y * left, tip[1] + y * along + x * left]
  if (type === heads.tick) return { fills: [], lines: [[at(-0.35, -0.35), at(0.35, 0.35)]] }
  if (type === heads.open) return { fills: [], lines: [[at(1, 0.25), tip, at(1, -0.25)]] }
  return { fills: [outlineTriangles([outlineOf(type, at)])], lines: [] }
}

function outlineOf(type: number, at: (along: number, left: number) => Place): Place[] {
  if (type === heads.rectangle) return [at(0, -0.2), at(1, -0.2), at(1, 0.2), at(0, 0.2)]
  if (type === heads.dot) {
    const angles = Array.from({ length: dotCorners }, (_, corner) => (corner * 2 * Math.PI) / dotCorners)
    return angles.map((angle) => at(Math.cos(angle) * 0.25, Math.sin(angle) * 0.25))
  }
  const half = halfWidths.get(type) ?? 1 / 4
  return [at(0, 0), at(1, -half), at(1, half)]
}
