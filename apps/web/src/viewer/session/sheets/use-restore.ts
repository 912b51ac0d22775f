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

interface PendingState {
  readonly stored: StoredSheetState
  readonly finish: () => void
}

/**
 * Provides the function that shows a stored state: in the view, or in the next one if there is none yet. It remains
 * valid after the rendering, as what it shows may have to be fetched first. It resolves when the state is on the screen
 * or will never be.
 */
export function useRestore(view: SheetView | null, target: RestoreTarget): (stored: StoredSheetState) => Promise<void> {
  const pending = useRef<PendingState | null>(null)
  const running = useRef<PendingState | null>(null)
  const newest = useRef({ view, target })
  const show = useCallback((): void => {
    const { view: current, target: parts } = newest.current
    const request = pending.current
    if (current === null || request === null) return
    pending.current = null
    running.current = request
    void present(current, parts, request.stored).then(request.finish, request.finish)
  }, [])
  useEffect(() => {
    newest.current = { view, target }
    show()
  })
  // A view that ends opens no further sheet.
  const end = useCallback(() => running.current?.finish(), [])
  useEffect(() => (view === null ? undefined : end), [view, end])
  return useCallback(
    (stored) =>
      new Promise((resolve) => {
        pending.current?.finish()
        pending.current = { stored, finish: resolve }
        show()
      }),
    [show],
  )
}

async function present(view: SheetView, parts: RestoreTarget, stored: StoredSheetState): Promise<void> {
  const { sheet } = stored.view
  parts.setDark(stored.isDark)
  parts.setWeights(stored.hasWeights)
  view.restore(stored.view)
  const markup = await parts.loadMarkup()
  if (stored.markup) markup?.show(stored.markup)
  else markup?.clearSheet(sheet)
  if (view.openSheet !== sheet) await whenSheetOpens(view)
}

/** Resolves when a sheet is open, or never will be in this view. */
function whenSheetOpens(view: SheetView): Promise<void> {
  return new Promise((resolve) => {
    const stop = view.on('sheetOpened', () => {
      stop()
      resolve()
    })
  })
}
