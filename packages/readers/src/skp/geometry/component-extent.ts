import type { Vector } from '../../shared/matrix.js'
import type { Component } from '../model.js'
import { placedPosition } from './anchor-position.js'
import { PlaceBox } from './place-box.js'

/** Measures components with all that is placed in them. */
export class ComponentExtents {
  /** Null while a box is being measured, and for a component in which nothing stands. */
  readonly #boxes = new Map<Component, PlaceBox | null>()

  /** The diagonal of the box around a component, inches; 0 where nothing stands in it. */
  diagonalOf(component: Component): number {
    const box = this.#boxOf(component)
    return box === null ? 0 : Math.hypot(...box.high.map((most, axis) => most - box.low[axis]))
  }

  #boxOf(component: Component): PlaceBox | null {
    const known = this.#boxes.get(component)
    if (known !== undefined) return known
    this.#boxes.set(component, null)
    const box = new PlaceBox()
    box.addEdges(component.edges)
    for (const { definition, placement } of component.placed) {
      const inner = definition && this.#boxOf(definition.component)
      if (inner) for (const corner of cornersOf(inner)) box.add(placedPosition(placement, corner))
    }
    const found = box.low[0] <= box.high[0] ? box : null
    this.#boxes.set(component, found)
    return found
  }
}

const cornersOf = ({ high, low }: PlaceBox): Vector[] =>
  Array.from({ length: 8 }, (_, corner) => [
    (corner & 1 ? high : low)[0],
    (corner & 2 ? high : low)[1],
    (corner & 4 ? high : low)[2],
  ])
