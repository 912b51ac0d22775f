import type { Vector } from '@kamar/core/math'
import { plainShape, TriangleList, type TriangleShape } from './triangle-shape.js'

/** Latitude of the five upper corners of an icosahedron with a corner at the pole: its cosine and sine. */
const [ringRadius, ringHeight] = [2 / Math.sqrt(5), 1 / Math.sqrt(5)]
const fifth = (2 * Math.PI) / 5

const ring = (start: number, height: number): Vector[] =>
  Array.from({ length: 5 }, (_, step): Vector => {
    const angle = start + step * fifth
    return [ringRadius * Math.cos(angle), ringRadius * Math.sin(angle), height]
  })

/** North, five above the equator from the x axis on, five below it between those, south. */
const icosahedron: readonly Vector[] = [[0, 0, 1], ...ring(0, ringHeight), ...ring(fifth / 2, -ringHeight), [0, 0, -1]]

type Sides = readonly [apex: number, left: number, right: number]

/** Sides of the icosahedron as seen from outside; the first corner of each is alone at its latitude. */
const sides: readonly Sides[] = Array.from({ length: 5 }, (_, step): Sides[] => {
  const next = (step + 1) % 5
  const [upper, upperNext, lower, lowerNext] = [1 + step, 1 + next, 6 + step, 6 + next]
  return [
    [0, upper, upperNext],
    [lower, upperNext, upper],
    [upperNext, lower, lowerNext],
    [11, lowerNext, lower],
  ]
}).flat()

/** Interpolates along the great circle between two points of the unit sphere. */
function between(from: Vector, to: Vector, share: number): Vector {
  const angle = Math.acos(from[0] * to[0] + from[1] * to[1] + from[2] * to[2])
  const [near, far] = [Math.sin((1 - share) * angle), Math.sin(share * angle)]
  return [0, 1, 2].map((axis) => (near * from[axis] + far * to[axis]) / Math.sin(angle)) as [number, number, number]
}

/** Vertices of the sphere: one per point, shared by all sides. */
class BallPoints {
  readonly positions: number[] = []
  readonly #numbers = new Map<string, number>()
  readonly #radius: number
  readonly #segments: number

  constructor(radius: number, segments: number) {
    this.#radius = radius
    this.#segments = segments
  }

  /** Returns the vertex `step` of a `row` counted from the apex of a side. */
  getVertex(side: number, row: number, step: number): number {
    const [apex, left, right] = sides[side]
    const segments = this.#segments
    if (row === 0) return this.#baseVertex(apex)
    if (step === 0) return this.#onEdge(apex, left, row)
    if (step === row) return this.#onEdge(apex, right, row)
    if (row === segments) return this.#onEdge(left, right, step)
    return this.#add(`${side} ${row} ${step}`, () => {
      const share = row / segments
      return between(
        between(icosahedron[apex], icosahedron[left], share),
        between(icosahedron[apex], icosahedron[right], share),
        step / row,
      )
    })
  }

  #baseVertex(vertex: number): number {
    return this.#add(`${vertex}`, () => icosahedron[vertex])
  }

  #onEdge(from: number, to: number, step: number): number {
    if (step === this.#segments) return this.#baseVertex(to)
    if (from > to) return this.#onEdge(to, from, this.#segments - step)
    return this.#add(`${from}-${to} ${step}`, () => between(icosahedron[from], icosahedron[to], step / this.#segments))
  }

  #add(name: string, pointOf: () => Vector): number {
    const cached = this.#numbers.get(name)
    if (cached !== undefined) return cached
    const number = this.positions.length / 3
    for (const value of pointOf()) this.positions.push(value * this.#radius)
    this.#numbers.set(name, number)
    return number
  }
}

/**
 * Creates a geosphere from an icosahedron whose edges are divided into equal angles, as is each row between two edges;
 * 20 triangles times the square of `segments`. `group`: smoothing group of the triangles.
 */
export function geoSphereShape(radius: number, segments: number, group: number): TriangleShape {
  const points = new BallPoints(radius, segments)
  const list = new TriangleList()
  for (let side = 0; side < sides.length; side++) {
    for (let row = 1; row <= segments; row++) {
      for (let step = 0; step < row; step++) {
        const above = points.getVertex(side, row - 1, step)
        const [left, right] = [points.getVertex(side, row, step), points.getVertex(side, row, step + 1)]
        list.add([above, left, right], group)
        if (step + 1 < row) list.add([above, right, points.getVertex(side, row - 1, step + 1)], group)
      }
    }
  }
  return plainShape(points.positions, list)
}
