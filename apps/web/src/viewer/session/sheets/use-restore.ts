import type { SheetMarkup, SheetMarkupDrawing, SheetView, SheetViewState } from '@kamar/viewer'
import { useCallback, useEffect, useRef } from 'react'

/** What is visible of a sheet, with its paper and markup. */
export interface StoredSheetState {
  readonly view: SheetViewState
  readonly isDark: boolean
  readonly hasWeights: boolean
  /** Null without markup. */
  readonly markup: SheetMarkupDrawing | null
}

interface RestoreTarget {
  readonly setDark: (isDark: boolean) => void
  readonly setWeights: (hasWeights: boolean) => void
  readonly loadMarkup: () => Promise<SheetMarkup | null>
}

/**
 * Provides the function that shows a stored state: in the view, or in the next one if there is none yet. It remains
 * valid after the rendering, as what it shows may have to be fetched first.
 */
export function useRestore(view: SheetView | null, target: RestoreTarget): (stored: StoredSheetState) => void {
  const pending = useRef<StoredSheetState | null>(null)
  const newest = useRef({ view, target })
  const show = useCallback((stored: StoredSheetState): void => {
    const { view: current, target: parts } = newest.current
    pending.current = current === null ? stored : null
    if (current === null) return
    parts.setDark(stored.isDark)
    parts.setWeights(stored.hasWeights)
    current.restore(stored.view)
    void parts.loadMarkup().then((markup) => {
      if (stored.markup) markup?.show(stored.markup)
      else markup?.clearSheet(stored.view.sheet)
    })
  }, [])
  useEffect(() => {
    newest.current = { view, target }
    if (view !== null && pending.current !== null) show(pending.current)
  })
  return show
}
