import { useEffect, useRef } from 'react'
import { createObservable } from '../observable.js'
import type { PaletteItem } from './command-palette.js'
import { fuzzyScore } from './fuzzy.js'

const mostPlaces = 12
const rooms = createObservable<readonly { readonly places: readonly PaletteItem[] }[]>([])

/** While it is on the page, the palette goes to these, too: what the open document consists of. */
export function usePlaces(places: readonly PaletteItem[]): void {
  const room = useRef({ places })
  useEffect(() => {
    room.current.places = places
  })
  useEffect(() => {
    const own = room.current
    rooms.set((others) => [...others, own])
    return () => rooms.set((all) => all.filter((other) => other !== own))
  }, [])
}

/** Those of the page and those beside it whose name fits, best first; none while nothing is typed. */
export function findPlaces(typed: string, beside: readonly PaletteItem[] = []): readonly PaletteItem[] {
  if (typed.trim() === '') return []
  const all = [...rooms.get().flatMap(({ places }) => places), ...beside]
  return all
    .flatMap((place) => {
      const score = fuzzyScore(typed.trim(), `${place.name} ${place.note}`)
      return score === null ? [] : [{ place, score }]
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, mostPlaces)
    .map(({ place }) => place)
}
