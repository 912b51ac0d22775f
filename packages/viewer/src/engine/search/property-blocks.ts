import type { PropertySet } from '@kamar/core'
import {
  createPropertyBlock,
  createStringTable,
  decodePropertyColumns,
  type PropertyBlock,
  type PropertyColumns,
  type PropertyIndex,
  type StringTable,
} from '@kamar/package-format/read'
import { TextColumn } from './text-column.js'

/** Reads the bytes of a block. */
export type ReadBlock = (block: number) => Promise<Uint8Array>

/** Concurrent reads of a scan: enough to saturate a connection. */
const maxConcurrentReads = 6
/** Number of blocks that are kept beyond the limit, those used last. */
const maxRecentBlocks = 16

/** A decoded block, with its values as one text once they have been searched. */
export class SearchableBlock {
  readonly columns: PropertyColumns
  readonly values: StringTable
  readonly #sets: PropertyBlock
  #texts: TextColumn | null = null

  constructor(columns: PropertyColumns) {
    this.columns = columns
    this.values = createStringTable(columns.values)
    this.#sets = createPropertyBlock(columns)
  }
  /** Returns the set with this number. */
  set(number: number): PropertySet {
    return this.#sets.set(number)
  }
  get texts(): TextColumn {
    this.#texts ??= new TextColumn(this.columns.values)
    return this.#texts
  }
}

/** Text and columns of a block need about twice the memory of its columns. */
const estimateBytes = ({ columns }: SearchableBlock): number => columns.byteLength * 2

/**
 * Property sets of a package. Blocks are read when they are first needed and kept while their sum is within a limit;
 * those beyond it are read again by every scan, so that the memory is bounded however many elements a model has.
 */
export class PropertyBlocks {
  readonly index: PropertyIndex
  readonly #read: ReadBlock
  readonly #maxBytes: number
  readonly #stored = new Map<number, SearchableBlock>()
  readonly #recent = new Map<number, Promise<SearchableBlock>>()
  #storedBytes = 0

  constructor(index: PropertyIndex, read: ReadBlock, maxBytes: number) {
    this.index = index
    this.#read = read
    this.#maxBytes = maxBytes
  }

  /** Calls `visit` with every block, in order. */
  async scan(visit: (block: SearchableBlock) => void): Promise<void> {
    const { blockCount } = this.index
    for (let block = 0; block < blockCount; block++) {
      const stored = this.#stored.get(block)
      if (stored !== undefined) visit(stored)
      else {
        for (let next = block + 1; next < Math.min(blockCount, block + maxConcurrentReads); next++)
          if (!this.#stored.has(next)) this.#load(next).catch(() => undefined)
        visit(await this.#load(block))
      }
    }
  }

  /** Returns the block of a set. */
  async get(set: number): Promise<SearchableBlock> {
    const block = this.index.findBlock(set)
    return this.#stored.get(block) ?? (await this.#load(block))
  }

  /** Returns the property sets of an element, in its order. */
  async readSets(element: number): Promise<PropertySet[]> {
    const sets: PropertySet[] = []
    if (element >= this.index.elementCount) return sets
    for (const set of this.index.setsOf(element)) sets.push((await this.get(set)).set(set))
    return sets
  }

  #load(block: number): Promise<SearchableBlock> {
    const recent = this.#recent.get(block)
    if (recent !== undefined) {
      this.#recent.delete(block)
      this.#recent.set(block, recent)
      return recent
    }
    const loaded = this.#read(block).then((bytes) => this.#store(block, bytes))
    loaded.catch(() => this.#recent.delete(block))
    this.#recent.set(block, loaded)
    if (this.#recent.size > maxRecentBlocks) this.#recent.delete(this.#recent.keys().next().value as number)
    return loaded
  }

  #store(block: number, bytes: Uint8Array): SearchableBlock {
    const decoded = new SearchableBlock(decodePropertyColumns(bytes))
    const size = estimateBytes(decoded)
    if (this.#storedBytes + size <= this.#maxBytes) {
      this.#storedBytes += size
      this.#stored.set(block, decoded)
      this.#recent.delete(block)
    }
    return decoded
  }
}
