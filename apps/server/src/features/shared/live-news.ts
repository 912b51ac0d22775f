import type { LiveEvent } from '@kamar/contracts'

/** Something that open pages should know, and whose. */
export interface LiveNewsItem {
  /** All members of a project, or accounts by id. */
  readonly to: { readonly projectId: string } | { readonly accountIds: readonly string[] }
  readonly event: LiveEvent
}

/** How features tell the live connections of this process what happened; told after it is written, never before. */
export interface LiveNews {
  publish(item: LiveNewsItem): void
  /** Returns the way to stop listening. */
  subscribe(listener: (item: LiveNewsItem) => void): () => void
}

export function createLiveNews(): LiveNews {
  const listeners = new Set<(item: LiveNewsItem) => void>()
  return {
    publish(item) {
      for (const listener of listeners) listener(item)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
