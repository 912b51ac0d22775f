type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array
type ColumnClass<Values extends Column> = new (length: number) => Values

/** Typed array that doubles when full: stores millions of rows without an object each. */
export class GrowingColumn<Values extends Column> {
  /** Elements in use. */
  length = 0
  #values: Values
  readonly #create: ColumnClass<Values>
  constructor(create: ColumnClass<Values>) {
    this.#create = create
    this.#values = new create(1024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(this.length + 1)
    this.#values[this.length++] = value
  }

  pushAll(values: ArrayLike<number>): void {
    if (this.length + values.length > this.#values.length) this.#grow(this.length + values.length)
    this.#values.set(values, this.length)
    this.length += values.length
  }

  /** Returns an element in use. */
  at(index: number): number {
    return this.#values[index]
  }

  /** Returns the elements in use, as a view that the next push invalidates. */
  view(): Values {
    return this.#values.subarray(0, this.length) as Values
  }

  /** Removes all elements and frees their memory. */
  clear(): void {
    this.length = 0
    this.#values = new this.#create(1024)
  }

  #grow(min: number): void {
    const values = new this.#create(Math.max(min, this.#values.length * 2))
    values.set(this.#values)
    this.#values = values
  }
}
