/** Codes per doubling. */
const codesPerOctave = 16

/**
 * Encodes a level's error as one byte: 0 for none, else its distance above the step in sixteenths of an octave, rounded
 * up.
 */
export function encodeLevelError(errorMetres: number, step: number): number {
  if (!(errorMetres > 0)) return 0
  return Math.min(255, Math.max(1, Math.ceil(codesPerOctave * Math.log2(errorMetres / step)) + 1))
}

/** Returns the metres of a code; at least the encoded error, at most 4.5 % more (or one step). */
export function decodeLevelError(code: number, step: number): number {
  return code === 0 ? 0 : step * 2 ** ((code - 1) / codesPerOctave)
}
