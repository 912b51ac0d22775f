/** Something that was done and can be taken back. */
export interface Change {
  /** Takes it back. */
  undo(): void
  /** Does it again. */
  redo(): void
  /** Asked when models joined or left: whether there is still something to take back. Left out, there is. */
  isPossible?(): boolean
}

/** Changes remembered; older ones cannot be taken back any more. */
const maxChanges = 200

/** What tools did, newest last: one list for all of them, so that Ctrl+Z takes back what was done last. */
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

  /** Remembers what was just done; what had been taken back before cannot be done again after it. */
  push(change: Change): void {
    this.#done.push(change)
    if (this.#done.length > maxChanges) this.#done.shift()
    this.#undone = []
    this.#changed()
  }
  /** Takes the last change back; false when there is none. */
  undo(): boolean {
    const change = this.#done.pop()
    if (change === undefined) return false
    this.#undone.push(change)
    change.undo()
    this.#changed()
    return true
  }
  /** Does again what was taken back last; false when there is nothing. */
  redo(): boolean {
    const change = this.#undone.pop()
    if (change === undefined) return false
    this.#done.push(change)
    change.redo()
    this.#changed()
    return true
  }
  /** Models joined or left: forgets what has become impossible, and that alone. */
  sift(): void {
    const stays = (change: Change): boolean => change.isPossible?.() !== false
    this.#done = this.#done.filter(stays)
    this.#undone = this.#undone.filter(stays)
    this.#changed()
  }
  /** Forgets everything: another model is opened. */
  clear(): void {
    if (!this.canUndo && !this.canRedo) return
    this.#done = []
    this.#undone = []
    this.#changed()
  }
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (Command on a Mac) in an element, fields of text left out; the answer ends it. */
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
