import type { ValueGroup } from '@kamar/viewer'

/** Bar of a value or a range of values, with its elements. */
export interface Bar {
  readonly label: string
  readonly elements: Uint32Array
  /** Length relative to the longest bar, 0 to 1. */
  readonly share: number
  readonly rgb: readonly [number, number, number]
}

/** Spreads hues by the golden angle, so that neighbours differ for any number of bars. */
const goldenAngleDegrees = 137.508

/** Returns the sRGB colour of a hue with medium saturation and lightness. */
export function hueColor(degrees: number): readonly [number, number, number] {
  const part = (shift: number): number => {
    const at = (shift + degrees / 30) % 12
    const chroma = 0.65 * 0.5
    return Math.round(255 * (0.5 - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [part(0), part(8), part(4)]
}

/** Creates a bar for each value. */
export function barsOfGroups(groups: readonly ValueGroup[], emptyLabel: string): Bar[] {
  const maxElements = Math.max(1, ...groups.map(({ elements }) => elements.length))
  return groups.map(({ text, elements }, at) => ({
    label: text === '' ? emptyLabel : text,
    elements,
    share: elements.length / maxElements,
    rgb: hueColor((at * goldenAngleDegrees) % 360),
  }))
}
