import type { NodeId, PropertySet, PropertySetId } from '@kamar/core'
import type { ScratchStorage } from '../files/scratch-file.js'
import { groupValues } from './group-values.js'
import { GrowingColumn } from './growing-column.js'
import { PropertySetTable } from './property-set-table.js'

/** Unique sets, and their assignment to elements. */
export interface AssignedSets {
  /** Number of assigned sets, which are in the order of the first element that has them. */
  readonly setCount: number
  /** Returns an assigned set, decoding it. */
  getSet(number: number): PropertySet
  /** `elementCount + 1` values: an element's sets are `setNumbers[setStart[element]]` up to the next start. */
  readonly setStart: Uint32Array
  readonly setNumbers: Uint32Array
}

/** Property sets, equal ones stored once. */
export class PropertyStore {
  readonly #sets: PropertySetTable
  /** By assignment, its node and the number of sets up to its end. */
  readonly #assignedNodes = new GrowingColumn(Uint32Array)
  readonly #assignmentEnds = new GrowingColumn(Uint32Array)
  readonly #assignedSets = new GrowingColumn(Uint32Array)

  constructor(storage: ScratchStorage | null = null) {
    this.#sets = new PropertySetTable(storage)
  }

  get count(): number {
    return this.#sets.count
  }
  set(number: PropertySetId): PropertySet {
    return this.#sets.get(number)
  }

  add(set: PropertySet): PropertySetId {
    return this.#sets.add(set)
  }

  /** Assigns sets to a node; throws `RangeError` for a set that does not exist. */
  assign(node: NodeId, sets: readonly PropertySetId[]): void {
    for (const set of sets) {
      if (!(set >= 0 && set < this.count)) throw new RangeError(`property set ${set} does not exist`)
    }
    if (sets.length === 0) return
    this.#assignedSets.pushAll(sets)
    this.#assignedNodes.push(node)
    this.#assignmentEnds.push(this.#assignedSets.length)
  }

  /** Returns the sets in element order, so that an element's sets are adjacent whatever the reader's order. */
  assigned(elementCount: number): AssignedSets {
    const [nodes, ends, sets] = [this.#assignedNodes.view(), this.#assignmentEnds.view(), this.#assignedSets.view()]
    const assignments = groupValues(nodes, Uint32Array.from(nodes.keys()), elementCount)
    const setStart = new Uint32Array(elementCount + 1)
    const setNumbers = new Uint32Array(sets.length)
    let length = 0
    for (let element = 0; element < elementCount; element++) {
      for (let at = assignments.start[element]; at < assignments.start[element + 1]; at++) {
        const assignment = assignments.values[at]
        const added = sets.subarray(assignment === 0 ? 0 : ends[assignment - 1], ends[assignment])
        setNumbers.set(added, length)
        length += added.length
      }
      setStart[element + 1] = length
    }
    return { ...this.#renumber(setNumbers), setStart }
  }

  /** Removes all sets and frees their memory. */
  close(): void {
    this.#sets.close()
    this.#assignedNodes.clear()
    this.#assignmentEnds.clear()
    this.#assignedSets.clear()
  }

  #renumber(setNumbers: Uint32Array): Pick<AssignedSets, 'setCount' | 'getSet' | 'setNumbers'> {
    const newNumber = new Int32Array(this.count).fill(-1)
    const oldNumber = new Uint32Array(this.count)
    let setCount = 0
    for (let at = 0; at < setNumbers.length; at++) {
      const old = setNumbers[at]
      if (newNumber[old] < 0) {
        oldNumber[setCount] = old
        newNumber[old] = setCount++
      }
      setNumbers[at] = newNumber[old]
    }
    return { setCount, getSet: (number) => this.set(oldNumber[number]), setNumbers }
  }
}
