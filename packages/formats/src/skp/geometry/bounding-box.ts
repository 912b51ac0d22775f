import { isCoordinate, type Vector } from '@kamar/core/math'
import type { Edge } from '../model.js'

/** Bounding box of positions, in inches; inverted infinite bounds while it is empty. */
export class BoundingBox {
  readonly low: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly high: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  /** Adds a position; ignores invalid coordinates. */
  add(point: Vector): void {
    if (!point.every(isCoordinate)) return
    for (let axis = 0; axis < 3; axis++) {
      this.low[axis] = Math.min(this.low[axis], point[axis])
      this.high[axis] = Math.max(this.high[axis], point[axis])
    }
  }

  addEdges(edges: readonly Edge[]): void {
    for (const { start, end } of edges) {
      this.add(start.position)
      this.add(end.position)
    }
  }
}
