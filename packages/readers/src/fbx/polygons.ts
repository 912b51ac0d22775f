import { isCoordinate } from '../shared/coordinates.js'
import { newClipBudget, triangulate } from '../shared/polygon.js'
import type { ClipBudget } from '../shared/polygon.js'

/** Triangles of a mesh's polygons, by their corners' places in the list of all corners. */
export interface CutPolygons {
  /** Three places per triangle. */
  readonly corners: Uint32Array
  /** Polygon of each triangle. */
  readonly polygons: Uint32Array
  /** Polygons left out, by reason. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Vertex of a corner: the last one of a polygon is stored as its complement. */
export const vertexOf = (stored: number): number => (stored < 0 ? ~stored : stored)

/** Cuts the polygons of a list of corners (x y z per vertex in `positions`) into triangles. */
export function cutPolygons(stored: ArrayLike<number>, positions: ArrayLike<number>): CutPolygons {
  const cutter = new Cutter(stored, positions)
  let first = 0
  for (let corner = 0; corner < stored.length; corner++) {
    if (stored[corner] >= 0) continue
    cutter.add(first, corner + 1)
    first = corner + 1
  }
  // A list that does not end its last polygon lost its end.
  if (first < stored.length) cutter.skip('loop-not-ended')
  return cutter
}

class Cutter implements CutPolygons {
  readonly skipped = new Map<string, number>()
  readonly #stored: ArrayLike<number>
  readonly #positions: ArrayLike<number>
  readonly #budget: ClipBudget = newClipBudget()
  readonly #corners: number[] = []
  readonly #polygons: number[] = []
  #polygon = 0

  constructor(stored: ArrayLike<number>, positions: ArrayLike<number>) {
    this.#stored = stored
    this.#positions = positions
  }

  get corners(): Uint32Array {
    return Uint32Array.from(this.#corners)
  }

  get polygons(): Uint32Array {
    return Uint32Array.from(this.#polygons)
  }

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }

  /** Cuts the polygon whose corners stand from `start` up to `end`. */
  add(start: number, end: number): void {
    const polygon = this.#polygon++
    const fault = this.#faultOf(start, end)
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

  #push(polygon: number, corners: readonly number[]): void {
    this.#corners.push(...corners)
    this.#polygons.push(polygon)
  }

  #faultOf(start: number, end: number): string | null {
    if (end - start < 3) return 'too-few-corners'
    for (let corner = start; corner < end; corner++) {
      const at = 3 * vertexOf(this.#stored[corner])
      if (at + 2 >= this.#positions.length) return 'index-out-of-range'
      for (let axis = 0; axis < 3; axis++) if (!isCoordinate(this.#positions[at + axis])) return 'not-a-number'
    }
    return null
  }

  #points(start: number, end: number): Float64Array {
    const points = new Float64Array(3 * (end - start))
    for (let corner = start; corner < end; corner++) {
      const at = 3 * vertexOf(this.#stored[corner])
      for (let axis = 0; axis < 3; axis++) points[3 * (corner - start) + axis] = this.#positions[at + axis]
    }
    return points
  }
}
