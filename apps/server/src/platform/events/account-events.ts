/** Notifies the live connections of this process that an account changed; the listener looks up the rest. */
export interface AccountEvents {
  publish(accountId: string): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: (accountId: string) => void): () => void
}

export function createAccountEvents(): AccountEvents {
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
