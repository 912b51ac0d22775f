import { useCallback, useState } from 'react'
import { storage, storageKeys } from '../storage.js'

/** What is written and not sent yet, by where it is written. */
type Drafts = Readonly<Record<string, string>>

/** The oldest are forgotten beyond this. */
const mostDrafts = 40

function readDrafts(): Drafts {
  const stored = storage.readJson(storageKeys.drafts)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Keeps an unsent text on this device; '' forgets it. */
export function keepDraft(place: string, text: string): void {
  const { [place]: _, ...others } = readDrafts()
  const kept = Object.entries(others).slice(-(mostDrafts - 1))
  storage.writeJson(storageKeys.drafts, Object.fromEntries(text === '' ? kept : [...kept, [place, text]]))
}

/** A text that survives leaving the page, until it is sent. */
export function useDraft(place: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ place, text: readDrafts()[place] ?? '' }))
  // React's own way to follow another place: it draws again at once.
  if (state.place !== place) setState({ place, text: readDrafts()[place] ?? '' })
  const write = useCallback(
    (text: string) => {
      keepDraft(place, text)
      setState({ place, text })
    },
    [place],
  )
  return [state.text, write]
}
