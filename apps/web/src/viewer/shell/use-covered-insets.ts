import type { Insets, Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import type { NestedPanelState } from '../tools/nested/use-nested-panel.js'
import type { Inspector } from '../session/use-inspector.js'
import type { Panels } from '../session/use-panels.js'

export const gapPixels = 8
const railPixels = 44
export const barPixels = 48
/** Height of the bar at the bottom of a phone; the sheet above it is at most `max-h-[52dvh]` of the panel. */
export const mobileToolbarPixels = 56
export const sheetHeightRatio = 0.52

interface Cover {
  readonly panels: Pick<Panels, 'left' | 'leftWidth' | 'rightWidth'>
  readonly inspector: Pick<Inspector, 'isOpen'>
  readonly nested: Pick<NestedPanelState, 'isOpen'>
  readonly isCompact: boolean
}

/** Returns the area of the canvas that bars and panels cover; the canvas is as high as the page. */
export function coveredInsets({ panels, inspector, nested, isCompact }: Cover, pageHeight: number): Insets {
  const bar = barPixels + 2 * gapPixels
  if (isCompact) {
    const hasSheet = panels.left !== null || inspector.isOpen || nested.isOpen
    const sheet = hasSheet ? Math.round(pageHeight * sheetHeightRatio) : 0
    return { left: gapPixels, right: gapPixels, top: bar, bottom: mobileToolbarPixels + gapPixels + sheet }
  }
  const leftPanel = panels.left === null ? 0 : panels.leftWidth + gapPixels
  const rightPanel = inspector.isOpen ? panels.rightWidth + gapPixels : 0
  return { left: railPixels + 2 * gapPixels + leftPanel, right: gapPixels + rightPanel, top: bar, bottom: bar }
}

/** Passes the covered area to the camera, so that home, fit, focus, view cube and keys use the free area. */
export function useCoveredInsets(viewer: Viewer | null, cover: Cover): void {
  const { left, right, top, bottom } = coveredInsets(cover, window.innerHeight)
  useEffect(() => {
    if (viewer) applyInsets(viewer, { left, right, top, bottom })
  }, [viewer, left, right, top, bottom])
}

function applyInsets({ camera }: Viewer, insets: Insets): void {
  camera.insets = insets
}

/** Sets the insets for the engine's own controls (the view cube) and the toasts. */
export function usePageInsets({ inspector, panels, isCompact, isNarrow }: PageCover): void {
  const right = inspector.isOpen && !isCompact && !isNarrow ? panels.rightWidth + 16 : 8
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--viewer-inset-right', `${right}px`)
    style.setProperty('--notice-inset', '4.5rem')
    return () => {
      style.removeProperty('--viewer-inset-right')
      style.removeProperty('--notice-inset')
    }
  }, [right])
}

interface PageCover extends Omit<Cover, 'nested'> {
  readonly isNarrow: boolean
}
