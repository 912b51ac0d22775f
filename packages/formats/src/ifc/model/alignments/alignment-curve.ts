import { axesMatrix, type Matrix, type Vector } from '@kamar/core/math'
import type { Point2 } from './parent-curves.js'

/** Distance by which the kernel prefers the earlier of two edges, and below which it skips one, in the file's unit. */
const tolerance = 1e-6
/** Greater than any rounding error of a distance, less than any edge that matters. */
const margin = 10 * tolerance

/** A part of an alignment curve, in the file's unit. */
export interface CurvePart {
  readonly points: readonly Vector[]
  /** Converts a distance along the curve to one along the part. */
  toDistance(distance: number): number
}

/** A directrix as a polyline, in the file's unit. Distances along it are lengths of its edges, as in the kernel. */
export class AlignmentCurve {
  readonly points: readonly Vector[]
  /** Distance of each point from the start. */
  readonly #distances: readonly number[]

  /** Requires at least two distinct points. */
  constructor(points: readonly Vector[]) {
    const distinct: Vector[] = []
    for (const point of points) {
      const previous = distinct.at(-1)
      if (previous === undefined || computeDistance(previous, point) >= tolerance) distinct.push(point)
    }
    this.points = distinct
    this.#distances = sumDistances(distinct)
  }

  /** Distance of the last point from the start. */
  get length(): number {
    return this.#distances.at(-1) ?? 0
  }

  /**
   * Computes the upright frame at a distance (IfcPointByDistanceExpression, IFC 4.3, 8.9.3): x along the horizontal
   * projection of the tangent, z vertical. Distances beyond the ends give the ends.
   */
  computeFrame(distance: number): Matrix {
    const edge = Math.max(1, Math.min(this.points.length - 1, this.#findPoint(distance - tolerance)))
    const [start, end] = [this.points[edge - 1], this.points[edge]]
    const from = this.#distances[edge - 1]
    const ratio = Math.max(0, Math.min(1, (distance - from) / (this.#distances[edge] - from)))
    const mixed = (axis: 0 | 1 | 2): number => start[axis] * (1 - ratio) + end[axis] * ratio
    const tangent: Vector = [end[0] - start[0], end[1] - start[1], end[2] - start[2]]
    return axesMatrix([mixed(0), mixed(1), mixed(2)], null, tangent)
  }

  /** Returns the part from before one distance to beyond another, at the nearest points. */
  getPart(from: number, to: number): CurvePart {
    const end = this.points.length - 1
    const start = Math.max(0, Math.min(end - 1, this.#findPoint(from - margin) - 1))
    const points = this.points.slice(start, Math.max(start + 1, Math.min(end, this.#findPoint(to + margin))) + 1)
    // The kernel sums up the part's own edges: a distance of a point must stay equal to its sum, or a section is added.
    const own = sumDistances(points)
    return {
      points,
      toDistance: (distance) => {
        const point = this.#findPoint(distance)
        return this.#distances[point] === distance ? own[point - start] : distance - this.#distances[start]
      },
    }
  }

  /** Returns the number of the first point at or beyond a distance; the number of points when there is none. */
  #findPoint(distance: number): number {
    let [low, high] = [0, this.#distances.length]
    while (low < high) {
      const center = (low + high) >> 1
      if (this.#distances[center] < distance) low = center + 1
      else high = center
    }
    return low
  }
}

/**
 * Raises a horizontal curve by a gradient curve (IfcGradientCurve, IFC 4.3, 8.9.3.34), whose points are distance and
 * height. As in the kernel, distances along the gradient curve are lengths of its edges.
 */
export function raiseCurve(base: readonly Point2[], gradient: readonly Point2[]): Vector[] {
  const toVector = ([x, y]: Point2): Vector => [x, y, 0]
  const baseDistances = sumDistances(base.map(toVector))
  const gradientDistances = sumDistances(gradient.map(toVector))
  let edge = 1
  return base.map(([x, y], index) => {
    const distance = baseDistances[index]
    while (edge < gradient.length && gradientDistances[edge] < distance) edge++
    if (edge >= gradient.length) return [x, y, gradient[gradient.length - 1][1]]
    const from = gradientDistances[edge - 1]
    const ratio = (distance - from) / (gradientDistances[edge] - from)
    return [x, y, gradient[edge - 1][1] + ratio * (gradient[edge][1] - gradient[edge - 1][1])]
  })
}

function sumDistances(points: readonly Vector[]): number[] {
  let sum = 0
  return points.map((point, index) => (sum += index === 0 ? 0 : computeDistance(points[index - 1], point)))
}

/** Computes a distance with the operations of the kernel, so that sums are equal to the last bit. */
function computeDistance(a: Vector, b: Vector): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}
