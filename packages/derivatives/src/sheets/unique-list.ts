/** Values in the order in which they were first met, equal ones once. */
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

  /** The number of a value, a new one when it is new. */
  intern(value: Value): number {
    const key = this.#keyOf(value)
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    this.#numbers.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}
