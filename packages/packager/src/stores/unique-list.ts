/** List of distinct values in the order of their first occurrence. */
export class UniqueList<Value> {
  readonly values: Value[] = []
  readonly #numbers = new Map<string, number>()
  readonly #keyOf: (value: Value) => string
  constructor(keyOf: (value: Value) => string) {
    this.#keyOf = keyOf
  }

  get count(): number {
    return this.values.length
  }

  /** Returns the index of a value, and adds it when it is new. */
  intern(value: Value): number {
    const key = this.#keyOf(value)
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    this.#numbers.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}
