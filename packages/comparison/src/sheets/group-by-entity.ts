/** Indices of items grouped by their entity, in their own order. */
export class Grouped {
  readonly #start: Uint32Array
  readonly #order: Uint32Array

  constructor(start: Uint32Array, order: Uint32Array) {
    this.#start = start
    this.#order = order
  }

  /** Returns the number of items of an entity. */
  getCount(entity: number): number {
    return this.#start[entity + 1] - this.#start[entity]
  }

  /** Returns the `index`th item of an entity. */
  at(entity: number, index: number): number {
    return this.#order[this.#start[entity] + index]
  }

  /** Returns all items of an entity. */
  of(entity: number): number[] {
    return [...this.#order.subarray(this.#start[entity], this.#start[entity + 1])]
  }
}

/** Groups items by entity, in two passes. */
export function groupByEntity(count: number, entityOf: ArrayLike<number>): Grouped {
  const start = new Uint32Array(count + 1)
  for (let at = 0; at < entityOf.length; at++) start[entityOf[at] + 1]++
  for (let entity = 0; entity < count; entity++) start[entity + 1] += start[entity]
  const next = start.slice()
  const order = new Uint32Array(entityOf.length)
  for (let at = 0; at < entityOf.length; at++) order[next[entityOf[at]]++] = at
  return new Grouped(start, order)
}
