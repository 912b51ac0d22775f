import type { PropertySet } from '@kamar/core'

/** The sets of each element, and the block of each set. Sets are numbered in the order of their first element. */
export interface PropertyIndexInput {
  readonly elementCount: number
  /** `elementCount + 1` values: an element's set numbers are `setNumbers[setStart[element]]` up to the next start. */
  readonly setStart: Uint32Array
  readonly setNumbers: Uint32Array
  /** First set of each block, ascending, then the number of sets. */
  readonly blockStart: Uint32Array
}

/** A decoded `properties/index.bin`. */
export interface PropertyIndex extends Pick<PropertyIndexInput, 'elementCount' | 'setStart' | 'setNumbers'> {
  readonly setCount: number
  readonly blockCount: number
  /** Returns the set numbers of an element; a view, not a copy. */
  setsOf(element: number): Uint32Array
  /** Returns the block of a set; -1 for an unknown number. */
  findBlock(set: number): number
}

/** A decoded `properties/NNN.bin`. */
export interface PropertyBlock {
  readonly firstSet: number
  readonly setCount: number
  /** Returns the set with this number; throws `RangeError` if it is in another block. */
  set(number: number): PropertySet
}

/** Returns the path of a block inside the package. */
export const propertyBlockPath = (block: number): string => `properties/${String(block).padStart(3, '0')}.bin`

/** Type of a stored value. */
export const valueType = { text: 0, number: 1, false: 2, true: 3 } as const
