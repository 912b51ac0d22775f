/**
 * Recently used values by number within a budget of bytes. Two generations instead of a list in order of use: a hit costs
 * one lookup.
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

  /** Stores a value that takes so many bytes; forgets those not used for the longest time. */
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
