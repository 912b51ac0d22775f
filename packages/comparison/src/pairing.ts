/** Key of an element for one matching criterion; null where the criterion does not apply. */
export type Key = string | number | null

/** Partners found so far. */
export class Pairing {
  /** Older partner per newer element, -1 for none. */
  readonly before: Int32Array
  /** Newer partner per older element, -1 for none. */
  readonly after: Int32Array
  /** Number of pairs. */
  count = 0

  constructor(olderCount: number, newerCount: number) {
    this.before = new Int32Array(newerCount).fill(-1)
    this.after = new Int32Array(olderCount).fill(-1)
  }

  pair(older: number, newer: number): void {
    this.before[newer] = older
    this.after[older] = newer
    this.count++
  }

  /** Pairs elements whose key is unique in their version. */
  pairUnique(olderKey: (element: number) => Key, newerKey: (element: number) => Key): void {
    const older = uniqueKeys(this.after, olderKey)
    for (const [key, element] of uniqueKeys(this.before, newerKey)) {
      const partner = element === several ? undefined : older.get(key)
      if (partner !== undefined && partner !== several) this.pair(partner, element)
    }
  }

  /** Pairs elements with the same key in order: the first with the first, the second with the second, and so on. */
  pairInOrder(olderKey: (element: number) => Key, newerKey: (element: number) => Key): void {
    const waiting = new Map<Key, number[]>()
    // Backwards, so that the first is at the end of its list.
    for (let element = this.after.length - 1; element >= 0; element--) {
      const key = this.after[element] < 0 ? olderKey(element) : null
      if (key === null) continue
      const list = waiting.get(key)
      if (list === undefined) waiting.set(key, [element])
      else list.push(element)
    }
    if (waiting.size === 0) return
    for (let element = 0; element < this.before.length; element++) {
      const key = this.before[element] < 0 ? newerKey(element) : null
      const partner = key === null ? undefined : waiting.get(key)?.pop()
      if (partner !== undefined) this.pair(partner, element)
    }
  }
}

const several = -1

/** Returns the unpaired elements by key; `several` where the key is not unique. */
function uniqueKeys(partners: Int32Array, keyOf: (element: number) => Key): Map<Key, number> {
  const elements = new Map<Key, number>()
  for (let element = 0; element < partners.length; element++) {
    const key = partners[element] < 0 ? keyOf(element) : null
    if (key !== null) elements.set(key, elements.has(key) ? several : element)
  }
  return elements
}
