import type { SheetMarkup, SheetView } from '@kamar/viewer'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Provides the markup of a view of sheets; its code is loaded on first use, and it ends with the view. */
export function useSheetMarkup(view: SheetView | null) {
  const [markup, setMarkup] = useState<SheetMarkup | null>(null)
  const loading = useRef<{ readonly view: SheetView; readonly markup: Promise<SheetMarkup | null> } | null>(null)
  useEffect(() => {
    if (view === null) return undefined
    return () => {
      void loading.current?.markup.then((loaded) => loaded?.dispose()).catch(() => null)
      loading.current = null
      setMarkup(null)
    }
  }, [view])
  const loadMarkup = useCallback((): Promise<SheetMarkup | null> => {
    if (view === null) return Promise.resolve(null)
    loading.current ??= {
      view,
      markup: import('@kamar/viewer/sheet-tools').then(({ SheetMarkup: Markup }) => {
        // The view may have ended meanwhile.
        if (loading.current?.view !== view) return null
        const loaded = new Markup(view)
        setMarkup(loaded)
        return loaded
      }),
    }
    return loading.current.markup
  }, [view])
  return { markup, loadMarkup }
}
