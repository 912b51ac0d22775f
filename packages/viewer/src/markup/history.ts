/** States one after the other, to go back and forth between; a state is never changed once it is here. */
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

  /** A new state; what was undone before is forgotten. */
  push(state: State): void {
    if (state === this.#now) return
    this.#past.push(this.#now)
    this.#future = []
    this.#now = state
  }

  /** False when there is nothing to go back to. */
  undo(): boolean {
    const before = this.#past.pop()
    if (before === undefined) return false
    this.#future.push(this.#now)
    this.#now = before
    return true
  }
  /** False when nothing was undone. */
  redo(): boolean {
    const after = this.#future.pop()
    if (after === undefined) return false
    this.#past.push(this.#now)
    this.#now = after
    return true
  }
}
