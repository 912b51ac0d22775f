import type { Vector } from '@kamar/core/math'
import type { Component } from '../model.js'
import { placedPosition } from './anchor-position.js'
import { BoundingBox } from './bounding-box.js'

/** Extents of components, including all nested instances. */
export class ComponentExtents {
  /** Null while a box is being computed, and for an empty component. */
  readonly #boxes = new Map<Component, BoundingBox | null>()

  /** Computes the diagonal of a component's bounding box, inches; 0 for an empty one. */
  computeDiagonal(component: Component): number {
    const box = this.#getBounds(component)
    return box === null ? 0 : Math.hypot(...box.high.map((max, axis) => max - box.low[axis]))
  }

  #getBounds(component: Component): BoundingBox | null {
    const cached = this.#boxes.get(component)
    if (cached !== undefined) return cached
    this.#boxes.set(component, null)
    const box = new BoundingBox()
    box.addEdges(component.edges)
    for (const { definition, placement } of component.instances) {
      const inner = definition && this.#getBounds(definition.component)
      if (inner) for (const boxCorner of boxCorners(inner)) box.add(placedPosition(placement, boxCorner))
    }
    const result = box.low[0] <= box.high[0] ? box : null
    this.#boxes.set(component, result)
    return result
  }
}

const boxCorners = ({ high, low }: BoundingBox): Vector[] =>
  Array.from({ length: 8 }, (_, boxCorner) => [
    (boxCorner & 1 ? high : low)[0],
    (boxCorner & 2 ? high : low)[1],
    (boxCorner & 4 ? high : low)[2],
  ])
