/** A change that can be undone. */
export interface Change {
  /** Reverts the change. */
  undo(): void
  /** Applies the change again. */
  redo(): void
  /** Returns whether the change still applies after models joined or left. Default: true. */
  isPossible?(): boolean
  /** Approximate bytes that it keeps. Default: 0. */
  readonly byteLength?: number
}

/** Maximum number of stored changes; older ones cannot be undone. */
const maxChanges = 200
/** Maximum sum of the bytes of stored changes, unless the last change alone has more. */
const maxBytes = 16 * 2 ** 20

/** Changes by tools, newest last: one list for all tools, so that Ctrl+Z undoes the last change. */
export class CommandHistory {
  readonly #changed: () => void
  #done: Change[] = []
  #undone: Change[] = []

  /** `changed` is called when `canUndo` or `canRedo` may have changed. */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }
  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Records a change just made; discards the undone changes. */
  push(change: Change): void {
    this.#done.push(change)
    this.#undone = []
    let bytes = this.#done.reduce((sum, { byteLength = 0 }) => sum + byteLength, 0)
    while (this.#done.length > maxChanges || (bytes > maxBytes && this.#done.length > 1))
      bytes -= this.#done.shift()?.byteLength ?? 0
    this.#changed()
  }
  /** Undoes the last change; returns false if there is none. */
  undo(): boolean {
    const change = this.#done.pop()
    if (change === undefined) return false
    this.#undone.push(change)
    change.undo()
    this.#changed()
    return true
  }
  /** Redoes the last undone change; returns false if there is none. */
  redo(): boolean {
    const change = this.#undone.pop()
    if (change === undefined) return false
    this.#done.push(change)
    change.redo()
    this.#changed()
    return true
  }
  /** Drops only the changes that became impossible when models joined or left. */
  sift(): void {
    const isApplicable = (change: Change): boolean => change.isPossible?.() !== false
    this.#done = this.#done.filter(isApplicable)
    this.#undone = this.#undone.filter(isApplicable)
    this.#changed()
  }
  /** Drops everything: another model is opened. */
  clear(): void {
    if (!this.canUndo && !this.canRedo) return
    this.#done = []
    this.#undone = []
    this.#changed()
  }
}

/**
 * Handles Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (Command on a Mac) in an element, except in text fields; returns a function
 * that stops it.
 */
export function listenToHistoryKeys(element: HTMLElement | Document, history: CommandHistory): () => void {
  const listen = (raw: Event): void => {
    const event = raw as KeyboardEvent
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
      return
    const isUndo = event.code === 'KeyZ' && !event.shiftKey
    const isRedo = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey)
    if (!isUndo && !isRedo) return
    event.preventDefault()
    if (isUndo) history.undo()
    else history.redo()
  }
  element.addEventListener('keydown', listen)
  return () => element.removeEventListener('keydown', listen)
}
