import { isCoordinate, normalized, type Vector } from '@kamar/core/math'
import type { DrawingElement, Guide } from './model.js'

const unitTolerance = 1e-6

/** Creates a guide from eight numbers: a position, a direction, and the range along it. Null for invalid numbers. */
export function guideLine(
  { layer, isHidden }: Pick<DrawingElement, 'layer' | 'isHidden'>,
  numbers: readonly number[],
): Guide | null {
  const [x, y, z, a, b, c, from, to] = numbers
  const isUnit = Math.abs(Math.hypot(a, b, c) - 1) < unitTolerance
  if (!isUnit || ![x, y, z].every(isCoordinate) || !(from < to)) return null
  return { layer, isHidden, position: [x, y, z], isPoint: false, line: { direction: [a, b, c], from, to } }
}

/** Creates a guide point; `start` is the start of the line to it, null without one. Null for invalid numbers. */
export function guidePoint(
  { layer, isHidden }: Pick<DrawingElement, 'layer' | 'isHidden'>,
  [x, y, z]: readonly number[],
  start: readonly number[] | null,
): Guide | null {
  if (![x, y, z, ...(start ?? [])].every(isCoordinate)) return null
  const way: Vector = start === null ? [0, 0, 0] : [start[0] - x, start[1] - y, start[2] - z]
  const direction = normalized(way)
  const line = direction && { direction, from: 0, to: Math.hypot(...way) }
  return { layer, isHidden, position: [x, y, z], isPoint: true, line }
}
