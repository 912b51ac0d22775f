import type { Color } from '@kamar/core/math'

const basic: readonly Color[] = [
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
  [0, 1, 1],
  [0, 0, 1],
  [1, 0, 1],
  [1, 1, 1],
  [128 / 255, 128 / 255, 128 / 255],
  [192 / 255, 192 / 255, 192 / 255],
]
const greys: readonly number[] = [51, 91, 132, 173, 214, 255]
/** Largest channel of each of the palette's five rows. */
const rows: readonly number[] = [255, 165, 127, 76, 38]
const firstHue = 10
const firstGrey = 250

/** Returns a colour of AutoCAD's palette by its index; null for 0 and 256 (by block, by layer) and invalid indices. */
export function autocadColor(index: number): Color | null {
  if (!Number.isInteger(index) || index < 1 || index > 255) return null
  if (index < firstHue) return basic[index - 1] ?? null
  if (index >= firstGrey) {
    const grey = (greys[index - firstGrey] ?? 0) / 255
    return [grey, grey, grey]
  }
  const max = (rows[(index % 10) >> 1] ?? 0) / 255
  const min = index % 2 === 0 ? 0 : max / 2
  const hue = Math.floor((index - firstHue) / 10) / 4
  const channel = (offset: number): number => {
    const distance = Math.abs(((hue + offset) % 6) - 3)
    return min + (max - min) * Math.min(Math.max(distance - 1, 0), 1)
  }
  return [channel(0), channel(4), channel(2)]
}
