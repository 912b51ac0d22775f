/** Callbacks of sheet keys. */
export interface SheetKeyHost {
  /** Pans by CSS pixels. */
  pan(right: number, down: number): void
  zoom(factor: number): void
  fit(): void
  /** Completes the current operation. */
  finish(): void
  /** Cancels the current operation. */
  leave(): void
}

const panPixels = 60
const zoomFactor = 1.4

/** Handles arrows, + and −, F and Home, Enter, Escape. */
export function actOnSheetKey(event: KeyboardEvent, host: SheetKeyHost): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => host.pan(panPixels, 0),
    ArrowRight: () => host.pan(-panPixels, 0),
    ArrowUp: () => host.pan(0, panPixels),
    ArrowDown: () => host.pan(0, -panPixels),
    '+': () => host.zoom(zoomFactor),
    '=': () => host.zoom(zoomFactor),
    '-': () => host.zoom(1 / zoomFactor),
    f: () => host.fit(),
    Home: () => host.fit(),
    Enter: () => host.finish(),
    Escape: () => host.leave(),
  }
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}
