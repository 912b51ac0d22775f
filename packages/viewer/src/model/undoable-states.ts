import { elementFlag, type ElementStates, type StatesSnapshot } from '../store/element-states.js'
import type { Viewer } from '../viewer.js'

/** How elements look (hidden, ghosted, isolated, coloured), to go back to. */
export class UndoableStates {
  readonly #viewer: Viewer
  readonly #states: ElementStates
  readonly #shown: () => void

  /** `shown` is told that everything may look different now. */
  constructor(viewer: Viewer, states: ElementStates, shown: () => void) {
    this.#viewer = viewer
    this.#states = states
    this.#shown = shown
  }

  /** Remembers how elements look now; the answer goes back to it. */
  keep(): () => void {
    const { kept, isolated } = this.#take()
    return () => {
      this.#states.restore(kept)
      this.#shown()
      this.#viewer.visibility.restored(isolated)
    }
  }

  /** Does `action` and remembers how elements looked before and after it. */
  change(action: () => void): void {
    const before = this.#take()
    const undo = this.keep()
    action()
    const after = this.#take()
    if (isSame(before.kept, after.kept) && before.isolated === after.isolated) return
    this.#viewer.history.push({ undo, redo: this.keep() })
  }

  #take() {
    return { kept: this.#states.snapshot(), isolated: this.#viewer.visibility.isolated }
  }
}

function isSame(one: StatesSnapshot, other: StatesSnapshot): boolean {
  if (one.flags.length !== other.flags.length || one.colors.size !== other.colors.size) return false
  if (one.flags.some((flags, element) => ((flags ^ other.flags[element]) & ~elementFlag.selected) !== 0)) return false
  return [...one.colors].every(([element, color]) => other.colors.get(element) === color)
}
