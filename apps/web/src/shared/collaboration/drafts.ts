import { useCallback, useState } from 'react'
import { storage, storageKeys } from '../storage.js'

/** What is written and not sent yet, by where it is written. */
type Drafts = Readonly<Record<string, string>>

/** The oldest are forgotten beyond this. */
const maxDrafts = 40

function readDrafts(): Drafts {
  const stored = storage.readJson(storageKeys.drafts)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Keeps an unsent text on this device; '' forgets it. */
export function storeDraft(draftKey: string, text: string): void {
  const { [draftKey]: _, ...others } = readDrafts()
  const recent = Object.entries(others).slice(-(maxDrafts - 1))
  storage.writeJson(storageKeys.drafts, Object.fromEntries(text === '' ? recent : [...recent, [draftKey, text]]))
}

/** A text that survives leaving the page, until it is sent. */
export function useDraft(draftKey: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ draftKey, text: readDrafts()[draftKey] ?? '' }))
  // React's own way to follow another place: it draws again at once.
  if (state.draftKey !== draftKey) setState({ draftKey, text: readDrafts()[draftKey] ?? '' })
  const write = useCallback(
    (text: string) => {
      storeDraft(draftKey, text)
      setState({ draftKey, text })
    },
    [draftKey],
  )
  return [state.text, write]
}
