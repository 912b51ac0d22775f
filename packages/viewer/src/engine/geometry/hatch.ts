/** Hatch patterns of section fills: chosen by colour, as a package stores no other indication of the material. */
export const hatch = { concrete: 0, metal: 1, masonry: 2, wood: 3, insulation: 4, glass: 5, other: 6 } as const

/** Number of a hatch pattern. */
export type Hatch = (typeof hatch)[keyof typeof hatch]

const greySaturation = 0.14
const darkGrey = 0.42

/** Hatches by hue, degrees: the first entry whose upper bound is not below the hue. */
const byHue: readonly (readonly [upTo: number, Hatch])[] = [
  [24, hatch.masonry],
  [66, hatch.wood],
  [165, hatch.insulation],
  [258, hatch.glass],
  [330, hatch.other],
  [360, hatch.masonry],
]

/**
 * Chooses the hatch of a colour (0 to 255 each, opacity 0 to 1): grey is concrete, dark grey is metal, red is masonry,
 * brown and yellow are wood, green is insulation, blue and transparent is glass.
 */
export function chooseHatch([red, green, blue, opacity]: readonly [number, number, number, number]): Hatch {
  if (opacity < 0.7) return hatch.glass
  const high = Math.max(red, green, blue)
  const span = high - Math.min(red, green, blue)
  if (high === 0 || span / high < greySaturation) return high < darkGrey * 255 ? hatch.metal : hatch.concrete
  const hueSector =
    high === red ? (green - blue) / span : high === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  const hue = (hueSector * 60 + 360) % 360
  return byHue.find(([upTo]) => hue <= upTo)?.[1] ?? hatch.other
}
