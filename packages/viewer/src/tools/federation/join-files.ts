import { Interner } from '../../engine/interner.js'
import {
  encodeExterior,
  encodePropertyIndex,
  encodeTree,
  noParent,
  type ExteriorSet,
  type ModelTree,
  type PropertyIndex,
  type TreeInput,
} from '@kamar/package-format'

/** Class of the root element of a file. */
export const fileClass = 'File'

/** A model's part of the tree: its label, and its tree if it has one. */
export interface TreePart {
  readonly label: string
  readonly tree: ModelTree | null
  /** From its package. */
  readonly elementCount: number
}

/** Joins the trees of all models: each file is a root, with its content below. */
export function joinTrees(parts: readonly TreePart[]): Uint8Array {
  const count = parts.reduce((sum, { elementCount }) => sum + elementCount + 1, 0)
  const parent = new Uint32Array(count).fill(noParent)
  const classIndex = new Uint16Array(count)
  const hidden = new Uint8Array(count)
  const classes = new Interner<string>()
  classes.intern(fileClass)
  const partOf = new Uint32Array(count)
  const starts: number[] = []
  let start = 0
  parts.forEach(({ tree, elementCount }, number) => {
    starts.push(start)
    const numbers = (tree?.classNames ?? []).map((name) => classes.intern(name))
    for (let own = 0; own < elementCount; own++) {
      const element = start + 1 + own
      const above = tree?.parent[own] ?? noParent
      parent[element] = above === noParent ? start : start + 1 + above
      classIndex[element] = tree === null ? 0 : numbers[tree.classIndex[own]]
      hidden[element] = tree?.hidden[own] ?? 0
    }
    partOf.fill(number, start, start + 1 + elementCount)
    start += elementCount + 1
  })
  const text = (element: number, of: (part: TreePart, own: number) => string): string => {
    const number = partOf[element]
    return of(parts[number], element - starts[number] - 1)
  }
  const input: TreeInput = {
    count,
    parent,
    classNames: classes.values,
    classIndex,
    hidden,
    name: (element) => text(element, ({ label, tree }, own) => (own < 0 ? label : (tree?.name(own) ?? ''))),
    sourceId: (element) => text(element, ({ tree }, own) => (own < 0 ? '' : (tree?.sourceId(own) ?? ''))),
  }
  return encodeTree(input)
}

/** A model's property index, null without properties, and the element count of its package. */
export interface PropertyPart {
  readonly index: PropertyIndex | null
  readonly elementCount: number
}

/** First set and block number of a model. */
export interface PropertyOffsets {
  readonly set: number
  readonly block: number
}

/** Computes the first set and block number of each model, in order. */
export function computePropertyOffsets(parts: readonly PropertyPart[]): PropertyOffsets[] {
  let next: PropertyOffsets = { set: 0, block: 0 }
  return parts.map(({ index }) => {
    const offsets = next
    next = { set: offsets.set + (index?.setCount ?? 0), block: offsets.block + (index?.blockCount ?? 0) }
    return offsets
  })
}

/** Joins the property indexes of all models. */
export function joinPropertyIndexes(parts: readonly PropertyPart[]): Uint8Array {
  const elementCount = parts.reduce((sum, part) => sum + part.elementCount + 1, 0)
  const setStart = new Uint32Array(elementCount + 1)
  const setNumbers: number[] = []
  const blockStart: number[] = []
  const offsetsByModel = computePropertyOffsets(parts)
  let element = 0
  parts.forEach(({ index, elementCount: own }, part) => {
    const { set: first } = offsetsByModel[part]
    let block = -1
    for (let set = 0; index !== null && set < index.setCount; set++)
      for (const of = index.findBlock(set); block < of; block++) blockStart.push(first + set)
    // Blocks at the end may be empty.
    for (const last = (index?.blockCount ?? 0) - 1; block < last; block++)
      blockStart.push(first + (index?.setCount ?? 0))
    setStart[++element] = setNumbers.length
    for (let row = 0; row < own; row++) {
      if (index !== null && row < index.elementCount) for (const set of index.setsOf(row)) setNumbers.push(first + set)
      setStart[++element] = setNumbers.length
    }
  })
  const total = parts.reduce((sum, { index }) => sum + (index?.setCount ?? 0), 0)
  return encodePropertyIndex({
    elementCount,
    setStart,
    setNumbers: Uint32Array.from(setNumbers),
    blockStart: Uint32Array.from([...blockStart, total]),
  })
}

/** Joins the exterior sets; in a model without one, everything counts as exterior. */
export function joinExteriors(
  parts: readonly { readonly exterior: ExteriorSet | null; readonly instances: number }[],
): Uint8Array {
  const exteriorFlags = new Uint8Array(parts.reduce((sum, { instances }) => sum + instances, 0))
  let start = 0
  for (const { exterior, instances } of parts) {
    for (let instance = 0; instance < instances; instance++)
      exteriorFlags[start + instance] = exterior === null || exterior.has(instance) ? 1 : 0
    start += instances
  }
  return encodeExterior(exteriorFlags)
}
