import type { Viewer } from '@kamar/viewer'
import type { Session } from '../../session/session.js'

/** Canvas of a view: the index of a sheet, or null for the model. */
export type ViewCanvas = number | null

/** Phases of a change of everything on a canvas. */
export interface ViewListener {
  /** A stored view is about to replace what is on the canvas. */
  readonly begin: (canvas: ViewCanvas) => void
  /** What is on the canvas equals a stored view, because it was opened or saved. */
  readonly end: (reason: 'opened' | 'saved', canvas: ViewCanvas) => void
}

const listenersByViewer = new WeakMap<Viewer, Set<ViewListener>>()

/** Registers a listener for stored views that are opened or saved; returns a function that unregisters it. */
export function whenViewIsShown(viewer: Viewer, listener: ViewListener): () => void {
  const listeners = listenersByViewer.get(viewer) ?? new Set()
  listenersByViewer.set(viewer, listeners.add(listener))
  return () => void listeners.delete(listener)
}

interface OpeningOptions {
  readonly canvas?: ViewCanvas
  readonly open: () => Promise<unknown>
}

/** Opens a view, by default of the model, and notifies the listeners before and after. */
export async function announceOpening(viewer: Viewer | null, { canvas = null, open }: OpeningOptions): Promise<void> {
  const listeners = (viewer && listenersByViewer.get(viewer)) ?? []
  for (const { begin } of listeners) begin(canvas)
  try {
    await open()
  } finally {
    for (const { end } of listeners) end('opened', canvas)
  }
}

/** Notifies the listeners that what is on the displayed canvas was saved. */
export function announceSaved({ drawing, viewer }: Pick<Session, 'drawing' | 'viewer'>): void {
  const canvas = drawing.isShown ? drawing.number : null
  for (const { end } of (viewer && listenersByViewer.get(viewer)) ?? []) end('saved', canvas)
}
