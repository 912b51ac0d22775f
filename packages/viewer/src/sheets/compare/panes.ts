import type { DisplayedVersion } from './compare-api.js'

/** Gap between two versions side by side, CSS pixels. */
const gapPixels = 2

/** Part of the canvas and its content, CSS pixels from the left and top. */
export interface Pane {
  readonly displayed: DisplayedVersion
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Computes the panes of a canvas: one, or two side by side, stacked if it is higher than wide. */
export function computePanes(
  displayed: DisplayedVersion,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [Pane, ...Pane[]] {
  if (displayed !== 'side-by-side') return [{ displayed, left: 0, top: 0, width, height }]
  const isStacked = height > width
  const size = isStacked ? { width, height: (height - gapPixels) / 2 } : { width: (width - gapPixels) / 2, height }
  const second = isStacked ? { left: 0, top: size.height + gapPixels } : { left: size.width + gapPixels, top: 0 }
  return [
    { displayed: 'before', left: 0, top: 0, ...size },
    { displayed: 'after', ...second, ...size },
  ]
}
