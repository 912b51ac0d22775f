import { useSyncExternalStore } from 'react'
import type { PageSize } from './panel-bounds.js'

const sizeText = (): string => `${window.innerWidth} ${window.innerHeight}`

/** Returns the size of the page in CSS pixels; updates when the window is resized. */
export function usePageSize(): PageSize {
  const [width = 0, height = 0] = useSyncExternalStore(followResize, sizeText).split(' ').map(Number)
  return { width, height }
}

function followResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
