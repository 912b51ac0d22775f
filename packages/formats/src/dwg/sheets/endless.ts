import type { Vector } from '@kamar/core/math'
import type { InsertContext, SheetDrawing } from './drawing.js'

/** Margin around the extents of the drawing, as a fraction of their diagonal. */
const margin = 0.05
/** Half length of infinite lines when the drawing holds nothing else. */
const defaultHalfLength = 100

/** Draws construction lines and rays across the extents of everything else. */
export function drawEndless(drawing: SheetDrawing, context: InsertContext): void {
  const { extents } = drawing
  for (const { entity, id } of drawing.endless) {
    const { start, direction } = entity
    const length = Math.hypot(direction[0], direction[1])
    if (!(length > 0)) continue
    drawing.current = id
    const [dx, dy] = [direction[0] / length, direction[1] / length]
    const [from, to] = hasSize(extents)
      ? computeRange(start, [dx, dy], extents)
      : [-defaultHalfLength, defaultHalfLength]
    const first = entity.kind === 'ray' ? Math.max(0, from) : from
    if (to <= first) continue
    const [x, y, z] = start
    const points = [x + dx * first, y + dy * first, z, x + dx * to, y + dy * to, z]
    drawing.line(points, context, { appearance: drawing.appearance(entity, context) })
  }
}

interface Extents {
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** Returns whether extents have a size; a single point, or infinite lines alone, do not. */
const hasSize = (extents: Extents | null): extents is Extents =>
  extents !== null && (extents.max[0] > extents.min[0] || extents.max[1] > extents.min[1])

/** Computes the distances along a direction, from a point, at which the extents begin and end. */
function computeRange(
  [startX, startY]: Vector,
  [dx, dy]: readonly [number, number],
  { min, max }: Extents,
): [number, number] {
  const distances = [min[0], max[0]].flatMap((x) => [min[1], max[1]].map((y) => (x - startX) * dx + (y - startY) * dy))
  const more = margin * Math.hypot(max[0] - min[0], max[1] - min[1])
  return [Math.min(...distances) - more, Math.max(...distances) + more]
}
