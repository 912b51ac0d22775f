import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** What the engine says of selection, visibility and camera, as React follows it. */
export interface ViewerFacts {
  readonly selected: readonly number[]
  /** Something is hidden, ghosted or isolated. */
  readonly changedVisibility: boolean
  /** Grows with every change of visibility: eyes in the tree are drawn anew. */
  readonly visibilityRevision: number
  readonly projection: 'perspective' | 'orthographic'
}

const nothing: ViewerFacts = {
  selected: [],
  changedVisibility: false,
  visibilityRevision: 0,
  projection: 'perspective',
}

export function useViewerFacts(viewer: Viewer | null): ViewerFacts {
  const [facts, setFacts] = useState(nothing)
  useEffect(() => {
    if (!viewer) return undefined
    const change = (part: Partial<ViewerFacts>): void => setFacts((current) => ({ ...current, ...part }))
    setFacts({ ...nothing, selected: viewer.selection.elements, projection: viewer.camera.projection })
    const undo = [
      viewer.on('selectionChanged', ({ elements }) => change({ selected: elements })),
      viewer.on('visibilityChanged', ({ hidden, ghosted, isolated }) =>
        setFacts((current) => ({
          ...current,
          changedVisibility: hidden > 0 || ghosted > 0 || isolated,
          visibilityRevision: current.visibilityRevision + 1,
        })),
      ),
      viewer.on('cameraChanged', ({ view }) =>
        setFacts((current) =>
          current.projection === view.projection ? current : { ...current, projection: view.projection },
        ),
      ),
      viewer.on('modelUnloaded', () => setFacts({ ...nothing, projection: viewer.camera.projection })),
    ]
    return () => undo.forEach((end) => end())
  }, [viewer])
  return facts
}
