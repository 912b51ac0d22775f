import { noParent } from './tree.js'

/** Children of all elements, sorted by parent. */
interface SortedChildren {
  /** Bit `element & 31` of number `element >> 5`: 1 for an element with children, which few elements have. */
  readonly isParent: Uint32Array
  /** Number of parents before each 32 elements. */
  readonly ranks: Uint32Array
  /** First child of each parent in `children`, and the number of all. */
  readonly starts: Uint32Array
  readonly children: Uint32Array
}

/** Returns a function for the children of elements; it sorts all elements by parent when it is first called. */
export function createChildReader(parent: Uint32Array): (element: number) => Uint32Array {
  let sorted: SortedChildren | null = null
  return (element) => {
    sorted ??= sortByParent(parent)
    const { isParent, starts, children } = sorted
    if (element >= parent.length || (isParent[element >> 5] & (1 << (element & 31))) === 0)
      return children.subarray(0, 0)
    const rank = getRank(sorted, element)
    return children.subarray(starts[rank], starts[rank + 1])
  }
}

function sortByParent(parent: Uint32Array): SortedChildren {
  const groupCount = Math.ceil(parent.length / 32)
  const isParent = new Uint32Array(groupCount)
  let childCount = 0
  for (const of of parent) {
    if (of === noParent) continue
    isParent[of >> 5] |= 1 << (of & 31)
    childCount++
  }
  const ranks = new Uint32Array(groupCount + 1)
  for (let group = 0; group < groupCount; group++) ranks[group + 1] = ranks[group] + countBits(isParent[group])
  // The start of a parent's children is at `rank + 2` while they are counted, and at `rank + 1` while they are placed,
  // which moves it to the start of those of the next parent.
  const starts = new Uint32Array(ranks[groupCount] + 2)
  const children = new Uint32Array(childCount)
  const sorted = { isParent, ranks, starts, children }
  for (const of of parent) if (of !== noParent) starts[getRank(sorted, of) + 2]++
  for (let rank = 2; rank < starts.length; rank++) starts[rank] += starts[rank - 1]
  for (let element = 0; element < parent.length; element++)
    if (parent[element] !== noParent) children[starts[getRank(sorted, parent[element]) + 1]++] = element
  return sorted
}

/** Returns the number of parents before an element. */
const getRank = ({ isParent, ranks }: SortedChildren, element: number): number =>
  ranks[element >> 5] + countBits(isParent[element >> 5] & ((1 << (element & 31)) - 1))

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
