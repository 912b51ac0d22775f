import { patternMillimetres } from './patterns.js'
import type { W2dState } from './state.js'

/**
 * Computes dashes and gaps in the page's unit. A scale above 0 is the logical length of one repetition, below 0 its
 * pixels; 0 leaves the size to the viewer.
 */
export function computeDashes(state: W2dState, scale: number, millimetres: number): readonly number[] {
  const { pattern, isPatternInPixels, patternScale } = state
  const patternLength = pattern.reduce((sum, length) => sum + length, 0)
  if (pattern.length < 2 || !(patternLength > 0)) return []
  const { unit, pixel } = patternMillimetres
  let factor = (isPatternInPixels ? pixel : unit) / millimetres
  if (patternScale > 0) factor = (patternScale * scale) / patternLength
  if (patternScale < 0) factor = (-patternScale * pixel) / millimetres / patternLength
  return pattern.map((length) => Number((length * factor).toPrecision(6)))
}
