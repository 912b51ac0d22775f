import type { ReferenceOverlay } from './reference-overlay.js'
import type { Viewer } from '../../engine/api.js'

/** Creates an overlay that draws elements of another package with the model; the first call loads its code. */
export async function createReferenceOverlay(viewer: Viewer): Promise<ReferenceOverlay> {
  const { ReferenceOverlay: OverlayClass } = await import('./reference-overlay.js')
  return new OverlayClass(viewer)
}
