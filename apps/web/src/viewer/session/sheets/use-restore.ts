import type { SheetMarkup, SheetMarkupDrawing, SheetView, SheetViewState } from '@kamar/viewer'
import { useEffect, useRef } from 'react'

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

/** Provides the function that shows a stored state: in the view, or in the next one if there is none yet. */
export function useRestore(view: SheetView | null, target: RestoreTarget): (stored: StoredSheetState) => void {
  const pending = useRef<StoredSheetState | null>(null)
  const show = (stored: StoredSheetState): void => {
    pending.current = view === null ? stored : null
    if (view === null) return
    target.setDark(stored.isDark)
    target.setWeights(stored.hasWeights)
    view.restore(stored.view)
    void target.loadMarkup().then((markup) => {
      if (stored.markup) markup?.show(stored.markup)
      else markup?.clearSheet(stored.view.sheet)
    })
  }
  useEffect(() => {
    if (pending.current) show(pending.current)
    // oxlint-disable-next-line react/exhaustive-deps -- only a new view has something to catch up with
  }, [view])
  return show
}
