import type { TopicSummary } from '@kamar/contracts'
import { useState } from 'react'

/** Selection of several topics of the list. */
export interface Picking {
  readonly isActive: boolean
  /** Selected topics among those that are listed. */
  readonly ids: readonly string[]
  readonly isEvery: boolean
  readonly begin: () => void
  readonly end: () => void
  readonly toggle: (id: string) => void
  readonly toggleAll: () => void
}

/** Provides the selection of several topics; topics that are no longer listed are not selected. */
export function usePicking(topics: readonly TopicSummary[]): Picking {
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null)
  const ids = topics.flatMap(({ id }) => (picked?.has(id) === true ? [id] : []))
  const isEvery = topics.length > 0 && ids.length === topics.length
  return {
    isActive: picked !== null,
    ids,
    isEvery,
    begin: () => setPicked(new Set()),
    end: () => setPicked(null),
    toggle: (id) => setPicked(new Set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    toggleAll: () => setPicked(isEvery ? new Set() : new Set(topics.map((topic) => topic.id))),
  }
}
