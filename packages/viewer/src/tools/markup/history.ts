/** A sequence of states for undo and redo; stored states are never modified. */
export class History<State> {
  #past: State[] = []
  #future: State[] = []
  #now: State

  constructor(start: State) {
    this.#now = start
  }

  get now(): State {
    return this.#now
  }
  get canUndo(): boolean {
    return this.#past.length > 0
  }
  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Adds a state; discards the undone ones. */
  push(state: State): void {
    if (state === this.#now) return
    this.#past.push(this.#now)
    this.#future = []
    this.#now = state
  }

  /** Returns false if there is nothing to undo. */
  undo(): boolean {
    const before = this.#past.pop()
    if (before === undefined) return false
    this.#future.push(this.#now)
    this.#now = before
    return true
  }
  /** Returns false if there is nothing to redo. */
  redo(): boolean {
    const after = this.#future.pop()
    if (after === undefined) return false
    this.#past.push(this.#now)
    this.#now = after
    return true
  }
}
