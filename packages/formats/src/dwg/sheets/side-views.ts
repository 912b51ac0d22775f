import type { SheetLayerId } from '@kamar/core'
import { cross, mapAxes, normalized, type Matrix } from '@kamar/core/math'
import type { Entity, Viewport } from '@kamar/codecs/drawing'
import { createClip } from '@kamar/codecs/glyphs'
import type { InsertContext, SheetDrawing } from './drawing.js'
import { transformed } from './geometry.js'

/** Limit of a direction's x and y for the choice of the x axis: below it the direction counts as vertical. */
const nearPole = 1 / 64

/** Computes the transform from model to paper along the direction of a view; z keeps the depth. */
export function sideMatrix(viewport: Viewport): Matrix | null {
  const { viewDirection, viewTarget, viewCenter, twistAngle, center, height, viewHeight } = viewport
  const z = normalized(viewDirection)
  if (!z || !(viewHeight > 0)) return null
  const isUpright = Math.abs(z[0]) < nearPole && Math.abs(z[1]) < nearPole
  const x = normalized(cross(isUpright ? [0, 1, 0] : [0, 0, 1], z)) ?? [1, 0, 0]
  const y = cross(z, x)
  const scale = height / viewHeight
  const [cos, sin] = [Math.cos(twistAngle) * scale, Math.sin(twistAngle) * scale]
  const across = mapAxes((axis) => x[axis] * cos - y[axis] * sin)
  const up = mapAxes((axis) => x[axis] * sin + y[axis] * cos)
  const rotation = Float64Array.of(...[0, 1, 2].flatMap((axis) => [across[axis], up[axis], z[axis] * scale]), 0, 0, 0)
  const [tx, ty, tz] = transformed(rotation, ...viewTarget)
  rotation.set([center[0] - viewCenter[0] * scale - tx, center[1] - viewCenter[1] * scale - ty, -tz], 9)
  return rotation
}

/** Input of a side view. */
export interface SideView {
  readonly drawing: SheetDrawing
  readonly entities: Iterable<Entity>
  /** Outline on the paper, x y each. */
  readonly ring: readonly number[]
  /** Layers of the layout's sheet that this view hides. */
  readonly frozen: readonly SheetLayerId[]
}

/** Draws the model as seen along the view: all edges, including hidden ones, cut at the outline. */
export function drawSideView(viewport: Viewport, { drawing, entities, ring, frozen }: SideView): void {
  const matrix = sideMatrix(viewport)
  const clip = createClip(Float64Array.from(ring))
  if (!matrix || !clip) return
  const scale = viewport.height / viewport.viewHeight
  const context: InsertContext = { matrix, block: null, scale, depth: 0, clips: [clip] }
  drawing.again(new Set(frozen), () => {
    for (const entity of entities) drawing.draw(entity, context)
  })
}
