/** A circle in a mesh's own steps. */
export interface LocalCircle {
  readonly center: readonly [number, number, number]
  /** Length 1. */
  readonly normal: readonly [number, number, number]
  readonly radius: number
  /** Edges that lie on it. */
  readonly edges: readonly number[]
}

type Vector = [number, number, number]

/** Fewer edges are no arc. */
const leastEdges = 4
/** Neighbouring edges of an arc turn by this much, degrees. */
const leastTurn = 1.2
const mostTurn = 62
/** Share by which edges may differ in length and turn, and corners in their distance from the centre. */
const lengthSlack = 0.08
const turnSlackDegrees = 2.5
const radiusSlack = 0.012
/** Larger meshes are not searched: they are scans. */
const mostEdges = 60_000

const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)

/** Finds the arcs and circles among edges: chains of equal lengths that turn by equal angles in one plane. */
export function circlesOf(corners: Float64Array, edges: Uint32Array): readonly LocalCircle[] {
  return edges.length / 2 > mostEdges ? [] : new ArcSearch(corners, edges).search()
}

class ArcSearch {
  readonly #corners: Float64Array
  readonly #edges: Uint32Array
  readonly #at = new Map<number, number[]>()
  readonly #used: Uint8Array

  constructor(corners: Float64Array, edges: Uint32Array) {
    this.#corners = corners
    this.#edges = edges
    this.#used = new Uint8Array(edges.length / 2)
    edges.forEach((corner, end) => {
      const list = this.#at.get(corner)
      if (list === undefined) this.#at.set(corner, [end >> 1])
      else list.push(end >> 1)
    })
  }

  search(): LocalCircle[] {
    const found: LocalCircle[] = []
    for (let edge = 0; edge < this.#used.length; edge++) {
      if (this.#used[edge] === 1) continue
      const chain = this.#chainThrough(edge)
      const circle = chain.edges.length < leastEdges ? null : this.#fit(chain)
      if (circle === null) continue
      for (const member of circle.edges) this.#used[member] = 1
      found.push(circle)
    }
    return found
  }

  /** Walks both ways from an edge for as long as the next one goes on like it. */
  #chainThrough(edge: number): { edges: number[]; walk: number[] } {
    const [a, b] = [this.#edges[edge * 2], this.#edges[edge * 2 + 1]]
    const seen = new Set([edge])
    const forwards = this.#walk(a, b, seen)
    const backwards = this.#walk(b, a, seen)
    return {
      edges: [...backwards.edges.reverse(), edge, ...forwards.edges],
      walk: [...backwards.corners.reverse(), a, b, ...forwards.corners],
    }
  }

  #walk(from: number, to: number, seen: Set<number>): { edges: number[]; corners: number[] } {
    const found = { edges: [] as number[], corners: [] as number[] }
    let [before, here] = [from, to]
    let turn: number | null = null
    for (;;) {
      const next = this.#next(before, here, { seen, turn })
      if (next === null) return found
      seen.add(next.edge)
      found.edges.push(next.edge)
      found.corners.push(next.corner)
      turn ??= next.turn
      ;[before, here] = [here, next.corner]
    }
  }

  #next(
    before: number,
    here: number,
    so: { readonly seen: ReadonlySet<number>; readonly turn: number | null },
  ): { edge: number; corner: number; turn: number } | null {
    const arriving = this.#between(before, here)
    const length = size(arriving)
    let best: { edge: number; corner: number; turn: number } | null = null
    for (const edge of this.#at.get(here) ?? []) {
      if (so.seen.has(edge) || this.#used[edge] === 1) continue
      const corner = this.#edges[edge * 2] === here ? this.#edges[edge * 2 + 1] : this.#edges[edge * 2]
      const leaving = this.#between(here, corner)
      if (Math.abs(size(leaving) / length - 1) > lengthSlack) continue
      const share = product(arriving, leaving) / (length * size(leaving))
      if (share > cosine(leastTurn) || share < cosine(mostTurn)) continue
      const turn = (Math.acos(Math.min(1, share)) * 180) / Math.PI
      if (so.turn !== null && Math.abs(turn - so.turn) > turnSlackDegrees) continue
      if (best === null || turn < best.turn) best = { edge, corner, turn }
    }
    return best
  }

  #fit({ edges, walk }: { edges: number[]; walk: number[] }): LocalCircle | null {
    const third = Math.floor((walk.length - 1) / 3)
    const places = [walk[0], walk[third], walk[2 * third]].map((corner) => this.#place(corner)) as [
      Vector,
      Vector,
      Vector,
    ]
    const circle = circleThrough(...places)
    if (circle === null) return null
    const fits = walk.every((corner) => {
      const offset = minus(this.#place(corner), circle.center)
      const isRound = Math.abs(size(offset) / circle.radius - 1) < radiusSlack
      return isRound && Math.abs(product(offset, circle.normal)) < circle.radius * radiusSlack * 2
    })
    return fits ? { ...circle, edges } : null
  }

  #place(corner: number): Vector {
    return [this.#corners[corner * 3], this.#corners[corner * 3 + 1], this.#corners[corner * 3 + 2]]
  }
  #between(from: number, to: number): Vector {
    return minus(this.#place(to), this.#place(from))
  }
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const product = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const size = (a: Vector): number => Math.hypot(...a)
const crossed = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** The circle through three points; null when they lie in a line. */
export function circleThrough(
  a: Vector,
  b: Vector,
  c: Vector,
): { readonly center: Vector; readonly normal: Vector; readonly radius: number } | null {
  const [u, v] = [minus(b, a), minus(c, a)]
  const w = crossed(u, v)
  const square = product(w, w)
  if (square <= 1e-12 * product(u, u) * product(v, v)) return null
  const left = crossed(w, u)
  const right = crossed(v, w)
  const offset = [0, 1, 2].map(
    (axis) => (left[axis] * product(v, v) + right[axis] * product(u, u)) / (2 * square),
  ) as Vector
  const root = Math.sqrt(square)
  return {
    center: [a[0] + offset[0], a[1] + offset[1], a[2] + offset[2]],
    normal: [w[0] / root, w[1] / root, w[2] / root],
    radius: size(offset),
  }
}
