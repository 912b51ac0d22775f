import { elementFlag, type ElementStates, type StatesSnapshot } from '../store/element-states.js'
import { PackedFlags } from '../store/packed-flags.js'
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
      !isSame(this.#states.snapshotNow(unpack(before)), this.#states.snapshotNow(unpack(after)))
    if (!isPossible()) return
    const colors = before.colors === after.colors ? 0 : before.colors.size + after.colors.size
    const byteLength = before.flags.byteLength + after.flags.byteLength + colors * bytesOfColor
    this.#viewer.history.push({ undo: this.#backTo(before), redo: this.#backTo(after), isPossible, byteLength })
  }

  #take(): SavedStates {
    const { flags, colors, era } = this.#states.snapshot()
    return { flags: new PackedFlags(flags), colors, era, isolated: this.#viewer.visibility.isolated }
  }

  #backTo(saved: SavedStates): () => void {
    return () => {
      this.#states.restore(unpack(saved))
      this.#refresh()
      this.#viewer.visibility.restored(saved.isolated)
    }
  }
}

/** Approximate bytes of an element's colour in a map. */
const bytesOfColor = 48

/** Snapshot whose flags are packed: 200 changes of two million elements would have 800 MB. */
interface SavedStates extends Omit<StatesSnapshot, 'flags'> {
  readonly flags: PackedFlags
  readonly isolated: boolean
}

const unpack = ({ flags, colors, era }: SavedStates): StatesSnapshot => ({ flags: flags.unpack(), colors, era })

function isSame(one: StatesSnapshot, other: StatesSnapshot): boolean {
  if (one.flags.length !== other.flags.length || one.colors.size !== other.colors.size) return false
  if (one.flags.some((flags, element) => ((flags ^ other.flags[element]) & ~elementFlag.selected) !== 0)) return false
  return [...one.colors].every(([element, color]) => other.colors.get(element) === color)
}
