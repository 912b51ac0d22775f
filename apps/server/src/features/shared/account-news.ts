/** How features tell the live connections of this process that an account changed; the listener looks up the rest. */
export interface AccountNews {
  publish(accountId: string): void
  /** Returns the way to stop listening. */
  subscribe(listener: (accountId: string) => void): () => void
}

export function createAccountNews(): AccountNews {
  const listeners = new Set<(accountId: string) => void>()
  return {
    publish(accountId) {
      for (const listener of listeners) listener(accountId)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
