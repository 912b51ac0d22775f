import type { Point } from '../api.js'
import type { GeometryShape } from '../store/geometry-store.js'
import { circlesOf, type LocalCircle } from './fit-circles.js'

/** Sides whose faces turn by more than this are edges: the same as those that are drawn. */
const creaseCosine = Math.cos((40 * Math.PI) / 180)
/** Edges per box. */
const edgesPerBlock = 32

/** Edges of one mesh, in its own steps. */
export interface EdgeTable {
  /** Corners, three numbers each. */
  readonly corners: Float64Array
  /** Two corners per edge. */
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

/** Border and crease edges of a mesh's triangles, or its segments. */
export function edgeTableOf(shape: GeometryShape): EdgeTable {
  const welded = new WeldedCorners(shape)
  const edges = shape.kind === 'lines' ? segmentsOf(shape, welded) : creasesOf(shape, welded)
  const corners = Float64Array.from(welded.places)
  const inOrder = Uint32Array.from(edges.flat())
  return { corners, edges: inOrder, boxes: boxesOf(corners, inOrder), circles: circlesOf(corners, inOrder) }
}

/** Vertices that stand at one place are one corner. */
class WeldedCorners {
  readonly places: number[] = []
  readonly #shape: GeometryShape
  readonly #known = new Map<number, number>()

  constructor(shape: GeometryShape) {
    this.#shape = shape
  }

  of(corner: number): number {
    const { vertices, corners, firstVertex } = this.#shape
    const at = (firstVertex + corners[corner]) * 4
    const [x, y, z] = [vertices[at], vertices[at + 1], vertices[at + 2]]
    const code = (x * 65_536 + y) * 65_536 + z
    const known = this.#known.get(code)
    if (known !== undefined) return known
    const number = this.#known.size
    this.#known.set(code, number)
    this.places.push(x, y, z)
    return number
  }

  normalOf(a: number, b: number, c: number): [number, number, number] {
    const p = this.places
    const along = (from: number, to: number, axis: number): number => p[to * 3 + axis] - p[from * 3 + axis]
    const [ux, uy, uz] = [along(a, b, 0), along(a, b, 1), along(a, b, 2)]
    const [vx, vy, vz] = [along(a, c, 0), along(a, c, 1), along(a, c, 2)]
    const normal: [number, number, number] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const size = Math.hypot(...normal)
    return size === 0 ? normal : [normal[0] / size, normal[1] / size, normal[2] / size]
  }
}

function segmentsOf({ cornerStart, cornerCount }: GeometryShape, welded: WeldedCorners): [number, number][] {
  const out: [number, number][] = []
  for (let corner = cornerStart; corner < cornerStart + cornerCount; corner += 2)
    out.push([welded.of(corner), welded.of(corner + 1)])
  return out
}

function creasesOf({ cornerStart, cornerCount, kind }: GeometryShape, welded: WeldedCorners): [number, number][] {
  const sides = new Map<number, Side>()
  const end = kind === 'triangles' ? cornerStart + cornerCount : cornerStart
  for (let corner = cornerStart; corner < end; corner += 3) {
    const triangle = [welded.of(corner), welded.of(corner + 1), welded.of(corner + 2)] as const
    const normal = welded.normalOf(...triangle)
    if (normal.every((part) => part === 0)) continue
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangle[side], triangle[(side + 1) % 3]]
      const key = a < b ? a * 2 ** 24 + b : b * 2 ** 24 + a
      const known = sides.get(key)
      if (known === undefined) sides.set(key, { a, b, normal, isEdge: true })
      else
        known.isEdge =
          known.normal[0] * normal[0] + known.normal[1] * normal[1] + known.normal[2] * normal[2] < creaseCosine
    }
  }
  return [...sides.values()].filter(({ isEdge }) => isEdge).map(({ a, b }) => [a, b])
}

function boxesOf(corners: Float64Array, edges: Uint32Array): Float64Array {
  const ends = edgesPerBlock * 2
  const boxes = new Float64Array(Math.ceil(edges.length / ends) * 6)
  for (let block = 0; block * ends < edges.length; block++) {
    const at = block * 6
    boxes.fill(Infinity, at, at + 3)
    boxes.fill(-Infinity, at + 3, at + 6)
    for (const corner of edges.subarray(block * ends, (block + 1) * ends))
      for (let axis = 0; axis < 3; axis++) {
        boxes[at + axis] = Math.min(boxes[at + axis], corners[corner * 3 + axis])
        boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], corners[corner * 3 + axis])
      }
  }
  return boxes
}

/** Calls `visit` with the number of every edge in a run that comes within `radius` of a point; how many runs were near. */
export function forEachEdgeNear(
  table: EdgeTable,
  near: { readonly point: Point; readonly radius: number },
  visit: (edge: number) => void,
): void {
  const { boxes, edges } = table
  const { point, radius } = near
  for (let block = 0; block * 6 < boxes.length; block++) {
    let apart = 0
    for (let axis = 0; axis < 3; axis++) {
      const low = boxes[block * 6 + axis] - point[axis]
      const high = point[axis] - boxes[block * 6 + 3 + axis]
      const out = Math.max(0, low, high)
      apart += out * out
    }
    if (apart > radius * radius) continue
    const last = Math.min(edges.length / 2, (block + 1) * edgesPerBlock)
    for (let edge = block * edgesPerBlock; edge < last; edge++) visit(edge)
  }
}
