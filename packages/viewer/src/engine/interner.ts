/** Numbers distinct values from 0, in the order in which they first occur. */
export class Interner<Value> {
  /** The distinct values, by number. */
  readonly values: Value[] = []
  readonly #numbers = new Map<Value, number>()

  /** Returns the number of a value. */
  intern(value: Value): number {
    const existing = this.#numbers.get(value)
    if (existing !== undefined) return existing
    this.#numbers.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}
