import type { Box } from '@kamar/package-format'
import type { PlacedScene } from './placed-scene.js'

type MutableVector = [number, number, number]

/**
 * Computes the box around the visible instances (all, when all are hidden) and `initialBox`; null when there are none.
 */
export function computeBounds(scene: PlacedScene, initialBox: Box | null = null): Box | null {
  const min: MutableVector = initialBox === null ? [Infinity, Infinity, Infinity] : [...initialBox.min]
  const max: MutableVector = initialBox === null ? [-Infinity, -Infinity, -Infinity] : [...initialBox.max]
  const showAll = initialBox === null && !scene.hidden.includes(0)
  for (let instance = 0; instance < scene.count; instance++) {
    if (scene.hidden[instance] === 1 && !showAll) continue
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], scene.boxes[instance * 6 + axis])
      max[axis] = Math.max(max[axis], scene.boxes[instance * 6 + 3 + axis])
    }
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null
}

/** Returns the longest side of a box in metres; 0 for null. */
export const computeExtent = (box: Box | null): number =>
  box === null ? 0 : Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2])
