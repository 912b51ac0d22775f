import type { PropertySet } from '@kamar/core'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

export type PropertiesState =
  | { readonly kind: 'none' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly sets: readonly PropertySet[] }

interface LoadedProperties {
  readonly viewer: Viewer
  readonly element: number
  /** Null when they could not be loaded. */
  readonly sets: readonly PropertySet[] | null
}

/** Loads the property sets of one element when it is selected. */
export function useProperties(viewer: Viewer | null, element: number | null): PropertiesState {
  const [loaded, setLoaded] = useState<LoadedProperties | null>(null)
  useEffect(() => {
    if (!viewer || element === null) return undefined
    let isCurrent = true
    const setIfCurrent = (sets: readonly PropertySet[] | null): void => {
      if (isCurrent) setLoaded({ viewer, element, sets })
    }
    viewer.properties.of(element).then(setIfCurrent, () => setIfCurrent(null))
    return () => {
      isCurrent = false
    }
  }, [viewer, element])
  if (!viewer || element === null) return { kind: 'none' }
  if (loaded?.viewer !== viewer || loaded.element !== element) return { kind: 'loading' }
  return loaded.sets ? { kind: 'loaded', sets: loaded.sets } : { kind: 'failed' }
}
