import type { Theme } from '../types.js'
import type { StateColors } from '../store/instance-colors.js'

/** Colours of a frame other than the model's. */
export interface ViewerColors {
  /** CSS hexadecimal. */
  readonly background: string
  /** Red, green, blue, 0 to 1. */
  readonly edges: readonly [number, number, number]
  readonly states: StateColors
  readonly selection: SelectionColors
}

/** Red, green, blue, 0 to 255. */
type Rgb = readonly [number, number, number]

/** Colours of the selection highlight. */
export interface SelectionColors {
  /** Colour of the outline and the fill. */
  readonly color: Rgb
  /** Colour of the thin line around the outline. */
  readonly casing: Rgb
}

/**
 * The selection is blue, which nothing else uses: neither the brand's tuff nor the added, removed or changed elements
 * of a comparison. Users with red-green colour blindness can tell it from all of them, and as a line it reaches 3:1 on
 * the theme's background and sky.
 */
export const selectionColors: Readonly<Record<Theme, Rgb>> = { light: [31, 95, 224], dark: [84, 160, 255] }

/** Ratio of the selection colour in a selected surface: materials stay recognisable. */
export const selectionFill = 0.24

/** The same where others occlude the selection, so that they remain recognisable. */
export const occludedFill = 0.26

/** Colours by theme: limestone and basalt. */
export const colorsByTheme: Readonly<Record<Theme, ViewerColors>> = {
  light: {
    background: '#F7F4EF',
    edges: [0.1, 0.12, 0.14],
    states: { ghost: [122, 132, 140], ghostOpacity: 0.1 },
    selection: { color: selectionColors.light, casing: [255, 255, 255] },
  },
  dark: {
    background: '#15181A',
    edges: [0.03, 0.04, 0.05],
    states: { ghost: [170, 180, 188], ghostOpacity: 0.1 },
    selection: { color: selectionColors.dark, casing: [10, 13, 15] },
  },
}

/**
 * Light intensities: ambient, sky, key light, fill light. Tuned on the sample office: roofs bright, the two walls of a
 * corner view clearly different, nothing black, nothing overexposed.
 */
export const lightStrengths: readonly [number, number, number, number] = [0.64, 0.12, 0.34, 0.12]

/**
 * Direction to the key light: left of the camera, above, so that the front is the bright side of the home view.
 * Components along the view's right, its horizontal back, and up.
 */
export const keyLight: readonly [number, number, number] = [-0.65, 0.35, 0.67]
/** Direction to the fill light, right of the camera. */
export const fillLight: readonly [number, number, number] = [0.81, 0.5, 0.3]
