import type { ComparedMoment } from './compare-api.js'

/** Between two versions that stand beside one another, CSS pixels. */
const gapPixels = 2

/** A part of the picture and what is in it, CSS pixels from the left and top. */
export interface Pane {
  readonly moment: ComparedMoment
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The parts of a picture: one, or two beside one another, one above the other where it is higher than wide. */
export function panesOf(
  moment: ComparedMoment,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [Pane, ...Pane[]] {
  if (moment !== 'beside') return [{ moment, left: 0, top: 0, width, height }]
  const isStacked = height > width
  const size = isStacked ? { width, height: (height - gapPixels) / 2 } : { width: (width - gapPixels) / 2, height }
  const second = isStacked ? { left: 0, top: size.height + gapPixels } : { left: size.width + gapPixels, top: 0 }
  return [
    { moment: 'before', left: 0, top: 0, ...size },
    { moment: 'after', ...second, ...size },
  ]
}
