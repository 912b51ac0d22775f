import { storeyOfElements, type ModelTree } from '@kamar/package-format/read'
import type { Point } from '../../engine/types.js'
import type { ElementBoxes } from '../../engine/model/model-geometry.js'

/** Modes of explosion. */
export const explodeModes = ['radial', 'storeys'] as const
/** One of them. */
export type ExplodeMode = (typeof explodeModes)[number]

/** At full amount, elements are this many times as far from the centre as in the model. */
const farthest = 1.6
/** At full amount, the gap between two storeys as a ratio of the higher one's height. */
const storeyGapRatio = 1.5

/** Computes offsets of all elements away from the centre; `amount` from 0 to 1. Three numbers each, metres. */
export function radialOffsets({ count, boxes }: ElementBoxes, modelCenter: Point, amount: number): Float32Array {
  const offsets = new Float32Array(count * 3)
  for (let element = 0; element < count; element++) {
    const at = element * 6
    if (boxes[at] === Infinity) continue
    for (let axis = 0; axis < 3; axis++) {
      const center = (boxes[at + axis] + boxes[at + axis + 3]) / 2
      offsets[element * 3 + axis] = (center - modelCenter[axis]) * farthest * amount
    }
  }
  return offsets
}

/** Computes offsets that lift each storey off the one below it; elements without a storey stay. */
export function storeyOffsets({ count, boxes }: ElementBoxes, tree: ModelTree, amount: number): Float32Array {
  const storeyOf = storeyOfElements(tree)
  const spans = new Map<number, { low: number; high: number }>()
  for (let element = 0; element < count; element++) {
    const storey = storeyOf[element]
    if (storey < 0 || boxes[element * 6] === Infinity) continue
    const span = spans.get(storey) ?? { low: Infinity, high: -Infinity }
    span.low = Math.min(span.low, boxes[element * 6 + 2])
    span.high = Math.max(span.high, boxes[element * 6 + 5])
    spans.set(storey, span)
  }
  const lifts = new Map<number, number>()
  let lift = 0
  const ordered = [...spans].toSorted(([, a], [, b]) => a.low + a.high - b.low - b.high)
  for (const [storey, { low, high }] of ordered) {
    lifts.set(storey, lift)
    lift += (high - low) * storeyGapRatio * amount
  }
  const offsets = new Float32Array(count * 3)
  for (let element = 0; element < count; element++) offsets[element * 3 + 2] = lifts.get(storeyOf[element]) ?? 0
  return offsets
}
