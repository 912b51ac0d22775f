/** Codes per doubling. */
const codesPerOctave = 16

/** A level's error as one byte: 0 for none, else how many sixteenths of an octave above the step it lies, rounded up. */
export function encodeLevelError(errorMetres: number, step: number): number {
  if (!(errorMetres > 0)) return 0
  return Math.min(255, Math.max(1, Math.ceil(codesPerOctave * Math.log2(errorMetres / step)) + 1))
}

/** Metres of a code; at least the error that was encoded, at most 4.5 % more (or one step). */
export function decodeLevelError(code: number, step: number): number {
  return code === 0 ? 0 : step * 2 ** ((code - 1) / codesPerOctave)
}
