/** Closed polygon, x y per point, the first point not repeated. */
export type Ring = ArrayLike<number>

/** Points, and three point indices per triangle. */
export interface Triangles {
  readonly points: Float64Array
  readonly indices: Uint32Array
}

/** Edge of a ring, its lower end first. */
interface Side {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Maximum edge visits per area, as damaged files may contain anything. */
const maxSteps = 60_000_000

/**
 * Fills rings by the even-odd rule, regardless of intersections and of the number of vertices: a line sweeps upwards
 * from vertex to vertex and intersection to intersection, and each pair of edges bounds a trapezoid for as long as they
 * are neighbours. Ear clipping gives fewer triangles, but misreads self-intersecting rings. Null when it exceeds the
 * step limit.
 */
export function sweepArea(rings: readonly Ring[]): Triangles | null {
  const sides = listSides(rings)
  const levels = [...new Set(sides.flatMap(({ y0, y1 }) => [y0, y1]))].sort((a, b) => a - b)
  const sweep = new Sweep()
  let next = 0
  let active: Side[] = []
  for (let level = 0; level + 1 < levels.length; level++) {
    const [low, high] = [levels[level], levels[level + 1]]
    active = active.filter(({ y1 }) => y1 > low)
    for (; next < sides.length && sides[next].y0 <= low; next++) active.push(sides[next])
    active = sweep.cross(active, low, high)
    if (sweep.steps > maxSteps) return null
  }
  return sweep.finish(levels.at(-1) ?? 0)
}

function listSides(rings: readonly Ring[]): Side[] {
  const sides: Side[] = []
  for (const ring of rings)
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [ax, ay, bx, by] = [ring[before], ring[before + 1], ring[at], ring[at + 1]]
      if (ay < by) sides.push({ x0: ax, y0: ay, x1: bx, y1: by })
      else if (ay > by) sides.push({ x0: bx, y0: by, x1: ax, y1: ay })
    }
  return sides.sort((a, b) => a.y0 - b.y0)
}

const xAt = ({ x0, y0, x1, y1 }: Side, y: number): number =>
  y <= y0 ? x0 : y >= y1 ? x1 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)

type Pairs = Map<Side, { readonly right: Side; readonly from: number }>

class Sweep {
  /** Pairs of edges with filled area between them, and the level where each began. */
  #open: Pairs = new Map()
  readonly #points: number[] = []
  readonly #indices: number[] = []
  steps = 0

  /** Sweeps a strip between two levels; edges that intersect in it swap. Returns the edges in their order above. */
  cross(active: readonly Side[], low: number, high: number): Side[] {
    let sides = [...active]
    let from = low
    this.#sort(sides, from, high)
    while (from < high) {
      const crossing = this.#firstCrossing(sides, from, high)
      this.#take(sides, from)
      if (crossing === null || this.steps > maxSteps) break
      from = crossing
      sides = [...sides]
      this.#sort(sides, from, high)
    }
    return sides
  }

  finish(top: number): Triangles {
    for (const [left, { right, from }] of this.#open) this.#close({ left, right, from }, top)
    return { points: Float64Array.from(this.#points), indices: Uint32Array.from(this.#indices) }
  }

  /** Sorts by position slightly above a level: edges that meet there are ordered as they continue. */
  #sort(sides: Side[], from: number, high: number): void {
    const keys = new Map(sides.map((side) => [side, [xAt(side, from), xAt(side, high)] as const]))
    this.steps += sides.length
    const keyOf = (side: Side): readonly [number, number] => keys.get(side) ?? [0, 0]
    sides.sort((a, b) => {
      const [first, second] = [keyOf(a), keyOf(b)]
      return isSame(first[0], second[0]) ? first[1] - second[1] : first[0] - second[0]
    })
  }

  /** Finds the lowest level above `from` at which two neighbours swap; null when none do below `high`. */
  #firstCrossing(sides: readonly Side[], from: number, high: number): number | null {
    let first: number | null = null
    this.steps += sides.length
    for (let at = 1; at < sides.length; at++) {
      const [a, b] = [sides[at - 1], sides[at]]
      const below = xAt(b, from) - xAt(a, from)
      const above = xAt(b, high) - xAt(a, high)
      if (above >= 0 || isSame(xAt(a, high), xAt(b, high)) || below <= 0) continue
      const level = from + ((high - from) * below) / (below - above)
      if (level > from && level < high && (first === null || level < first)) first = level
    }
    return first
  }

  /** Retains unchanged pairs, closes the others and opens new ones. */
  #take(sides: readonly Side[], level: number): void {
    const open: Pairs = new Map()
    for (let at = 0; at + 1 < sides.length; at += 2) {
      const [left, right] = [sides[at], sides[at + 1]]
      const pair = this.#open.get(left)
      open.set(left, pair?.right === right ? pair : { right, from: level })
    }
    for (const [left, { right, from }] of this.#open)
      if (open.get(left)?.from !== from || open.get(left)?.right !== right) this.#close({ left, right, from }, level)
    this.#open = open
  }

  #close({ left, right, from }: { left: Side; right: Side; from: number }, to: number): void {
    if (!(to > from)) return
    const first = this.#points.length / 2
    const xs = [xAt(left, from), xAt(right, from), xAt(right, to), xAt(left, to)]
    this.#points.push(xs[0], from, xs[1], from, xs[2], to, xs[3], to)
    if (xs[1] > xs[0]) this.#indices.push(first, first + 1, first + 2)
    if (xs[2] > xs[3]) this.#indices.push(first, first + 2, first + 3)
  }
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b))
