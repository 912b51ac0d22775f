import type { Drawing } from '@kamar/codecs/drawing'
import type { FirstView } from '@kamar/core'
import { normalized } from '@kamar/core/math'
import { findModelSpace, type JoinedDrawing } from './joined-drawing.js'
import { isLight, isViewReference } from './sheets/entities/draw-entity.js'
import type { PlacedBody } from './solids/collect.js'

/** Tolerance within which views off the vertical count as plans. */
const uprightTolerance = 1e-6

/**
 * Computes the first view of a drawing with bodies: the plan, as in the program that drew it, unless its model space
 * holds only bodies, or it was saved with the model seen from the side.
 */
export function computeFirstView(source: JoinedDrawing, bodies: readonly PlacedBody[]): FirstView {
  return hasFlatEntities(source, bodies) && !wasSeenFromSide(source.main) ? 'sheet' : 'model'
}

function hasFlatEntities(source: JoinedDrawing, bodies: readonly PlacedBody[]): boolean {
  const tops = new Set(bodies.map(({ top }) => top.handle))
  const model = findModelSpace(source.main)
  for (const entity of model ? source.entities(model) : []) {
    const isOutside = isLight(entity) || isViewReference(entity) || entity.kind === 'viewport'
    if (!isOutside && !entity.isInvisible && !tops.has(entity.handle)) return true
  }
  return false
}

/** Returns whether the model was last seen from the side; a file saved on a layout does not count. */
function wasSeenFromSide({ variables, viewportEntries }: Drawing): boolean {
  const active = viewportEntries.find(({ name }) => name.toLowerCase() === '*active')
  const direction = variables.isModelSpaceActive && active ? normalized(active.direction) : null
  return direction !== null && direction[2] < 1 - uprightTolerance
}
