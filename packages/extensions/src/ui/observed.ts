/** Something that tells when it looks different, for whoever draws it. */
export class Observed {
  readonly #listeners = new Set<() => void>()
  #version = 0

  /** Counts changes: a cheap value to compare for those who draw. */
  get version(): number {
    return this.#version
  }
  /** Calls `listener` after every change; the answer ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Says that it looks different now. */
  protected changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
