import { isCoordinate } from '../../shared/coordinates.js'
import type { Vector } from '../../shared/matrix.js'
import type { Edge } from '../model.js'

/** The box around places, inches; infinite and inside out while there are none. */
export class BoundingBox {
  readonly low: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly high: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  /** Places that are no coordinates are left out. */
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
