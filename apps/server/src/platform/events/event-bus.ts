/** Notifies the live connections of this process of changes; published after they are written, never before. */
export interface EventBus<Item> {
  publish(item: Item): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: (item: Item) => void): () => void
}

export function createEventBus<Item>(): EventBus<Item> {
  const listeners = new Set<(item: Item) => void>()
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
