import { normalized, type Vector } from '@kamar/core/math'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import type { EntityAppearance } from '../sheet-resources.js'

const arrowWidthRatio = 1 / 3

/** Size and target of an arrowhead. */
export interface ArrowOptions {
  readonly size: number
  readonly appearance: EntityAppearance
  readonly context: InsertContext
  readonly drawing: SheetDrawing
}

/** Draws a filled arrowhead with its tip at the first of two points. */
export function drawArrow(tip: Vector, towards: Vector, { size, appearance, context, drawing }: ArrowOptions): void {
  const direction = normalized([towards[0] - tip[0], towards[1] - tip[1], towards[2] - tip[2]])
  if (!direction || !(size > 0)) return
  const [dx, dy, dz] = direction
  const half = (size * arrowWidthRatio) / 2
  const [bx, by, bz] = [tip[0] + dx * size, tip[1] + dy * size, tip[2] + dz * size]
  drawing.area([[...tip, bx - dy * half, by + dx * half, bz, bx + dy * half, by - dx * half, bz]], context, {
    appearance,
  })
}
