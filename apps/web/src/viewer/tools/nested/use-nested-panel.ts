import { useState } from 'react'
import { createObservable, type Observable } from '../../../platform/observable.js'
import type { PanelBounds } from '../../kit/floating-panel/panel-bounds.js'
import { type ViewableKind, viewableKinds } from './viewables.js'

/**
 * State of the nested viewer's panel; the user's settings persist for the lifetime of the page, even while it is
 * closed.
 */
export interface NestedPanelState {
  /** Kinds of viewables in the list. */
  readonly kinds: ReadonlySet<ViewableKind>
  readonly toggleKind: (kind: ViewableKind) => void
  readonly camerasLinked: boolean
  readonly setCamerasLinked: (linked: boolean) => void
  /** Null until first opened; an observable, so that moving the panel re-renders nothing else. */
  readonly bounds: Observable<PanelBounds | null>
}

export function useNestedPanel(): NestedPanelState {
  const [camerasLinked, setCamerasLinked] = useState(false)
  const [kinds, setKinds] = useState<ReadonlySet<ViewableKind>>(new Set(viewableKinds))
  const [bounds] = useState(() => createObservable<PanelBounds | null>(null))
  return {
    kinds,
    toggleKind: (kind) => setKinds(new Set(viewableKinds.filter((each) => kinds.has(each) !== (each === kind)))),
    camerasLinked,
    setCamerasLinked,
    bounds,
  }
}
