import { patternMillimetres } from './patterns.js'
import type { W2dState } from './state.js'

/**
 * Dashes and gaps in the page's unit. A scale above 0 is the logical length of one repetition, below 0 its pixels; 0
 * leaves the size to the viewer.
 */
export function dashesOf(state: W2dState, scale: number, millimetres: number): readonly number[] {
  const { pattern, isPatternInPixels, patternScale } = state
  const whole = pattern.reduce((sum, length) => sum + length, 0)
  if (pattern.length < 2 || !(whole > 0)) return []
  const { usual, pixel } = patternMillimetres
  let factor = (isPatternInPixels ? pixel : usual) / millimetres
  if (patternScale > 0) factor = (patternScale * scale) / whole
  if (patternScale < 0) factor = (-patternScale * pixel) / millimetres / whole
  return pattern.map((length) => Number((length * factor).toPrecision(6)))
}
