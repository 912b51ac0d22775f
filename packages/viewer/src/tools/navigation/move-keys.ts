/** Movement input: −1 to 1 each, and a speed factor. */
export interface MoveInput {
  forward: number
  right: number
  up: number
  /** Rotation with the arrow keys. */
  yaw: number
  fast: boolean
}

type Direction = readonly [part: 'forward' | 'right' | 'up' | 'yaw', sign: 1 | -1]

/** Keys by physical position, so that they work with every keyboard layout. */
const directions: Readonly<Record<string, Direction>> = {
  KeyW: ['forward', 1],
  ArrowUp: ['forward', 1],
  KeyS: ['forward', -1],
  ArrowDown: ['forward', -1],
  KeyD: ['right', 1],
  KeyA: ['right', -1],
  KeyE: ['up', 1],
  KeyQ: ['up', -1],
  ArrowRight: ['yaw', 1],
  ArrowLeft: ['yaw', -1],
}

/** Handles the keys of walking and flying before the viewer's own shortcuts. */
export class MoveKeys {
  readonly #pressedKeys = new Set<string>()
  readonly #abort = new AbortController()
  #fast = false

  constructor(element: HTMLElement, actions: { changed(): void; leave(): void }) {
    const { signal } = this.#abort
    element.addEventListener('keydown', (event) => this.#down(event, actions), { signal, capture: true })
    element.addEventListener('keyup', (event) => this.#up(event), { signal, capture: true })
    element.addEventListener('blur', () => this.#pressedKeys.clear(), { signal, capture: true })
  }

  /** Movement input of the held keys. */
  get input(): MoveInput {
    const input: MoveInput = { forward: 0, right: 0, up: 0, yaw: 0, fast: this.#fast }
    for (const code of this.#pressedKeys) {
      const [part, sign] = directions[code]
      input[part] = Math.max(-1, Math.min(1, input[part] + sign))
    }
    return input
  }

  dispose(): void {
    this.#abort.abort()
    this.#pressedKeys.clear()
  }

  #down(event: KeyboardEvent, actions: { changed(): void; leave(): void }): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    this.#fast = event.shiftKey
    const isKnown = event.code in directions
    if (!isKnown && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (!isKnown) return actions.leave()
    this.#pressedKeys.add(event.code)
    actions.changed()
  }

  #up(event: KeyboardEvent): void {
    this.#fast = event.shiftKey
    this.#pressedKeys.delete(event.code)
  }
}
