import type { Viewer } from '@kamar/viewer'

/** Phases of a change of everything on the screen. */
export interface ViewListener {
  /** A stored view is about to replace what is on the screen. */
  readonly begin: () => void
  /** What is on the screen equals a stored view, because it was opened or saved. */
  readonly end: (reason: 'opened' | 'saved') => void
}

const listenersByViewer = new WeakMap<Viewer, Set<ViewListener>>()

/** Registers a listener for stored views that are opened or saved; returns a function that unregisters it. */
export function whenViewIsShown(viewer: Viewer, listener: ViewListener): () => void {
  const listeners = listenersByViewer.get(viewer) ?? new Set()
  listenersByViewer.set(viewer, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** Opens a view and notifies the listeners before and after. */
export async function announceOpening(viewer: Viewer, open: () => Promise<unknown>): Promise<void> {
  for (const { begin } of listenersByViewer.get(viewer) ?? []) begin()
  try {
    await open()
  } finally {
    for (const { end } of listenersByViewer.get(viewer) ?? []) end('opened')
  }
}

/** Notifies the listeners that what is on the screen was saved. */
export function announceSaved(viewer: Viewer): void {
  for (const { end } of listenersByViewer.get(viewer) ?? []) end('saved')
}
