import type { ElementColor } from '../../engine/types.js'

/** Colours of categories: distinguishable with red-green deficiency too, and on light and dark background. */
const categoryColors: readonly ElementColor['rgb'][] = [
  [46, 117, 182],
  [230, 145, 56],
  [67, 160, 91],
  [204, 75, 84],
  [134, 96, 177],
  [150, 104, 76],
  [222, 122, 183],
  [176, 178, 48],
  [34, 172, 188],
  [120, 134, 156],
  [20, 72, 125],
  [168, 90, 14],
]

/** From low to high: dark blue over green to yellow. */
const rampColors: readonly ElementColor['rgb'][] = [
  [68, 60, 138],
  [49, 104, 142],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
]

/** Returns the colour of a category; after the last one they repeat, lighter. */
export function categoryColor(index: number): ElementColor['rgb'] {
  const color = categoryColors[index % categoryColors.length]
  const lighter = Math.min(0.6, Math.floor(index / categoryColors.length) * 0.3)
  return color.map((value) => Math.round(value + (255 - value) * lighter)) as unknown as ElementColor['rgb']
}

/** Returns the colour for a fraction, 0 to 1, of a range of numbers. */
export function rampColor(share: number): ElementColor['rgb'] {
  const at = Math.min(1, Math.max(0, share)) * (rampColors.length - 1)
  const from = Math.min(rampColors.length - 2, Math.floor(at))
  const [low, high] = [rampColors[from], rampColors[from + 1]]
  return low.map((value, channel) =>
    Math.round(value + (high[channel] - value) * (at - from)),
  ) as unknown as ElementColor['rgb']
}
