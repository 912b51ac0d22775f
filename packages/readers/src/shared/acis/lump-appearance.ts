import type { FaceTraits } from '../brep/index.js'
import type { Color } from '../color.js'

/** A colour, or null where the file states none. */
export type OwnColor = Color | null

/** How a lump looks: in one colour, or with colours on its vertices. */
export interface LumpAppearance {
  /** What its material says; null for the colour of the class. */
  readonly color: OwnColor
  /** Whether the colour only lets the colours of the faces through. */
  readonly isByFace: boolean
  readonly traits: FaceTraits
}

/** Colour of faces without one, in a lump whose other faces have one. */
const uncoloured: Color = [192 / 255, 190 / 255, 186 / 255]
const white: Color = [1, 1, 1]

/** One colour for all faces makes a material; several make vertex colours. */
export function computeAppearance(colors: readonly OwnColor[]): LumpAppearance {
  const [first = null] = colors
  const key = first?.join(' ')
  if (colors.every((color) => color?.join(' ') === key)) {
    return { color: first, isByFace: false, traits: { count: colors.length } }
  }
  const bytes = colors.flatMap((color) => [
    ...(color ?? uncoloured).map((channel) => Math.round(Math.min(Math.max(channel, 0), 1) * 255)),
    255,
  ])
  return { color: white, isByFace: true, traits: { count: colors.length, colors: Uint8Array.from(bytes) } }
}
