export type { ReferenceOverlayRequest, ReferenceOverlay } from './reference-overlay.js'
export { createReferenceOverlay } from './lazy-reference-overlay.js'
