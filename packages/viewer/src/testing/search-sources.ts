import type { PropertySet } from '@kamar/core'
import {
  decodeTree,
  decodeTreeColumns,
  encodePropertyBlock,
  encodeTree,
  noParent,
  type ModelTree,
  type PropertyIndex,
} from '@kamar/package-format'
import { PropertyBlocks } from '../engine/search/property-blocks.js'
import { SearchSources } from '../engine/search/search-sources.js'

/** Element of a test tree. */
export interface TestRow {
  readonly name: string
  readonly class: string
  readonly parent?: number
  /** `id-` and its number by default. */
  readonly id?: string
}

/** Encodes a tree of these elements. */
export function encodeTestTree(rows: readonly TestRow[]): Uint8Array {
  const classNames = [...new Set(rows.map((row) => row.class))]
  return encodeTree({
    count: rows.length,
    parent: Uint32Array.from(rows, ({ parent }) => parent ?? noParent),
    classNames,
    classIndex: Uint16Array.from(rows, (row) => classNames.indexOf(row.class)),
    hidden: new Uint8Array(rows.length),
    name: (element) => rows[element].name,
    sourceId: (element) => rows[element].id ?? `id-${element}`,
  })
}

/** Creates a tree of these elements. */
export const createTestTree = (rows: readonly TestRow[]): ModelTree => decodeTree(encodeTestTree(rows))

/** Property sets, and the numbers of the sets of each element. */
export interface TestSets {
  readonly sets: readonly PropertySet[]
  readonly assigned: readonly (readonly number[])[]
  /** Sets of a block, 3 by default. */
  readonly setsPerBlock?: number
  /** Bytes of blocks that are kept; all by default. */
  readonly maxBytes?: number
}

/** Creates property blocks; `reads` collects the numbers of the blocks that are read. */
export function createTestBlocks(
  { sets, assigned, setsPerBlock = 3, maxBytes = Infinity }: TestSets,
  reads: number[] = [],
): PropertyBlocks {
  let end = 0
  const setStart = Uint32Array.from([0, ...assigned.map(({ length }) => (end += length))])
  const setNumbers = Uint32Array.from(assigned.flat())
  const index: PropertyIndex = {
    elementCount: assigned.length,
    setCount: sets.length,
    blockCount: Math.ceil(sets.length / setsPerBlock),
    setStart,
    setNumbers,
    setsOf: (element) => setNumbers.subarray(setStart[element], setStart[element + 1]),
    findBlock: (set) => Math.floor(set / setsPerBlock),
  }
  const readBlock = async (block: number): Promise<Uint8Array> => {
    reads.push(block)
    const first = block * setsPerBlock
    return encodePropertyBlock(sets.slice(first, first + setsPerBlock), first)
  }
  return new PropertyBlocks(index, readBlock, maxBytes)
}

/** Creates the sources of a search over these elements and sets; null for no properties. */
export const createTestSources = (rows: readonly TestRow[], sets: TestSets | null): SearchSources =>
  new SearchSources(decodeTreeColumns(encodeTestTree(rows)), sets === null ? null : createTestBlocks(sets))
