import type { ViewerState } from '@kamar/extensions'
import type { Viewer } from '@kamar/viewer'
import { useMemo } from 'react'
import { createObservable, type Observable, useObservable } from '../../platform/observable.js'

const initialState: ViewerState = {
  selected: [],
  changedVisibility: false,
  hiddenCount: 0,
  ghostedCount: 0,
  coloredCount: 0,
  isIsolated: false,
  visibilityRevision: 0,
  projection: 'perspective',
}

export function useViewerState(viewer: Viewer | null): ViewerState {
  return useObservable(useMemo(() => observeViewer(viewer), [viewer]))
}

/** Tracks the engine's state. The listeners end with the engine. */
function observeViewer(viewer: Viewer | null): Observable<ViewerState> {
  const viewerState = createObservable(initialState)
  if (!viewer) return viewerState
  const change = (part: Partial<ViewerState>): void => viewerState.set((current) => ({ ...current, ...part }))
  change({ selected: viewer.selection.elements, projection: viewer.camera.projection })
  viewer.on('selectionChanged', ({ elements }) => change({ selected: elements }))
  viewer.on('visibilityChanged', ({ hidden, ghosted, isolated }) =>
    change({
      changedVisibility: hidden > 0 || ghosted > 0 || isolated,
      hiddenCount: hidden,
      ghostedCount: ghosted,
      isIsolated: isolated,
      visibilityRevision: viewerState.get().visibilityRevision + 1,
    }),
  )
  viewer.on('colorsChanged', () => change({ coloredCount: viewer.colors.size }))
  viewer.on('cameraChanged', ({ view }) => {
    if (view.projection !== viewerState.get().projection) change({ projection: view.projection })
  })
  viewer.on('modelUnloaded', () => change({ ...initialState, projection: viewer.camera.projection }))
  return viewerState
}
