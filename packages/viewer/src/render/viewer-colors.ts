import type { Theme } from '../api.js'
import type { StateColors } from '../store/instance-colors.js'

/** Colours of a picture that are not the model's. */
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

/** How what is selected is marked. */
export interface SelectionColors {
  /** Of the outline and the fill. */
  readonly color: Rgb
  /** Of the thin line around the outline. */
  readonly casing: Rgb
}

/**
 * What is selected is blue, which nothing else is: not the brand's tuff, not what a comparison added, removed or changed. Those
 * who cannot tell red from green see it apart from all of them, and as a line it reaches 3:1 on the theme's background and sky.
 */
export const selectionColors: Readonly<Record<Theme, Rgb>> = { light: [31, 95, 224], dark: [84, 160, 255] }

/** How much of a selected surface's colour is the selection's: materials stay readable. */
export const selectionFill = 0.24

/** By theme: limestone and basalt. */
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
 * Strength of the light: everywhere, from the sky, from the key light, from the fill light. Tuned on the office of the
 * samples: roofs bright, the two walls that a corner view shows well apart, nothing black, nothing burnt out.
 */
export const lightStrengths: readonly [number, number, number, number] = [0.64, 0.12, 0.34, 0.12]

/**
 * Direction to the key light: left of the viewer, above, so that the front is the bright side of the home view. Parts
 * along the view's right, its level back, and up.
 */
export const keyLight: readonly [number, number, number] = [-0.65, 0.35, 0.67]
/** Direction to the fill light, right of the viewer. */
export const fillLight: readonly [number, number, number] = [0.81, 0.5, 0.3]
