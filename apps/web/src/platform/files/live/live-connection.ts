import { createObservable } from '../../observable.js'

/** Whether the page receives the server's live events. */
export const liveConnection = createObservable(false)

const listeners = new Map<string, Set<() => void>>()

/** Registers a listener for changes of a model's manifest; returns a function that unregisters it. */
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
