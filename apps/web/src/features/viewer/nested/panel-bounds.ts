import { limits } from '@kamar/contracts'

/** Where the panel stands on the page, CSS pixels. */
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

/** Free of the top bar, and a little of every other edge. */
const margins = { left: 8, top: 64, right: 8, bottom: 8 } as const
/** Less than this shows neither the list nor a model. */
const smallest = { width: 320, height: 240 } as const

/** Above the tools, at the left of what panels leave free, where the view cube and the properties are not. */
export function computeInitialBounds(
  page: PageSize,
  covered: { readonly left: number; readonly bottom: number },
): PanelBounds {
  const { width, height } = limits.nestedViewerPanelPixels
  return clampToPage({ left: covered.left, top: page.height - covered.bottom - height, width, height }, page)
}

/** The place moved, and if need be made smaller, so that all of the panel is on the page. */
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

/** The panel's corner pulled by so many pixels: the opposite one stays. */
export function resizeBounds(
  bounds: PanelBounds,
  by: { readonly x: number; readonly y: number },
  page: PageSize,
): PanelBounds {
  const width = Math.min(bounds.width + by.x, page.width - margins.right - bounds.left)
  const height = Math.min(bounds.height + by.y, page.height - margins.bottom - bounds.top)
  return clampToPage({ ...bounds, width, height }, page)
}

/** The panel shifted by so many pixels. */
export const moveBounds = (
  bounds: PanelBounds,
  by: { readonly x: number; readonly y: number },
  page: PageSize,
): PanelBounds => clampToPage({ ...bounds, left: bounds.left + by.x, top: bounds.top + by.y }, page)

/** The lower limit gives way on a page that is smaller than it. */
const between = (value: number, lowest: number, highest: number): number =>
  Math.round(Math.max(Math.min(value, highest), Math.min(lowest, Math.max(highest, 0))))
