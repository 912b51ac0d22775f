import type { Point } from '../../engine/types.js'
import { angleAt, pathLength, polygonArea, type MeasureKind } from './measurement.js'
import { lengthText, quantityText, type NumberStyle } from './units.js'

/** Returns the text of the measurement that a click at the last point would give; null while there is none. */
export function pendingText(kind: MeasureKind, points: readonly Point[], style: NumberStyle): string | null {
  if (points.length < 2 || kind === 'clearance') return null
  if (kind === 'angle') return points.length < 3 ? null : quantityText('angle', angleAt(points), style)
  if (kind === 'area') return points.length < 3 ? null : quantityText('area', polygonArea(points), style)
  return lengthText(pathLength(points), style)
}
