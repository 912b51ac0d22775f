/** A file of a project appeared, changed or went; the listener looks up the rest. */
export interface FileNewsItem {
  readonly type: 'changed' | 'removed'
  readonly projectId: string
  readonly fileId: string
}

/** How features tell the live connections of this process what they did. */
export interface FileNews {
  publish(item: FileNewsItem): void
  /** Returns the way to stop listening. */
  subscribe(listener: (item: FileNewsItem) => void): () => void
}

export function createFileNews(): FileNews {
  const listeners = new Set<(item: FileNewsItem) => void>()
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
