import type { Vector } from '@kamar/core/math'
import type { TriangleShape } from '../geometry/triangle-shape.js'

/** A vertex of an open edge. */
export interface OpenVertex {
  readonly vertex: number
  readonly position: Vector
}

/** Finds the vertices of edges with a triangle on one side only; one per position. */
export function findOpenVertices({ indices, positions }: TriangleShape): readonly OpenVertex[] {
  const numbers = new Map<string, number>()
  const points: OpenVertex[] = []
  const numberAt = (vertex: number): number => {
    const position: Vector = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]]
    const key = position.join()
    const cached = numbers.get(key) ?? points.length
    if (cached === points.length) {
      numbers.set(key, cached)
      points.push({ vertex, position })
    }
    return cached
  }
  const vertices = Array.from(indices, numberAt)
  const ends = (at: number): [number, number] => [vertices[at], vertices[at % 3 === 2 ? at - 2 : at + 1]]
  const edges = new Set(vertices.map((_, at) => ends(at).join()))
  const open = new Set<number>()
  for (const at of vertices.keys()) {
    const [from, to] = ends(at)
    if (from !== to && !edges.has(`${to},${from}`)) open.add(from).add(to)
  }
  return [...open].map((number) => points[number])
}

/** Returns whether two vertices are closer than a distance, but not at the same position. */
export function anyNearer(vertices: readonly OpenVertex[], tolerance: number, distance: number): boolean {
  const cells = new Map<string, Vector[]>()
  const toCell = (value: number): number => Math.floor(value / distance)
  for (const { position } of vertices) {
    const [x, y, z] = position.map(toCell)
    for (let step = 0; step < 27; step++) {
      const key = [x + (step % 3) - 1, y + (Math.floor(step / 3) % 3) - 1, z + Math.floor(step / 9) - 1].join()
      const others = cells.get(key) ?? []
      const distances = others.map((other) => Math.hypot(...other.map((value, axis) => value - position[axis])))
      if (distances.some((length) => length > tolerance && length < distance)) return true
    }
    const own = [x, y, z].join()
    const inCell = cells.get(own)
    if (inCell) inCell.push(position)
    else cells.set(own, [position])
  }
  return false
}
