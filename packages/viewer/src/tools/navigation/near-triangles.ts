import type { Point } from '../../engine/types.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import { closestOnTriangle } from '../../engine/geometry/closest-on-triangle.js'

/**
 * Radius around the character in which triangles are gathered, metres; gathered again when the character leaves the
 * inner part.
 */
const gatherRadius = 3
const inner = 1.5
/** Maximum gathered triangles; further ones do not collide. */
const maxTriangles = 60_000

/** Source of the colliding geometry. */
export interface WallSource {
  readonly geometry: ModelGeometry | null
  /** Returns whether an element blocks movement; doors and spaces do not. */
  readonly stops: (element: number) => boolean
  /** Section planes, four numbers each: cut parts do not collide. */
  readonly cuts: Float64Array
}

/**
 * Triangles around the character: a BVH finds the instances, triangle runs the relevant parts of large ones. They are
 * cached until the character moves on, so that a frame only tests nearby triangles.
 */
export class NearTriangles {
  readonly #source: () => WallSource
  /** Nine numbers per triangle. */
  #triangles = new Float64Array(0)
  #count = 0
  #center: Point | null = null
  /** How often triangles were gathered. */
  gatherings = 0

  constructor(source: () => WallSource) {
    this.#source = source
  }

  /** Gathers the triangles again after a model change. */
  invalidate(): void {
    this.#center = null
  }

  /**
   * Returns the horizontal displacement away from anything nearer to `point` than `radius`; null if there is nothing.
   */
  push(point: Point, radius: number): Point | null {
    this.#gatherAround(point)
    let x = 0
    let y = 0
    let isHit = false
    for (let at = 0; at < this.#count * 9; at += 9) {
      const position: Point = [point[0] + x, point[1] + y, point[2]]
      if (isFar(this.#triangles, at, { point: position, radius })) continue
      const closest = closestOnTriangle(this.#triangles, at, position)
      const offset: Point = [position[0] - closest[0], position[1] - closest[1], position[2] - closest[2]]
      const level = Math.hypot(offset[0], offset[1])
      const distance = Math.hypot(level, offset[2])
      if (distance >= radius || level < 1e-9) continue
      // The horizontal part that makes the total length equal to the radius.
      const targetDistance = Math.sqrt(Math.max(0, radius * radius - offset[2] * offset[2]))
      const by = (targetDistance - level) / level
      if (by <= 1e-6) continue
      x += offset[0] * by
      y += offset[1] * by
      isHit = true
    }
    return isHit ? [x, y, 0] : null
  }

  #gatherAround(point: Point): void {
    const center = this.#center
    if (center !== null && Math.max(...point.map((value, axis) => Math.abs(value - center[axis]))) <= inner) return
    this.#center = point
    this.#count = 0
    this.gatherings++
    const { geometry, stops, cuts } = this.#source()
    if (geometry === null) return
    const box = [...point.map((value) => value - gatherRadius), ...point.map((value) => value + gatherRadius)]
    geometry.near(box, (instance) => {
      if (!geometry.isShown(instance) || !stops(geometry.elementOf(instance))) return
      const shape = geometry.getShape(instance)
      if (shape.shape.kind === 'triangles') this.#gatherFrom(geometry, shape, { box, cuts })
    })
  }

  #gatherFrom(geometry: ModelGeometry, shape: InstanceShape, area: Area): void {
    const local = localBox(shape.matrix, area.box)
    geometry.runsNear(shape, local, (start, end) => {
      for (let index = start; index < end && this.#count < maxTriangles; index += 3) this.#take(shape, index, area)
    })
  }

  #take({ shape, matrix }: InstanceShape, index: number, { box, cuts }: Area): void {
    if ((this.#count + 1) * 9 > this.#triangles.length) {
      const larger = new Float64Array(Math.max(9 * 1024, this.#triangles.length * 2))
      larger.set(this.#triangles)
      this.#triangles = larger
    }
    const to = this.#count * 9
    for (let side = 0; side < 3; side++) {
      const from = (shape.firstVertex + shape.indices[index + side]) * 4
      const [x, y, z] = shape.vertices.subarray(from, from + 3)
      for (let axis = 0; axis < 3; axis++) {
        const row = axis * 4
        this.#triangles[to + side * 3 + axis] =
          matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z + matrix[row + 3]
      }
    }
    if (intersectsBox(this.#triangles, to, box) && !isClipped(this.#triangles, to, cuts)) this.#count++
  }
}

interface Area {
  readonly box: readonly number[]
  readonly cuts: Float64Array
}

/** Returns whether a triangle is certainly beyond the radius; most are. */
function isFar(triangles: Float64Array, at: number, { point, radius }: { point: Point; radius: number }): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = point[axis] - radius
    const high = point[axis] + radius
    const a = triangles[at + axis]
    const b = triangles[at + 3 + axis]
    const c = triangles[at + 6 + axis]
    if ((a < low && b < low && c < low) || (a > high && b > high && c > high)) return true
  }
  return false
}

function intersectsBox(triangles: Float64Array, at: number, box: readonly number[]): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = triangles[at + axis]
    const b = triangles[at + 3 + axis]
    const c = triangles[at + 6 + axis]
    if (Math.min(a, b, c) > box[axis + 3] || Math.max(a, b, c) < box[axis]) return false
  }
  return true
}

/** Returns whether a triangle lies entirely behind one of the planes. */
function isClipped(triangles: Float64Array, at: number, cuts: Float64Array): boolean {
  for (let plane = 0; plane < cuts.length; plane += 4) {
    let negativeSides = 0
    for (let side = at; side < at + 9; side += 3) {
      const height =
        cuts[plane] * triangles[side] +
        cuts[plane + 1] * triangles[side + 1] +
        cuts[plane + 2] * triangles[side + 2] +
        cuts[plane + 3]
      if (height < 0) negativeSides++
    }
    if (negativeSides === 3) return true
  }
  return false
}

/** Returns the bounds of a model box in the mesh's quantised coordinates; infinite if the matrix is not invertible. */
function localBox(matrix: Float32Array, box: readonly number[]): number[] {
  const [a, b, c, tx, d, e, f, ty, g, h, i, tz] = matrix
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (determinant === 0) return [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]
  const inverse = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  const shiftedBox = [box[0] - tx, box[1] - ty, box[2] - tz, box[3] - tx, box[4] - ty, box[5] - tz]
  const low: number[] = []
  const high: number[] = []
  for (const row of inverse) {
    const ends = row.map((value, axis) => [
      (value * shiftedBox[axis]) / determinant,
      (value * shiftedBox[axis + 3]) / determinant,
    ])
    low.push(ends.reduce((sum, [x, y]) => sum + Math.min(x, y), 0))
    high.push(ends.reduce((sum, [x, y]) => sum + Math.max(x, y), 0))
  }
  return [...low, ...high]
}
