/** Actions of the keys. */
export interface KeyActions {
  orbit(right: number, up: number): void
  pan(right: number, up: number): void
  zoom(factor: number): void
  fit(): void
  zoomTo(): void
  hide(): void
  isolate(): void
  ghost(): void
  showAll(): void
  toggleProjection(): void
  clear(): void
  home(): void
}

/** Radians per arrow key press. */
const rotationStep = Math.PI / 24
/** Ratio of the view's height per press. */
const panStep = 0.05
const zoomStep = 0.85

type Key = (actions: KeyActions, shift: boolean) => void

const arrow =
  (right: number, up: number): Key =>
  (actions, shift) =>
    shift ? actions.pan(-right * panStep, -up * panStep) : actions.orbit(right * rotationStep, -up * rotationStep)

/** Every key and its action; the documentation's table is generated from it. */
export const keys: Readonly<Record<string, Key>> = {
  ArrowLeft: arrow(-1, 0),
  ArrowRight: arrow(1, 0),
  ArrowUp: arrow(0, 1),
  ArrowDown: arrow(0, -1),
  '+': (actions) => actions.zoom(zoomStep),
  '=': (actions) => actions.zoom(zoomStep),
  '-': (actions) => actions.zoom(1 / zoomStep),
  f: (actions) => actions.fit(),
  z: (actions) => actions.zoomTo(),
  h: (actions) => actions.hide(),
  i: (actions) => actions.isolate(),
  g: (actions) => actions.ghost(),
  a: (actions) => actions.showAll(),
  o: (actions) => actions.toggleProjection(),
  Home: (actions) => actions.home(),
  Escape: (actions) => actions.clear(),
}

/** Returns letters by the physical key, so that they also work with an Armenian or Russian layout. */
function getKeyName(event: KeyboardEvent): string {
  if (event.key.length > 1 || event.key === '+' || event.key === '-' || event.key === '=') return event.key
  return event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key.toLowerCase()
}

/** Handles the viewer's keys while it, or a descendant that is not a form field, has the focus. */
export function listenToKeys(element: HTMLElement, actions: KeyActions): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
      return
    const key = keys[getKeyName(event)]
    if (key === undefined) return
    event.preventDefault()
    key(actions, event.shiftKey)
  }
  element.addEventListener('keydown', listen)
  return () => element.removeEventListener('keydown', listen)
}
