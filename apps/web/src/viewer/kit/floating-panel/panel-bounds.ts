import { limits } from '@kamar/contracts'

/** Position and size of the panel on the page, CSS pixels. */
export interface PanelBounds {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Below the top bar, with a small margin at the other edges. */
const margins = { left: 8, top: 64, right: 8, bottom: 8 } as const
/** Minimum size; anything smaller shows neither the list nor a model. */
const smallest = { width: 320, height: 240 } as const

/**
 * Returns the initial bounds: above the tools, at the left of the panel-free area, away from the view cube and the
 * properties.
 */
export function computeInitialBounds(
  page: PageSize,
  covered: { readonly left: number; readonly bottom: number },
): PanelBounds {
  const { width, height } = limits.nestedViewerPanelPixels
  return clampToPage({ left: covered.left, top: page.height - covered.bottom - height, width, height }, page)
}

/** Moves the bounds, and shrinks them if necessary, so that the whole panel is on the page. */
export function clampToPage(bounds: PanelBounds, page: PageSize): PanelBounds {
  const width = between(bounds.width, smallest.width, page.width - margins.left - margins.right)
  const height = between(bounds.height, smallest.height, page.height - margins.top - margins.bottom)
  return {
    left: between(bounds.left, margins.left, page.width - margins.right - width),
    top: between(bounds.top, margins.top, page.height - margins.bottom - height),
    width,
    height,
  }
}

/** Drags the panel's corner by a number of pixels; the opposite corner is fixed. */
export function resizeBounds(
  bounds: PanelBounds,
  by: { readonly x: number; readonly y: number },
  page: PageSize,
): PanelBounds {
  const width = Math.min(bounds.width + by.x, page.width - margins.right - bounds.left)
  const height = Math.min(bounds.height + by.y, page.height - margins.bottom - bounds.top)
  return clampToPage({ ...bounds, width, height }, page)
}

/** Moves the panel by a number of pixels. */
export const moveBounds = (
  bounds: PanelBounds,
  by: { readonly x: number; readonly y: number },
  page: PageSize,
): PanelBounds => clampToPage({ ...bounds, left: bounds.left + by.x, top: bounds.top + by.y }, page)

/** Clamps a value; the upper limit wins on a page smaller than the lower one. */
const between = (value: number, lowest: number, highest: number): number =>
  Math.round(Math.max(Math.min(value, highest), Math.min(lowest, Math.max(highest, 0))))
