import type { Insets } from '@kamar/viewer'
import { useEffect } from 'react'

const gapPixels = 8
const railPixels = 44
const barPixels = 48
/** Height of the bar at the bottom of a phone; the sheet above it is at most `max-h-[52dvh]` of the panel. */
const mobileToolbarPixels = 56
const sheetHeightRatio = 0.52
/** Height of the bar with the selection above the bar at the bottom of a phone. */
const selectionBarPixels = 52

/** Panels over the canvas. */
interface Cover {
  /** Width of the panel at each side, pixels; null when none is open. */
  readonly left: number | null
  readonly right: number | null
  /** Whether a sheet covers the lower half of a phone. */
  readonly hasSheet: boolean
  /** Whether the sheet of a phone is lowered to the bar with the selection. */
  readonly isLowered: boolean
  readonly isCompact: boolean
}

/** Returns the area of the canvas that bars and panels cover; the canvas is as high as the page. */
export function coveredInsets({ left, right, hasSheet, isLowered, isCompact }: Cover, pageHeight: number): Insets {
  const bar = barPixels + 2 * gapPixels
  if (isCompact) {
    const selection = isLowered ? selectionBarPixels + gapPixels : 0
    const above = hasSheet ? Math.round(pageHeight * sheetHeightRatio) : selection
    return { left: gapPixels, right: gapPixels, top: bar, bottom: mobileToolbarPixels + gapPixels + above }
  }
  const side = (width: number | null): number => gapPixels + (width === null ? 0 : width + gapPixels)
  return { left: railPixels + gapPixels + side(left), right: side(right), top: bar, bottom: bar }
}

/** What fits the document in the free area: the camera of a model, or the view of a sheet. */
interface Fitted {
  insets: Insets
}

/** Passes the covered area on, so that home, fit, focus, view cube and keys use the free area. */
export function useCoveredInsets(fitted: Fitted | null, cover: Cover): void {
  const { left, right, top, bottom } = coveredInsets(cover, window.innerHeight)
  useEffect(() => {
    if (fitted) applyInsets(fitted, { left, right, top, bottom })
  }, [fitted, left, right, top, bottom])
}

function applyInsets(fitted: Fitted, insets: Insets): void {
  fitted.insets = insets
}

/** Sets the insets for the engine's own controls (the view cube) and the toasts; `right` in pixels. */
export function usePageInsets(right: number | null): void {
  const inset = right === null ? gapPixels : right + 2 * gapPixels
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--viewer-inset-right', `${inset}px`)
    style.setProperty('--notice-inset', '4.5rem')
    return () => {
      style.removeProperty('--viewer-inset-right')
      style.removeProperty('--notice-inset')
    }
  }, [inset])
}
