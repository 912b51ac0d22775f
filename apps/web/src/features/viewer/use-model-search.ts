import type { SearchResult, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** Keys come faster than this; the answer comes faster than anybody notices. */
const pauseMilliseconds = 80
const maxHits = 500

/** What a search finds while it is typed; the last answer stays until the next is here, null before the first. */
export function useModelSearch(viewer: Viewer | null, text: string): SearchResult | null {
  const [result, setResult] = useState<SearchResult | null>(null)
  const query = text.trim()
  useEffect(() => {
    if (!viewer || query === '') return undefined
    let isCurrent = true
    const setIfCurrent = (hits: SearchResult | null): void => {
      if (isCurrent) setResult(hits)
    }
    const timer = setTimeout(() => {
      // While the model is still being read there is nothing to search; the next key tries again.
      viewer.search(query, maxHits).then(setIfCurrent, () => setIfCurrent(null))
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [viewer, query])
  return viewer && query !== '' ? result : null
}
