import type { ArrowheadKind } from '@kamar/codecs/glyphs'

/** Arrowhead kinds by the numbers of the library's `ArrowheadTypes`. */
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

/** Returns the kind of a library arrowhead; a solid triangle for unknown ones such as user blocks. */
export const arrowheadKind = (type: number): ArrowheadKind => kinds[type] ?? 'solid'
