import type { InstanceShape } from '../model/model-geometry.js'
import { Interner } from '../interner.js'
import { formIn, isMirroring, type AffineForm, type PlaneFrame } from './plane-frame.js'

/** Section of a shape by a plane, in the plane's own coordinates (right, up, right, up …), metres. */
export interface ShapeSlice {
  /** Closed outlines: counter-clockwise around material, clockwise around holes. */
  readonly loops: readonly Float64Array[]
  /** Ends of all segments, four numbers each, including those of open outlines. */
  readonly segments: Float64Array
  /** Whether the closed outlines cover the whole section. */
  readonly closes: boolean
}

/** Collects the intersections of triangle sides with a plane: sides with the same ends share the point. */
class CrossingPoints {
  readonly #vertices = new Interner<number>()
  readonly #sides = new Map<number, number>()
  readonly coordinates: number[] = []
  readonly #forms: readonly [AffineForm, AffineForm]

  constructor(right: AffineForm, up: AffineForm) {
    this.#forms = [right, up]
  }

  /** Returns the number of the point between two vertices; a and b are their rows in `vertices`, at these heights. */
  between(vertices: Uint16Array, a: readonly [number, number], b: readonly [number, number]): number {
    const first = this.#getVertexNumber(vertices, a[0])
    const second = this.#getVertexNumber(vertices, b[0])
    const key = first < second ? first * 2 ** 24 + second : second * 2 ** 24 + first
    const existing = this.#sides.get(key)
    if (existing !== undefined) return existing
    const share = a[1] / (a[1] - b[1])
    const point = this.coordinates.length / 2
    for (const form of this.#forms) {
      const from = valueAt(form, vertices, a[0])
      this.coordinates.push(from + (valueAt(form, vertices, b[0]) - from) * share)
    }
    this.#sides.set(key, point)
    return point
  }

  /** Vertices that differ only in their normals count as one. */
  #getVertexNumber(vertices: Uint16Array, at: number): number {
    return this.#vertices.intern((vertices[at] * 65_536 + vertices[at + 1]) * 65_536 + vertices[at + 2])
  }
}

const valueAt = (form: AffineForm, vertices: Uint16Array, at: number): number =>
  form[0] * vertices[at] + form[1] * vertices[at + 1] + form[2] * vertices[at + 2] + form[3]

/**
 * Cuts the triangles of a shape. A vertex on the plane consistently counts as above it, so the outlines of a closed
 * shape close, wherever the plane touches it.
 */
export function sliceShape(shape: InstanceShape, frame: PlaneFrame): ShapeSlice {
  const { vertices, indices, firstVertex, indexStart, indexCount, kind } = shape.shape
  const height = formIn(shape, frame.normal, frame.offset)
  const points = new CrossingPoints(formIn(shape, frame.right, 0), formIn(shape, frame.up, 0))
  const from: number[] = []
  const to: number[] = []
  const rows = [0, 0, 0]
  const heights = [0, 0, 0]
  const end = kind === 'triangles' ? indexStart + indexCount : indexStart
  for (let index = indexStart; index < end; index += 3) {
    let above = 0
    for (let side = 0; side < 3; side++) {
      rows[side] = (firstVertex + indices[index + side]) * 4
      heights[side] = valueAt(height, vertices, rows[side])
      if (heights[side] >= 0) above++
    }
    if (above === 0 || above === 3) continue
    for (let side = 0; side < 3; side++) {
      const next = (side + 1) % 3
      const isDown = heights[side] >= 0 && heights[next] < 0
      const isUp = heights[side] < 0 && heights[next] >= 0
      if (!isDown && !isUp) continue
      const point = points.between(vertices, [rows[side], heights[side]], [rows[next], heights[next]])
      if (isDown) from.push(point)
      else to.push(point)
    }
  }
  // The triangles of a mirrored shape have reversed orientation in the model.
  const [starts, ends] = isMirroring(shape.matrix) ? [to, from] : [from, to]
  return { ...traceLoops(starts, ends, points.coordinates), segments: toSegments(starts, ends, points.coordinates) }
}

function toSegments(from: readonly number[], to: readonly number[], coordinates: readonly number[]): Float64Array {
  const out = new Float64Array(from.length * 4)
  from.forEach((start, at) => {
    out.set(
      [coordinates[start * 2], coordinates[start * 2 + 1], coordinates[to[at] * 2], coordinates[to[at] * 2 + 1]],
      at * 4,
    )
  })
  return out
}

/** Traces closed loops from segment to segment; open chains are omitted. */
function traceLoops(
  from: readonly number[],
  to: readonly number[],
  coordinates: readonly number[],
): Pick<ShapeSlice, 'loops' | 'closes'> {
  const leaving = new Int32Array(coordinates.length / 2).fill(-1)
  const following = new Int32Array(from.length).fill(-1)
  from.forEach((point, segment) => {
    following[segment] = leaving[point]
    leaving[point] = segment
  })
  const take = (point: number): number => {
    const segment = leaving[point]
    if (segment >= 0) leaving[point] = following[segment]
    return segment
  }
  const loops: Float64Array[] = []
  let walked = 0
  for (const start of from) {
    const walk: number[] = []
    let point = start
    for (let segment = take(point); segment >= 0; segment = take(point)) {
      walk.push(point)
      point = to[segment]
      if (point === start) break
    }
    if (walk.length < 3 || point !== start) continue
    loops.push(withoutRepeats(walk, coordinates))
    walked += walk.length
  }
  return { loops: loops.filter((loop) => loop.length >= 6), closes: walked === from.length }
}

function withoutRepeats(walk: readonly number[], coordinates: readonly number[]): Float64Array {
  const retained = walk.filter((point, at) => {
    const before = walk[(at + walk.length - 1) % walk.length]
    return (
      coordinates[point * 2] !== coordinates[before * 2] || coordinates[point * 2 + 1] !== coordinates[before * 2 + 1]
    )
  })
  return Float64Array.from(retained.flatMap((point) => [coordinates[point * 2], coordinates[point * 2 + 1]]))
}
