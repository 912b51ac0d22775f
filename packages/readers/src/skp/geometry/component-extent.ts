import { isCoordinate } from '../../shared/coordinates.js'
import type { Vector } from '../../shared/matrix.js'
import type { Component } from '../model.js'
import { placedPosition } from './anchor-position.js'

type Box = readonly [low: Vector, high: Vector]

/** Measures components with all that is placed in them. */
export class ComponentExtents {
  /** Null while a box is being measured, and for a component in which nothing stands. */
  readonly #boxes = new Map<Component, Box | null>()

  /** The diagonal of the box around a component, inches; 0 where nothing stands in it. */
  diagonalOf(component: Component): number {
    const box = this.#boxOf(component)
    return box === null ? 0 : Math.hypot(box[1][0] - box[0][0], box[1][1] - box[0][1], box[1][2] - box[0][2])
  }

  #boxOf(component: Component): Box | null {
    const known = this.#boxes.get(component)
    if (known !== undefined) return known
    this.#boxes.set(component, null)
    const low: [number, number, number] = [Infinity, Infinity, Infinity]
    const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
    const add = (position: Vector): void => {
      if (!position.every(isCoordinate)) return
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], position[axis])
        high[axis] = Math.max(high[axis], position[axis])
      }
    }
    for (const { start, end } of component.edges) {
      add(start.position)
      add(end.position)
    }
    for (const { definition, placement } of component.placed) {
      const inner = definition && this.#boxOf(definition.component)
      if (inner) for (const corner of cornersOf(inner)) add(placedPosition(placement, corner))
    }
    const box: Box | null = low[0] <= high[0] ? [low, high] : null
    this.#boxes.set(component, box)
    return box
  }
}

const cornersOf = (box: Box): Vector[] =>
  Array.from({ length: 8 }, (_, corner) => [box[corner & 1][0], box[(corner >> 1) & 1][1], box[(corner >> 2) & 1][2]])
