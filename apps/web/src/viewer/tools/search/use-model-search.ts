import type { ModelTree } from '@kamar/package-format/read'
import type { SearchResult, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** Debounce: longer than the interval between keys, shorter than a noticeable delay. */
const pauseMilliseconds = 80
const maxHits = 500

/**
 * Returns the search result as the user types; the last result remains until the next arrives, null before the first.
 */
export function useModelSearch(viewer: Viewer | null, text: string, tree: ModelTree | null): SearchResult | null {
  const [result, setResult] = useState<SearchResult | null>(null)
  const query = text.trim()
  useEffect(() => {
    // Without its tree, a model cannot be searched yet.
    if (!viewer || !tree || query === '') return undefined
    const controller = new AbortController()
    const { signal } = controller
    const setIfCurrent = (hits: SearchResult | null): void => {
      if (!signal.aborted) setResult(hits)
    }
    const timer = setTimeout(() => {
      viewer.search(query, maxHits, { signal, onPartial: setIfCurrent }).then(setIfCurrent, () => setIfCurrent(null))
    }, pauseMilliseconds)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [viewer, query, tree])
  return viewer && query !== '' ? result : null
}
