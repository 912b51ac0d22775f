import type { KeyActions } from '../interaction/keyboard.js'
import type { Viewer } from '../api.js'

/**
 * Returns the viewer's key actions. Zoom to, hide, isolate and ghost apply to the selection and do nothing without one.
 */
export function viewerKeyActions(viewer: Viewer): KeyActions {
  const withSelection = (action: (elements: readonly number[]) => void): (() => void) => {
    return () => {
      if (viewer.selection.size > 0) viewer.undoable(() => action(viewer.selection.elements))
    }
  }
  return {
    orbit: (right, up) => viewer.camera.orbitBy(right, up),
    pan: (right, up) => viewer.camera.panBy(right, up),
    zoom: (factor) => viewer.camera.zoomBy(factor),
    fit: () => viewer.fitToView(),
    zoomTo: withSelection((elements) => void viewer.fitToView(elements)),
    hide: withSelection((elements) => {
      viewer.visibility.hide(elements)
      viewer.selection.clear()
    }),
    isolate: withSelection((elements) => viewer.visibility.isolate(elements)),
    ghost: withSelection((elements) => viewer.visibility.ghostOthers(elements)),
    showAll: () => viewer.undoable(() => viewer.visibility.showAll()),
    toggleProjection: () =>
      viewer.camera.setProjection(viewer.camera.projection === 'perspective' ? 'orthographic' : 'perspective'),
    clear: () => viewer.selection.clear(),
    home: () => viewer.camera.goTo('home'),
  }
}
