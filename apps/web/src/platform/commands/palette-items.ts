import type { PaletteItem } from '@kamar/extensions'
import { fuzzyScore } from './fuzzy.js'

const maxItems = 12

/** Finds the items whose name matches, best first; returns none without typed text. */
export function findPaletteItems(typed: string, items: readonly PaletteItem[]): readonly PaletteItem[] {
  if (typed.trim() === '') return []
  return items
    .flatMap((item) => {
      const score = fuzzyScore(typed.trim(), `${item.name} ${item.note}`)
      return score === null ? [] : [{ item, score }]
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, maxItems)
    .map(({ item }) => item)
}
