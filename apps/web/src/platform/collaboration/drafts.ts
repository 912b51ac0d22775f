import { useCallback, useState } from 'react'
import { storage, storageKeys } from '../storage.js'

/** Unsent texts by draft key. */
type Drafts = Readonly<Record<string, string>>

/** Maximum number of drafts; the oldest are evicted. */
const maxDrafts = 40

function readDrafts(): Drafts {
  const stored = storage.readJson(storageKeys.drafts)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Returns the draft key of a text of a new topic. */
export const newTopicDraftKey = (fileId: string, part: 'title' | 'description'): string => `${fileId}/new/${part}`

/** Stores an unsent text on this device; '' deletes it. */
export function storeDraft(draftKey: string, text: string): void {
  const { [draftKey]: _, ...others } = readDrafts()
  const recent = Object.entries(others).slice(-(maxDrafts - 1))
  storage.writeJson(storageKeys.drafts, Object.fromEntries(text === '' ? recent : [...recent, [draftKey, text]]))
}

/** Provides a text that survives leaving the page, until it is sent. */
export function useDraft(draftKey: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ draftKey, text: readDrafts()[draftKey] ?? '' }))
  // Sets state during rendering, as React recommends: it re-renders at once.
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
