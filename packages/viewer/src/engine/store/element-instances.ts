import { noElement, type InstanceStore } from './instance-store.js'

/** Instances of each element. Rebuilt on access after more instances have loaded. */
export class ElementInstances {
  readonly #instances: InstanceStore
  #starts = new Uint32Array(1)
  #numbers = new Uint32Array(0)
  #covered = 0

  constructor(instances: InstanceStore) {
    this.#instances = instances
  }

  /** Returns instance numbers of an element, ascending; a view, not a copy. */
  of(element: number): Uint32Array {
    if (this.#covered !== this.#instances.count) this.#sort()
    if (element < 0 || element + 1 >= this.#starts.length) return this.#numbers.subarray(0, 0)
    return this.#numbers.subarray(this.#starts[element], this.#starts[element + 1])
  }

  /** Discards the numbers after rows were replaced. */
  invalidate(): void {
    this.#covered = -1
  }

  #sort(): void {
    const { node, count } = this.#instances
    let elements = 0
    for (let instance = 0; instance < count; instance++)
      if (node[instance] >= elements && node[instance] !== noElement) elements = node[instance] + 1
    const starts = new Uint32Array(elements + 1)
    for (let instance = 0; instance < count; instance++) if (node[instance] !== noElement) starts[node[instance] + 1]++
    for (let element = 0; element < elements; element++) starts[element + 1] += starts[element]
    const next = starts.slice()
    const numbers = new Uint32Array(count)
    for (let instance = 0; instance < count; instance++)
      if (node[instance] !== noElement) numbers[next[node[instance]]++] = instance
    this.#starts = starts
    this.#numbers = numbers
    this.#covered = count
  }
}
