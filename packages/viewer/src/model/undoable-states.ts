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
    return this.#backTo(this.#take())
  }

  /** Does `action` and remembers how elements looked before and after it. */
  change(action: () => void): void {
    const before = this.#take()
    action()
    const after = this.#take()
    const isPossible = (): boolean =>
      before.isolated !== after.isolated ||
      !isSame(this.#states.snapshotNow(before.kept), this.#states.snapshotNow(after.kept))
    if (isPossible()) this.#viewer.history.push({ undo: this.#backTo(before), redo: this.#backTo(after), isPossible })
  }

  #take(): Kept {
    return { kept: this.#states.snapshot(), isolated: this.#viewer.visibility.isolated }
  }

  #backTo({ kept, isolated }: Kept): () => void {
    return () => {
      this.#states.restore(kept)
      this.#shown()
      this.#viewer.visibility.restored(isolated)
    }
  }
}

interface Kept {
  readonly kept: StatesSnapshot
  readonly isolated: boolean
}

function isSame(one: StatesSnapshot, other: StatesSnapshot): boolean {
  if (one.flags.length !== other.flags.length || one.colors.size !== other.colors.size) return false
  if (one.flags.some((flags, element) => ((flags ^ other.flags[element]) & ~elementFlag.selected) !== 0)) return false
  return [...one.colors].every(([element, color]) => other.colors.get(element) === color)
}
