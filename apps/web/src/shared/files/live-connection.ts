import { createObservable } from '../observable.js'

/** Whether the server's live events reach this page now. */
export const liveConnection = createObservable(false)

const listeners = new Map<string, Set<() => void>>()

/** Calls back when the manifest of a model changed; answers a function that ends it. */
export function whenManifestChanges(urn: string, listener: () => void): () => void {
  const known = listeners.get(urn) ?? new Set()
  known.add(listener)
  listeners.set(urn, known)
  return () => {
    known.delete(listener)
    if (known.size === 0) listeners.delete(urn)
  }
}

export function announceManifest(urn: string): void {
  for (const listener of listeners.get(urn) ?? []) listener()
}
