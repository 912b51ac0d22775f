import type { SearchResult, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** Keys come faster than this; the answer comes faster than anybody notices. */
const pauseMilliseconds = 80
const mostHits = 500

/** What a search finds while it is typed; null before there is something to look for. */
export function useModelSearch(viewer: Viewer | null, text: string): SearchResult | null {
  const [result, setResult] = useState<SearchResult | null>(null)
  useEffect(() => {
    const words = text.trim()
    if (!viewer || words === '') {
      setResult(null)
      return undefined
    }
    let isCurrent = true
    const timer = setTimeout(() => {
      viewer
        .search(words, mostHits)
        .then((found) => (isCurrent ? setResult(found) : undefined))
        // While the model is still being read there is nothing to search; the next key tries again.
        .catch(() => (isCurrent ? setResult(null) : undefined))
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [viewer, text])
  return result
}
