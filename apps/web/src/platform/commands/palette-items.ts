import type { PaletteItem } from '@kamar/extensions'
import { matchScores, scoreMatch } from './match-names.js'

const maxItems = 12

/** A palette item with the score of its match. */
export interface FoundItem {
  readonly item: PaletteItem
  readonly score: number
}

/** Finds the items whose name, note or synonyms match, best first; returns none without typed text. */
export function findPaletteItems(typed: string, items: readonly PaletteItem[]): readonly FoundItem[] {
  if (typed.trim() === '') return []
  return items
    .flatMap((item) => {
      const { name, note, synonyms = [] } = item
      const score = scoreMatch(typed, { names: [name], synonyms })
      // Words of the note complete those of the name, but do not make a better match.
      const withNote = scoreMatch(typed, { names: [`${name} ${note}`], synonyms: [] })
      const best = Math.max(score ?? 0, Math.min(withNote ?? 0, matchScores.wordPrefix))
      return best === 0 ? [] : [{ item, score: best }]
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxItems)
}
