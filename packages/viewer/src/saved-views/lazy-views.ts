import type { Movement } from '../camera/viewer-camera.js'
import type { Viewer } from '../viewer.js'
import type { ViewState } from './view-state.js'

// A chunk of its own: no view is saved or opened before the first picture.
const savedViews = () => import('./saved-views.js')

/** What the viewer shows now, to be brought back later; null without a model. Waits for the model's tree. */
export async function captureViewState(viewer: Viewer): Promise<ViewState | null> {
  return (await savedViews()).captureViewState(viewer)
}

/**
 * Shows a saved view, checked first. What it names and this model does not have is left out; resolves when everything is
 * in place, with false when it is no view or there is no model.
 */
export async function restoreView(viewer: Viewer, state: unknown, movement: Movement = {}): Promise<boolean> {
  return (await savedViews()).restoreView(viewer, state, movement)
}
