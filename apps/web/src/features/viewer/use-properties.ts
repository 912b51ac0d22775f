import type { PropertySet } from '@kamar/scene'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

export type PropertiesState =
  | { readonly kind: 'none' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly sets: readonly PropertySet[] }

interface Answer {
  readonly viewer: Viewer
  readonly element: number
  /** Null: they could not be loaded. */
  readonly sets: readonly PropertySet[] | null
}

/** The property sets of one element, fetched when it is selected. */
export function useProperties(viewer: Viewer | null, element: number | null): PropertiesState {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (!viewer || element === null) return undefined
    let isCurrent = true
    const keep = (sets: readonly PropertySet[] | null): void => {
      if (isCurrent) setAnswer({ viewer, element, sets })
    }
    viewer.properties.of(element).then(keep, () => keep(null))
    return () => {
      isCurrent = false
    }
  }, [viewer, element])
  if (!viewer || element === null) return { kind: 'none' }
  if (answer?.viewer !== viewer || answer.element !== element) return { kind: 'loading' }
  return answer.sets ? { kind: 'loaded', sets: answer.sets } : { kind: 'failed' }
}
