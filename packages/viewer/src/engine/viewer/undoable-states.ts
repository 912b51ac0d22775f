import { elementFlag, type ElementStates, type StatesSnapshot } from '../store/element-states.js'
import type { Viewer } from '../api.js'

/** Undo support for element states (hidden, ghosted, isolated, coloured). */
export class UndoableStates {
  readonly #viewer: Viewer
  readonly #states: ElementStates
  readonly #refresh: () => void

  /** Calls `refresh` after each restored state. */
  constructor(viewer: Viewer, states: ElementStates, refresh: () => void) {
    this.#viewer = viewer
    this.#states = states
    this.#refresh = refresh
  }

  /** Captures the current element states; the returned function restores them. */
  capture(): () => void {
    return this.#backTo(this.#take())
  }

  /** Runs `action` and records the element states before and after it in the history. */
  change(action: () => void): void {
    const before = this.#take()
    action()
    const after = this.#take()
    const isPossible = (): boolean =>
      before.isolated !== after.isolated ||
      !isSame(this.#states.snapshotNow(before.snapshot), this.#states.snapshotNow(after.snapshot))
    if (isPossible()) this.#viewer.history.push({ undo: this.#backTo(before), redo: this.#backTo(after), isPossible })
  }

  #take(): SavedStates {
    return { snapshot: this.#states.snapshot(), isolated: this.#viewer.visibility.isolated }
  }

  #backTo({ snapshot, isolated }: SavedStates): () => void {
    return () => {
      this.#states.restore(snapshot)
      this.#refresh()
      this.#viewer.visibility.restored(isolated)
    }
  }
}

interface SavedStates {
  readonly snapshot: StatesSnapshot
  readonly isolated: boolean
}

function isSame(one: StatesSnapshot, other: StatesSnapshot): boolean {
  if (one.flags.length !== other.flags.length || one.colors.size !== other.colors.size) return false
  if (one.flags.some((flags, element) => ((flags ^ other.flags[element]) & ~elementFlag.selected) !== 0)) return false
  return [...one.colors].every(([element, color]) => other.colors.get(element) === color)
}
