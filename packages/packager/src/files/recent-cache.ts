/**
 * Recently stored values by number within a budget of bytes. Two generations instead of a list in order of use: a hit
 * costs one or two lookups, and changes nothing.
 */
export class RecentCache<Value> {
  readonly #maxBytes: number
  #recent = new Map<number, Value>()
  #earlier = new Map<number, Value>()
  #recentBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(number: number): Value | undefined {
    return this.#recent.get(number) ?? this.#earlier.get(number)
  }

  /** Stores a value that takes so many bytes; evicts the earlier generation when the recent one has half of the budget. */
  set(number: number, value: Value, bytes: number): void {
    this.#recent.set(number, value)
    this.#recentBytes += bytes
    if (this.#recentBytes < this.#maxBytes / 2) return
    this.#earlier = this.#recent
    this.#recent = new Map()
    this.#recentBytes = 0
  }

  clear(): void {
    this.#recent.clear()
    this.#earlier.clear()
    this.#recentBytes = 0
  }
}
