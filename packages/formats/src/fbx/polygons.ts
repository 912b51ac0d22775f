import { isCoordinate } from '@kamar/core/math'
import { newClipBudget, triangulate, type ClipBudget } from '@kamar/mesh'
import { GrowingUint32 } from '../kit/growing-array.js'

/** Triangles of a mesh's polygons, as indices into the list of all polygon vertices. */
export interface CutPolygons {
  /** Three polygon vertex indices per triangle. */
  readonly polygonVertices: GrowingUint32
  /** Polygon of each triangle. */
  readonly polygons: GrowingUint32
  /** Polygons omitted, by reason. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Returns the vertex of a polygon vertex: the last one of a polygon is stored as its complement. */
export const decodeVertex = (stored: number): number => (stored < 0 ? ~stored : stored)

/** Triangulates the polygons of an index list (x y z per vertex in `positions`). */
export function cutPolygons(stored: ArrayLike<number>, positions: ArrayLike<number>): CutPolygons {
  const cutter = new Cutter(stored, positions)
  let first = 0
  for (let polygonVertex = 0; polygonVertex < stored.length; polygonVertex++) {
    if (stored[polygonVertex] >= 0) continue
    cutter.add(first, polygonVertex + 1)
    first = polygonVertex + 1
  }
  // A list without the end of its last polygon is truncated.
  if (first < stored.length) cutter.skip('loop-not-ended')
  return cutter
}

class Cutter implements CutPolygons {
  readonly polygonVertices = new GrowingUint32()
  readonly polygons = new GrowingUint32()
  readonly skipped = new Map<string, number>()
  readonly #stored: ArrayLike<number>
  readonly #positions: ArrayLike<number>
  readonly #budget: ClipBudget = newClipBudget()
  #polygon = 0

  constructor(stored: ArrayLike<number>, positions: ArrayLike<number>) {
    this.#stored = stored
    this.#positions = positions
  }

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }

  /** Triangulates the polygon whose polygon vertices run from `start` up to `end`. */
  add(start: number, end: number): void {
    const polygon = this.#polygon++
    const fault = this.#findFault(start, end)
    if (fault) return this.skip(fault)
    if (end - start === 3) return this.#push(polygon, [start, start + 1, start + 2])
    const triangles = triangulate(this.#points(start, end), this.#budget)
    if (typeof triangles === 'string') {
      if (triangles !== 'no-area') this.skip(triangles)
      return
    }
    for (let at = 0; at < triangles.length; at += 3) {
      this.#push(polygon, [start + triangles[at], start + triangles[at + 1], start + triangles[at + 2]])
    }
  }

  #push(polygon: number, [first, second, third]: readonly [number, number, number]): void {
    this.polygonVertices.push(first)
    this.polygonVertices.push(second)
    this.polygonVertices.push(third)
    this.polygons.push(polygon)
  }

  #findFault(start: number, end: number): string | null {
    if (end - start < 3) return 'too-few-corners'
    for (let polygonVertex = start; polygonVertex < end; polygonVertex++) {
      const at = 3 * decodeVertex(this.#stored[polygonVertex])
      if (at + 2 >= this.#positions.length) return 'index-out-of-range'
      for (let axis = 0; axis < 3; axis++) if (!isCoordinate(this.#positions[at + axis])) return 'not-a-number'
    }
    return null
  }

  #points(start: number, end: number): Float64Array {
    const points = new Float64Array(3 * (end - start))
    for (let polygonVertex = start; polygonVertex < end; polygonVertex++) {
      const at = 3 * decodeVertex(this.#stored[polygonVertex])
      for (let axis = 0; axis < 3; axis++) points[3 * (polygonVertex - start) + axis] = this.#positions[at + axis]
    }
    return points
  }
}
