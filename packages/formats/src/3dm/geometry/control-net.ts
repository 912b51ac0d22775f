import type { Subd, Walk } from '../archive/kernel-types.js'

/** Control net of a subdivision surface, a polygon mesh. */
export interface ControlNet {
  /** x y z per vertex. */
  readonly points: Float64Array
  /** Vertices of each face, in winding order as seen from outside. */
  readonly faces: readonly (readonly number[])[]
  /** Sharpness of edges by `edgeKey`; infinite for a crease. Other edges are smooth. */
  readonly sharpness: ReadonlyMap<number, number>
  /** Vertices that stay fixed. */
  readonly corners: ReadonlySet<number>
}

const maxVertices = 2 ** 24

/** Returns a number for an edge, independent of its direction. */
export const edgeKey = (a: number, b: number): number => Math.min(a, b) * maxVertices + Math.max(a, b)

const creaseEdge = 2
const cornerVertex = 3

/** Reads the control net of a subdivision surface; null when a part of it is missing. */
export function readControlNet(subd: Subd): ControlNet | null {
  const points: number[] = []
  const numbers = new Map<number, number>()
  const corners = new Set<number>()
  walk(subd.vertices(), (vertex) => {
    const number = numbers.size
    numbers.set(vertex.id, number)
    points.push(...vertex.controlNetPoint)
    if (vertex.tag.value === cornerVertex) corners.add(number)
  })
  const numberOf = (id: number): number => numbers.get(id) ?? -1
  const sharpness = new Map<number, number>()
  walk(subd.edges(), (edge) => {
    const key = edgeKey(numberOf(edge.vertexId(0)), numberOf(edge.vertexId(1)))
    const value = edge.tag.value === creaseEdge ? Infinity : (edge.endSharpness(0) + edge.endSharpness(1)) / 2
    if (value > 0) sharpness.set(key, value)
  })
  const faces: number[][] = []
  walk(subd.faces(), (face) => {
    faces.push(Array.from({ length: face.vertexCount }, (_, index) => numberOf(face.vertex(index)?.id ?? -1)))
  })
  const isValid = points.every(Number.isFinite) && faces.every((face) => face.length > 2 && !face.includes(-1))
  return isValid && faces.length > 0 && numbers.size < maxVertices
    ? { points: Float64Array.from(points), faces, sharpness, corners }
    : null
}

function walk<Item>(items: Walk<Item>, visit: (item: Item) => void): void {
  let item = items.first()
  for (let left = items.count; item && left > 0; left--, item = left > 0 ? items.next() : null) visit(item)
  items.delete()
}
