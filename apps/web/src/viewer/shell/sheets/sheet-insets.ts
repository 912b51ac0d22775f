import type { Insets, SheetView } from '@kamar/viewer'
import { useEffect } from 'react'
import { barPixels, gapPixels, mobileToolbarPixels, sheetHeightRatio } from '../../session/covered-insets.js'

/** Panels over a drawing. */
export interface SheetCover {
  /** Width of the panel at each side, pixels; null when none is open. */
  readonly left: number | null
  readonly right: number | null
  readonly isCompact: boolean
}

/** Returns the area of a drawing that bars and panels cover; the drawing is as high as the page. */
export function sheetInsets({ left, right, isCompact }: SheetCover, pageHeight: number): Insets {
  const bar = barPixels + 2 * gapPixels
  if (isCompact) {
    const hasPanel = left !== null || right !== null
    const bottom = mobileToolbarPixels + gapPixels + (hasPanel ? Math.round(pageHeight * sheetHeightRatio) : 0)
    return { left: gapPixels, right: gapPixels, top: bar, bottom }
  }
  const side = (width: number | null): number => gapPixels + (width === null ? 0 : width + gapPixels)
  return { left: side(left), right: side(right), top: bar, bottom: bar }
}

/** Keeps a sheet in the area between the panels. */
export function useSheetInsets(view: SheetView | null, cover: SheetCover): void {
  const { left, right, top, bottom } = sheetInsets(cover, window.innerHeight)
  useEffect(() => {
    if (view) applyInsets(view, { left, right, top, bottom })
  }, [view, left, right, top, bottom])
}

function applyInsets(view: SheetView, insets: Insets): void {
  view.insets = insets
}
