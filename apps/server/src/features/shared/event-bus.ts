/** How features tell the live connections of this process what they did; told after it is written, never before. */
export interface EventBus<Item> {
  publish(item: Item): void
  /** Returns the way to stop listening. */
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
