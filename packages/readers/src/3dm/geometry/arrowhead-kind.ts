import type { ArrowheadKind } from '../../shared/glyphs/index.js'

/** By their numbers in the library's `ArrowheadTypes`. */
const kinds: Readonly<Record<number, ArrowheadKind>> = {
  0: 'none',
  2: 'solid',
  3: 'dot',
  4: 'tick',
  5: 'short',
  6: 'open',
  7: 'rectangle',
  8: 'long',
  9: 'longer',
}

/** The head of a number of the library's; what is not there (a block of the user) is a plain triangle. */
export const arrowheadKind = (type: number): ArrowheadKind => kinds[type] ?? 'solid'
