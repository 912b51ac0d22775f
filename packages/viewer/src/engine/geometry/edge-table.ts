import type { Point } from '../types.js'
import type { GeometryShape } from '../store/geometry-store.js'
import { Interner } from '../interner.js'
import { findCircles, type LocalCircle } from './fit-circles.js'

/** Sides whose faces differ by more than this angle are edges: the same as the drawn ones. */
const creaseCosine = Math.cos((40 * Math.PI) / 180)
/** Edges per bounding box. */
const edgesPerBlock = 32

/** Edges of one mesh, in its quantisation steps. */
export interface EdgeTable {
  /** Vertices, three numbers each. */
  readonly vertices: Float64Array
  /** Two vertices per edge. */
  readonly edges: Uint32Array
  /** Box around each run of edges, six numbers. */
  readonly boxes: Float64Array
  readonly circles: readonly LocalCircle[]
}

interface Side {
  readonly a: number
  readonly b: number
  readonly normal: readonly [number, number, number]
  isEdge: boolean
}

/** Collects the boundary and crease edges of a mesh's triangles, or its segments. */
export function createEdgeTable(shape: GeometryShape): EdgeTable {
  const welded = new WeldedVertices(shape)
  const edges = shape.kind === 'lines' ? readSegments(shape, welded) : findCreases(shape, welded)
  const positions = Float64Array.from(welded.positions)
  const inOrder = Uint32Array.from(edges.flat())
  return {
    vertices: positions,
    edges: inOrder,
    boxes: computeBlockBoxes(positions, inOrder),
    circles: findCircles(positions, inOrder),
  }
}

/** Merges vertices at the same position. */
class WeldedVertices {
  readonly positions: number[] = []
  readonly #shape: GeometryShape
  readonly #codes = new Interner<number>()

  constructor(shape: GeometryShape) {
    this.#shape = shape
  }

  of(index: number): number {
    const { vertices, indices: positions, firstVertex } = this.#shape
    const at = (firstVertex + positions[index]) * 4
    const [x, y, z] = [vertices[at], vertices[at + 1], vertices[at + 2]]
    const number = this.#codes.intern((x * 65_536 + y) * 65_536 + z)
    if (number * 3 === this.positions.length) this.positions.push(x, y, z)
    return number
  }

  computeNormal(a: number, b: number, c: number): [number, number, number] {
    const p = this.positions
    const along = (from: number, to: number, axis: number): number => p[to * 3 + axis] - p[from * 3 + axis]
    const [ux, uy, uz] = [along(a, b, 0), along(a, b, 1), along(a, b, 2)]
    const [vx, vy, vz] = [along(a, c, 0), along(a, c, 1), along(a, c, 2)]
    const normal: [number, number, number] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const size = Math.hypot(...normal)
    return size === 0 ? normal : [normal[0] / size, normal[1] / size, normal[2] / size]
  }
}

function readSegments({ indexStart, indexCount }: GeometryShape, welded: WeldedVertices): [number, number][] {
  const out: [number, number][] = []
  for (let index = indexStart; index < indexStart + indexCount; index += 2)
    out.push([welded.of(index), welded.of(index + 1)])
  return out
}

function findCreases({ indexStart, indexCount, kind }: GeometryShape, welded: WeldedVertices): [number, number][] {
  const sides = new Map<number, Side>()
  const end = kind === 'triangles' ? indexStart + indexCount : indexStart
  for (let index = indexStart; index < end; index += 3) {
    const triangle = [welded.of(index), welded.of(index + 1), welded.of(index + 2)] as const
    const normal = welded.computeNormal(...triangle)
    if (normal.every((part) => part === 0)) continue
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangle[side], triangle[(side + 1) % 3]]
      const key = a < b ? a * 2 ** 24 + b : b * 2 ** 24 + a
      const existing = sides.get(key)
      if (existing === undefined) sides.set(key, { a, b, normal, isEdge: true })
      else
        existing.isEdge =
          existing.normal[0] * normal[0] + existing.normal[1] * normal[1] + existing.normal[2] * normal[2] <
          creaseCosine
    }
  }
  return [...sides.values()].filter(({ isEdge }) => isEdge).map(({ a, b }) => [a, b])
}

function computeBlockBoxes(positions: Float64Array, edges: Uint32Array): Float64Array {
  const ends = edgesPerBlock * 2
  const boxes = new Float64Array(Math.ceil(edges.length / ends) * 6)
  for (let block = 0; block * ends < edges.length; block++) {
    const at = block * 6
    boxes.fill(Infinity, at, at + 3)
    boxes.fill(-Infinity, at + 3, at + 6)
    for (const index of edges.subarray(block * ends, (block + 1) * ends))
      for (let axis = 0; axis < 3; axis++) {
        boxes[at + axis] = Math.min(boxes[at + axis], positions[index * 3 + axis])
        boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], positions[index * 3 + axis])
      }
  }
  return boxes
}

/** Calls `visit` with the number of every edge in a run within `radius` of a point; returns the number of near runs. */
export function forEachEdgeNear(
  table: EdgeTable,
  near: { readonly point: Point; readonly radius: number },
  visit: (edge: number) => void,
): void {
  const { boxes, edges } = table
  const { point, radius } = near
  for (let block = 0; block * 6 < boxes.length; block++) {
    let squaredDistance = 0
    for (let axis = 0; axis < 3; axis++) {
      const low = boxes[block * 6 + axis] - point[axis]
      const high = point[axis] - boxes[block * 6 + 3 + axis]
      const out = Math.max(0, low, high)
      squaredDistance += out * out
    }
    if (squaredDistance > radius * radius) continue
    const last = Math.min(edges.length / 2, (block + 1) * edgesPerBlock)
    for (let edge = block * edgesPerBlock; edge < last; edge++) visit(edge)
  }
}
