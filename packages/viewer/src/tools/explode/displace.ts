import type { Viewer } from '../../engine/api.js'
import { Arrangement } from '../../engine/model/arrangement.js'
import { OpenModel } from '../../engine/model/open-model.js'

/** Returns the arrangement of the viewer's model, creating it if necessary; null without a model. */
function ensureArrangement({ model }: Viewer): { readonly model: OpenModel; readonly arrangement: Arrangement } | null {
  if (!(model instanceof OpenModel)) return null
  const existing = model.arrangement
  const arrangement = existing instanceof Arrangement ? existing : new Arrangement()
  model.arrangement = arrangement
  return { model, arrangement }
}

/** Moves elements apart: three numbers per element, metres; null resets them. Picks follow the drawn positions. */
export function displace(viewer: Viewer, offsets: Float32Array | null): void {
  const current = ensureArrangement(viewer)
  if (current === null || (offsets === null && !current.arrangement.isExploded)) return
  current.arrangement.setOffsets(offsets)
  current.model.arranged()
  viewer.replacement.events.emit('elementsMoved', { move: null })
}
