import type { Insets, SheetView } from '@kamar/viewer'
import { useEffect } from 'react'
import { barPixels, gapPixels, phoneBarPixels, sheetShareOfPage } from '../use-covered-insets.js'

/** What stands over a drawing. */
export interface SheetCover {
  /** Width of the panel at each side, pixels; null where none is open. */
  readonly left: number | null
  readonly right: number | null
  readonly isPhone: boolean
}

/** What bars and panels cover of a drawing, which is as high as the page. */
export function sheetInsets({ left, right, isPhone }: SheetCover, pageHeight: number): Insets {
  const bar = barPixels + 2 * gapPixels
  if (isPhone) {
    const hasPanel = left !== null || right !== null
    const bottom = phoneBarPixels + gapPixels + (hasPanel ? Math.round(pageHeight * sheetShareOfPage) : 0)
    return { left: gapPixels, right: gapPixels, top: bar, bottom }
  }
  const side = (width: number | null): number => gapPixels + (width === null ? 0 : width + gapPixels)
  return { left: side(left), right: side(right), top: bar, bottom: bar }
}

/** Keeps a sheet between the panels. */
export function useSheetInsets(view: SheetView | null, cover: SheetCover): void {
  const { left, right, top, bottom } = sheetInsets(cover, window.innerHeight)
  useEffect(() => {
    if (view) keepClear(view, { left, right, top, bottom })
  }, [view, left, right, top, bottom])
}

function keepClear(view: SheetView, insets: Insets): void {
  view.insets = insets
}
