import type { PropertySet } from '@kamar/scene'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

export type PropertiesState =
  | { readonly kind: 'none' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly sets: readonly PropertySet[] }

/** The property sets of one element, fetched when it is selected. */
export function useProperties(viewer: Viewer | null, element: number | null): PropertiesState {
  const [state, setState] = useState<PropertiesState>({ kind: 'none' })
  useEffect(() => {
    if (!viewer || element === null) {
      setState({ kind: 'none' })
      return undefined
    }
    let isCurrent = true
    const change = (next: PropertiesState): void => {
      if (isCurrent) setState(next)
    }
    // What was shown stays until the next is here: no flicker while walking through a tree.
    setState((current) => (current.kind === 'loaded' ? current : { kind: 'loading' }))
    viewer.properties.of(element).then(
      (sets) => change({ kind: 'loaded', sets }),
      () => change({ kind: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, element])
  return state
}
