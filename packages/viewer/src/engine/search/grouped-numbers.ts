/** Numbers grouped by `keyCount` keys, in two arrays instead of a list per key. */
export class GroupedNumbers {
  readonly #starts: Uint32Array
  readonly #numbers: Uint32Array

  /** `keys[i]` is the key of `numbers[i]`; without `numbers` it is the key of `i`. */
  constructor(keyCount: number, keys: ArrayLike<number>, numbers?: ArrayLike<number>) {
    const starts = new Uint32Array(keyCount + 1)
    for (let at = 0; at < keys.length; at++) starts[keys[at] + 1]++
    for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key]
    const next = starts.slice()
    this.#numbers = new Uint32Array(keys.length)
    for (let at = 0; at < keys.length; at++) this.#numbers[next[keys[at]]++] = numbers === undefined ? at : numbers[at]
    this.#starts = starts
  }

  /** Returns the numbers of a key; a view, not a copy. */
  of(key: number): Uint32Array {
    return this.#numbers.subarray(this.#starts[key], this.#starts[key + 1])
  }
}
