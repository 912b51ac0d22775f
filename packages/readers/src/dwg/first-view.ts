import type { FirstView } from '@kamar/scene'
import { Viewport } from '@node-projects/acad-ts'
import { normalized } from '../shared/matrix.js'
import type { OpenDrawing } from './acad-patches/open-drawing.js'
import { isLight, isViewReference } from './sheets/draw-entity.js'
import type { PlacedBody } from './solids/collect.js'

/** Views this little off the vertical are plans. */
const uprightTolerance = 1e-6

/**
 * What a drawing with bodies opens on: the plan, as the program that drew it would show it, unless there is nothing but bodies in
 * its model space, or it was saved with the model seen from the side.
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

/** A file that was saved on a layout was not looked at in its model space last. */
function wasSeenFromSide({ document, header }: Pick<OpenDrawing, 'document' | 'header'>): boolean {
  if (!header.showModelSpace) return false
  const [active] = [...(document.vPorts ?? [])].filter(({ name }) => name.toLowerCase() === '*active')
  if (!active) return false
  const { x, y, z } = active.direction
  const direction = normalized([x, y, z])
  return direction !== null && direction[2] < 1 - uprightTolerance
}
