import type { Theme } from '../api.js'
import type { StateColors } from '../store/instance-looks.js'

/** Colours of a picture that are not the model's. */
export interface Look {
  /** CSS hexadecimal. */
  readonly background: string
  /** Red, green, blue, 0 to 1. */
  readonly edges: readonly [number, number, number]
  readonly states: StateColors
}

/** By theme: limestone and basalt, selection in the interface's own tuff. */
export const looks: Readonly<Record<Theme, Look>> = {
  light: {
    background: '#F7F4EF',
    edges: [0.1, 0.12, 0.14],
    states: { selection: [232, 106, 52], ghost: [122, 132, 140], ghostOpacity: 0.1 },
  },
  dark: {
    background: '#15181A',
    edges: [0.03, 0.04, 0.05],
    states: { selection: [244, 138, 84], ghost: [170, 180, 188], ghostOpacity: 0.1 },
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
