/** Object that notifies its renderers of visible changes. */
export class Observed {
  readonly #listeners = new Set<() => void>()
  #version = 0

  /** Change counter: a cheap value for renderers to compare. */
  get version(): number {
    return this.#version
  }
  /** Calls `listener` after every change; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Notifies listeners of a visible change. */
  protected changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
