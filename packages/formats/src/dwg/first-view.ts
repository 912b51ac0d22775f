import type { FirstView } from '@kamar/core'
import { normalized } from '@kamar/core/math'
import { Viewport } from '@node-projects/acad-ts'
import type { OpenDrawing } from './acad-patches/open-drawing.js'
import { isLight, isViewReference } from './sheets/entities/draw-entity.js'
import type { PlacedBody } from './solids/collect.js'

/** Tolerance within which views off the vertical count as plans. */
const uprightTolerance = 1e-6

/**
 * Computes the first view of a drawing with bodies: the plan, as in the program that drew it, unless its model space
 * holds only bodies, or it was saved with the model seen from the side.
 */
export function computeFirstView(
  open: Pick<OpenDrawing, 'document' | 'header'>,
  bodies: readonly PlacedBody[],
): FirstView {
  const tops = new Set(bodies.map(({ top }) => top))
  const entities = [...(open.document.modelSpace?.entities ?? [])]
  const isFlat = entities.some(
    (entity) =>
      !tops.has(entity) &&
      !entity.isInvisible &&
      !isLight(entity) &&
      !isViewReference(entity) &&
      !(entity instanceof Viewport),
  )
  return isFlat && !wasSeenFromSide(open) ? 'sheet' : 'model'
}

/** Returns whether the model was last seen from the side; a file saved on a layout does not count. */
function wasSeenFromSide({ document, header }: Pick<OpenDrawing, 'document' | 'header'>): boolean {
  if (!header.showModelSpace) return false
  const [active] = [...(document.vPorts ?? [])].filter(({ name }) => name.toLowerCase() === '*active')
  if (!active) return false
  const { x, y, z } = active.direction
  const direction = normalized([x, y, z])
  return direction !== null && direction[2] < 1 - uprightTolerance
}
