import { useEffect, useRef } from 'react'
import { createObservable } from '../observable.js'
import type { PaletteItem } from './command-palette.js'
import { fuzzyScore } from './fuzzy.js'

const maxItems = 12
const providers = createObservable<readonly { readonly items: readonly PaletteItem[] }[]>([])

/** Adds items of the open document to the palette while the component is mounted. */
export function usePaletteItems(items: readonly PaletteItem[]): void {
  const provider = useRef({ items })
  useEffect(() => {
    provider.current.items = items
  })
  useEffect(() => {
    const own = provider.current
    providers.set((others) => [...others, own])
    return () => providers.set((all) => all.filter((other) => other !== own))
  }, [])
}

/**
 * Finds the items of the page, and additional ones, whose name matches, best first; returns none without typed text.
 */
export function findPaletteItems(typed: string, additional: readonly PaletteItem[] = []): readonly PaletteItem[] {
  if (typed.trim() === '') return []
  const all = [...providers.get().flatMap(({ items }) => items), ...additional]
  return all
    .flatMap((item) => {
      const score = fuzzyScore(typed.trim(), `${item.name} ${item.note}`)
      return score === null ? [] : [{ item, score }]
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, maxItems)
    .map(({ item }) => item)
}
