import type { Viewer } from '../viewer.js'
import type { ReferenceOverlay } from './reference-overlay.js'

/** What draws elements of another package beside the model; its code is fetched with the first one. */
export async function createReferenceOverlay(viewer: Viewer): Promise<ReferenceOverlay> {
  const { ReferenceOverlay: OverlayClass } = await import('./reference-overlay.js')
  return new OverlayClass(viewer)
}
