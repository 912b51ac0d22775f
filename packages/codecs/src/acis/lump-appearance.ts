import type { FaceTraits } from '../brep/index.js'
import type { Color } from '@kamar/core/math'

/** A colour, or null where the file states none. */
export type OwnColor = Color | null

/** Appearance of a lump: a single colour, or vertex colours. */
export interface LumpAppearance {
  /** Colour of its material; null for the colour of the class. */
  readonly color: OwnColor
  /** Whether the material passes the face colours through. */
  readonly isByFace: boolean
  readonly traits: FaceTraits
}

/** Colour of uncoloured faces in a lump whose other faces have a colour. */
const uncoloured: Color = [192 / 255, 190 / 255, 186 / 255]
const white: Color = [1, 1, 1]

/** Computes the appearance: one colour for all faces gives a material, several give vertex colours. */
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
