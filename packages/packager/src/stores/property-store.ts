import type { NodeId, PropertySet, PropertySetId } from '@kamar/core'
import { GrowingColumn } from './growing-column.js'

/** Formats texts with their lengths, so that the concatenation is unambiguous. */
function formatKey(set: PropertySet): string {
  let key = `${set.name.length}:${set.name}`
  for (const { name, value, unit } of set.properties) {
    const text = Object.is(value, -0) ? '-0' : String(value)
    key += `${name.length}:${name}${(typeof value)[0]}${text.length}:${text}`
    if (unit !== undefined) key += `u${unit.length}:${unit}`
  }
  return key
}

/** Unique sets, and their assignment to elements. */
export interface AssignedSets {
  /** Assigned sets, in the order of the first element that has them. */
  readonly sets: readonly PropertySet[]
  /** `elementCount + 1` values: an element's sets are `setNumbers[setStart[element]]` up to the next start. */
  readonly setStart: Uint32Array
  readonly setNumbers: Uint32Array
}

/** Property sets, equal ones stored once. */
export class PropertyStore {
  readonly #sets: PropertySet[] = []
  readonly #numbers = new Map<string, PropertySetId>()
  readonly #assignedNodes = new GrowingColumn(Uint32Array)
  readonly #assignedSets = new GrowingColumn(Uint32Array)

  get count(): number {
    return this.#sets.length
  }
  set(number: PropertySetId): PropertySet {
    return this.#sets[number]
  }

  add(set: PropertySet): PropertySetId {
    const key = formatKey(set)
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    this.#numbers.set(key, this.#sets.length)
    this.#sets.push(set)
    return this.#sets.length - 1
  }

  /** Assigns sets to a node; throws `RangeError` for a set that does not exist. */
  assign(node: NodeId, sets: readonly PropertySetId[]): void {
    for (const set of sets) {
      if (!(set >= 0 && set < this.#sets.length)) throw new RangeError(`property set ${set} does not exist`)
      this.#assignedNodes.push(node)
      this.#assignedSets.push(set)
    }
  }

  /** Returns the sets in element order, so that an element's sets are adjacent whatever the reader's order. */
  assigned(elementCount: number): AssignedSets {
    const nodes = this.#assignedNodes.view()
    const setStart = new Uint32Array(elementCount + 1)
    for (const node of nodes) setStart[node + 1]++
    for (let element = 0; element < elementCount; element++) setStart[element + 1] += setStart[element]
    const next = setStart.slice()
    const setNumbers = new Uint32Array(nodes.length)
    nodes.forEach((node, index) => {
      setNumbers[next[node]++] = this.#assignedSets.view()[index]
    })
    return { ...this.#renumber(setNumbers), setStart }
  }

  #renumber(setNumbers: Uint32Array): Pick<AssignedSets, 'sets' | 'setNumbers'> {
    const newNumber = new Int32Array(this.#sets.length).fill(-1)
    const sets: PropertySet[] = []
    const renumbered = setNumbers.map((old) => {
      if (newNumber[old] < 0) {
        newNumber[old] = sets.length
        sets.push(this.#sets[old])
      }
      return newNumber[old]
    })
    return { sets, setNumbers: renumbered }
  }
}
