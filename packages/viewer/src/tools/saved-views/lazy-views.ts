import type { Movement } from '../../engine/camera/viewer-camera.js'
import type { ViewState } from './view-state.js'
import type { Viewer } from '../../engine/api.js'

// Separate bundle chunk: views are not saved or opened before the first frame.
const savedViews = () => import('./saved-views.js')

/** Captures the viewer's state for later restoring; null without a model. Waits for the model's tree. */
export async function captureViewState(viewer: Viewer): Promise<ViewState | null> {
  return (await savedViews()).captureViewState(viewer)
}

/**
 * Restores a saved view after validation, omitting references that this model does not have; resolves when everything
 * is applied, with false for an invalid view or without a model.
 */
export async function restoreView(viewer: Viewer, state: unknown, movement: Movement = {}): Promise<boolean> {
  return (await savedViews()).restoreView(viewer, state, movement)
}

/**
 * Restores how the model opened: the home view, nothing cut, hidden, coloured, exploded or selected, measurements
 * hidden. One step of the history.
 */
export async function resetView(viewer: Viewer): Promise<void> {
  const { resetView: reset } = await import('./reset-view.js')
  reset(viewer)
}
