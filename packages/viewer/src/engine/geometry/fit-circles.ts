import { mapAxes } from '@kamar/core/math'
/** A circle in a mesh's quantisation steps. */
export interface LocalCircle {
  readonly center: readonly [number, number, number]
  /** Length 1. */
  readonly normal: readonly [number, number, number]
  readonly radius: number
  /** Edges on the circle. */
  readonly edges: readonly number[]
}

type Vector = [number, number, number]

/** Minimum number of edges of an arc. */
const minEdges = 4
/** Minimum angle between neighbouring edges of an arc, degrees. */
const minAngle = 1.2
const maxAngle = 62
/** Tolerance ratio of edges in length and angle, and of vertices in their distance from the centre. */
const lengthTolerance = 0.08
const angleToleranceDegrees = 2.5
const radiusTolerance = 0.012
/** Larger meshes are skipped: they are scans. */
const maxEdges = 60_000

const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)

/** Finds arcs and circles among edges: planar chains of equal lengths and equal angles. */
export function findCircles(vertices: Float64Array, edges: Uint32Array): readonly LocalCircle[] {
  return edges.length / 2 > maxEdges ? [] : new ArcSearch(vertices, edges).search()
}

class ArcSearch {
  readonly #vertices: Float64Array
  readonly #edges: Uint32Array
  readonly #at = new Map<number, number[]>()
  readonly #used: Uint8Array

  constructor(vertices: Float64Array, edges: Uint32Array) {
    this.#vertices = vertices
    this.#edges = edges
    this.#used = new Uint8Array(edges.length / 2)
    edges.forEach((vertex, end) => {
      const list = this.#at.get(vertex)
      if (list === undefined) this.#at.set(vertex, [end >> 1])
      else list.push(end >> 1)
    })
  }

  search(): LocalCircle[] {
    const result: LocalCircle[] = []
    for (let edge = 0; edge < this.#used.length; edge++) {
      if (this.#used[edge] === 1) continue
      const chain = this.#chainThrough(edge)
      const circle = chain.edges.length < minEdges ? null : this.#fit(chain)
      if (circle === null) continue
      for (const member of circle.edges) this.#used[member] = 1
      result.push(circle)
    }
    return result
  }

  /** Walks both ways from an edge while the next one continues the chain. */
  #chainThrough(edge: number): { edges: number[]; walk: number[] } {
    const [a, b] = [this.#edges[edge * 2], this.#edges[edge * 2 + 1]]
    const visited = new Set([edge])
    const forwards = this.#walk(a, b, visited)
    const backwards = this.#walk(b, a, visited)
    return {
      edges: [...backwards.edges.reverse(), edge, ...forwards.edges],
      walk: [...backwards.vertices.reverse(), a, b, ...forwards.vertices],
    }
  }

  #walk(from: number, to: number, visited: Set<number>): { edges: number[]; vertices: number[] } {
    const result = { edges: [] as number[], vertices: [] as number[] }
    let [before, current] = [from, to]
    let angle: number | null = null
    for (;;) {
      const next = this.#next(before, current, { visited, angle })
      if (next === null) return result
      visited.add(next.edge)
      result.edges.push(next.edge)
      result.vertices.push(next.vertex)
      angle ??= next.angle
      ;[before, current] = [current, next.vertex]
    }
  }

  #next(
    before: number,
    current: number,
    so: { readonly visited: ReadonlySet<number>; readonly angle: number | null },
  ): { edge: number; vertex: number; angle: number } | null {
    const arriving = this.#between(before, current)
    const length = size(arriving)
    let best: { edge: number; vertex: number; angle: number } | null = null
    for (const edge of this.#at.get(current) ?? []) {
      if (so.visited.has(edge) || this.#used[edge] === 1) continue
      const vertex = this.#edges[edge * 2] === current ? this.#edges[edge * 2 + 1] : this.#edges[edge * 2]
      const leaving = this.#between(current, vertex)
      if (Math.abs(size(leaving) / length - 1) > lengthTolerance) continue
      const share = product(arriving, leaving) / (length * size(leaving))
      if (share > cosine(minAngle) || share < cosine(maxAngle)) continue
      const angle = (Math.acos(Math.min(1, share)) * 180) / Math.PI
      if (so.angle !== null && Math.abs(angle - so.angle) > angleToleranceDegrees) continue
      if (best === null || angle < best.angle) best = { edge, vertex, angle }
    }
    return best
  }

  #fit({ edges, walk }: { edges: number[]; walk: number[] }): LocalCircle | null {
    const third = Math.floor((walk.length - 1) / 3)
    const points = [walk[0], walk[third], walk[2 * third]].map((vertex) => this.#readPosition(vertex)) as [
      Vector,
      Vector,
      Vector,
    ]
    const circle = circleThrough(...points)
    if (circle === null) return null
    const fits = walk.every((vertex) => {
      const offset = minus(this.#readPosition(vertex), circle.center)
      const isRound = Math.abs(size(offset) / circle.radius - 1) < radiusTolerance
      return isRound && Math.abs(product(offset, circle.normal)) < circle.radius * radiusTolerance * 2
    })
    return fits ? { ...circle, edges } : null
  }

  #readPosition(vertex: number): Vector {
    return [this.#vertices[vertex * 3], this.#vertices[vertex * 3 + 1], this.#vertices[vertex * 3 + 2]]
  }
  #between(from: number, to: number): Vector {
    return minus(this.#readPosition(to), this.#readPosition(from))
  }
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const product = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const size = (a: readonly number[]): number => Math.hypot(...a)
const crossed = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Returns the circle through three points; null if they are collinear. */
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
  const offset = mapAxes((axis) => (left[axis] * product(v, v) + right[axis] * product(u, u)) / (2 * square))
  const root = Math.sqrt(square)
  return {
    center: [a[0] + offset[0], a[1] + offset[1], a[2] + offset[2]],
    normal: [w[0] / root, w[1] / root, w[2] / root],
    radius: size(offset),
  }
}
