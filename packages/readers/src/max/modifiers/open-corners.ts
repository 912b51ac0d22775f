import type { Vector } from '../../shared/matrix.js'
import type { TriangleShape } from '../geometry/triangle-shape.js'

/** A corner of an open edge. */
export interface OpenCorner {
  readonly vertex: number
  readonly place: Vector
}

/** The corners of a shape at edges that have a triangle on one side only; one of each place. */
export function openCorners({ indices, positions }: TriangleShape): readonly OpenCorner[] {
  const numbers = new Map<string, number>()
  const places: OpenCorner[] = []
  const numberAt = (vertex: number): number => {
    const place: Vector = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]]
    const key = place.join()
    const known = numbers.get(key) ?? places.length
    if (known === places.length) {
      numbers.set(key, known)
      places.push({ vertex, place })
    }
    return known
  }
  const corners = Array.from(indices, numberAt)
  const ends = (at: number): [number, number] => [corners[at], corners[at % 3 === 2 ? at - 2 : at + 1]]
  const edges = new Set(corners.map((_, at) => ends(at).join()))
  const open = new Set<number>()
  for (const at of corners.keys()) {
    const [from, to] = ends(at)
    if (from !== to && !edges.has(`${to},${from}`)) open.add(from).add(to)
  }
  return [...open].map((number) => places[number])
}

/** Whether two of several corners are nearer to each other than a distance, and not at the same place. */
export function anyNearer(corners: readonly OpenCorner[], samePlace: number, distance: number): boolean {
  const cells = new Map<string, Vector[]>()
  const cellOf = (value: number): number => Math.floor(value / distance)
  for (const { place } of corners) {
    const [x, y, z] = place.map(cellOf)
    for (let step = 0; step < 27; step++) {
      const key = [x + (step % 3) - 1, y + (Math.floor(step / 3) % 3) - 1, z + Math.floor(step / 9) - 1].join()
      const others = cells.get(key) ?? []
      const apart = others.map((other) => Math.hypot(...other.map((value, axis) => value - place[axis])))
      if (apart.some((length) => length > samePlace && length < distance)) return true
    }
    const own = [x, y, z].join()
    const inCell = cells.get(own)
    if (inCell) inCell.push(place)
    else cells.set(own, [place])
  }
  return false
}
