/** A list of numbers that takes eight bytes each. */
export class NumberList {
  #values = new Float64Array(16)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const values = this.#values
      this.#values = new Float64Array(values.length * 2)
      this.#values.set(values)
    }
    this.#values[this.length++] = value
  }

  /** Returns the numbers in memory of their exact size. */
  toArray(): Float64Array {
    return this.#values.slice(0, this.length)
  }
}
