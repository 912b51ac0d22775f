import type { Box } from '@kamar/package-format'
import type { PlacedScene } from './placed-scene.js'

type MutableVector = [number, number, number]

/** Box that grows by instances. */
class GrowingBox {
  readonly #min: MutableVector
  readonly #max: MutableVector

  constructor(initial: Box | null = null) {
    this.#min = initial === null ? [Infinity, Infinity, Infinity] : [...initial.min]
    this.#max = initial === null ? [-Infinity, -Infinity, -Infinity] : [...initial.max]
  }

  get box(): Box | null {
    const [min, max] = [this.#min, this.#max]
    return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null
  }

  add({ boxes }: PlacedScene, instance: number): void {
    for (let axis = 0; axis < 3; axis++) {
      this.#min[axis] = Math.min(this.#min[axis], boxes[instance * 6 + axis])
      this.#max[axis] = Math.max(this.#max[axis], boxes[instance * 6 + 3 + axis])
    }
  }
}

/** Computes the box around the visible instances of consecutive scenes (all, when all are hidden). */
export class BoundsBuilder {
  readonly #visible: GrowingBox
  readonly #all = new GrowingBox()
  #hasVisible = false

  /** `initialBox` is around the visible instances so far. */
  constructor(initialBox: Box | null = null) {
    this.#visible = new GrowingBox(initialBox)
    this.#hasVisible = initialBox !== null
  }

  /** The box so far; null without instances. */
  get box(): Box | null {
    return (this.#hasVisible ? this.#visible : this.#all).box
  }

  add(scene: PlacedScene): void {
    for (let instance = 0; instance < scene.count; instance++) {
      if (scene.hidden[instance] === 0) this.#visible.add(scene, instance)
      this.#all.add(scene, instance)
    }
    this.#hasVisible ||= scene.hidden.includes(0)
  }
}

/**
 * Computes the box around the visible instances (all, when all are hidden) and `initialBox`; null when there are none.
 */
export function computeBounds(scene: PlacedScene, initialBox: Box | null = null): Box | null {
  const bounds = new BoundsBuilder(initialBox)
  bounds.add(scene)
  return bounds.box
}

/** Returns the longest side of a box in metres; 0 for null. */
export const computeExtent = (box: Box | null): number =>
  box === null ? 0 : Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2])
