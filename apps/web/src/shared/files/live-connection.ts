import { createObservable } from '../observable.js'

/** Whether the server's live events reach this page now. */
export const liveConnection = createObservable(false)

const listeners = new Map<string, Set<() => void>>()

/** Calls back when the manifest of a model changed; answers a function that ends it. */
export function whenManifestChanges(urn: string, listener: () => void): () => void {
  const registered = listeners.get(urn) ?? new Set()
  registered.add(listener)
  listeners.set(urn, registered)
  return () => {
    registered.delete(listener)
    if (registered.size === 0) listeners.delete(urn)
  }
}

export function announceManifest(urn: string): void {
  for (const listener of listeners.get(urn) ?? []) listener()
}
