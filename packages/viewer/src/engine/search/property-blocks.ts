import type { PropertySet } from '@kamar/core'
import {
  createPropertyBlock,
  decodePropertyColumns,
  type PropertyBlock,
  type PropertyColumns,
  type PropertyIndex,
} from '@kamar/package-format/read'
import { TextColumn } from './text-column.js'

/** Reads the bytes of a block. */
export type ReadBlock = (block: number) => Promise<Uint8Array>

/** Concurrent reads of a scan: enough to saturate a connection. */
const maxConcurrentReads = 6
/** Time after which a scan that can be cancelled lets messages arrive. */
const maxBusyMilliseconds = 20
/** Number of blocks that are kept beyond the limit, those used last. */
const maxRecentBlocks = 16

/** Columns of a block whose values are a `TextColumn`. */
export type BlockColumns = Omit<PropertyColumns, 'values'>

/** A decoded block, whose values are one text. */
export class SearchableBlock {
  readonly columns: BlockColumns
  readonly values: TextColumn
  readonly #sets: PropertyBlock

  constructor({ values, ...columns }: PropertyColumns) {
    this.columns = columns
    this.values = new TextColumn(values)
    this.#sets = createPropertyBlock(columns, this.values)
  }
  /** Returns the set with this number. */
  set(number: number): PropertySet {
    return this.#sets.set(number)
  }
  /** Approximate bytes in memory. */
  get byteLength(): number {
    const { templateOfSet, firstValue, valueNumbers } = this.columns
    return this.values.byteLength + templateOfSet.byteLength + firstValue.byteLength + valueNumbers.byteLength
  }
}

/** Resolves after the messages that have arrived: a timer would wait longer. */
function receiveMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

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

  /** Calls `visit` with every block, in order. Rejects when the signal is aborted, for which it lets messages arrive. */
  async scan(visit: (block: SearchableBlock) => void, signal?: AbortSignal): Promise<void> {
    const { blockCount } = this.index
    let pauseAt = performance.now() + maxBusyMilliseconds
    for (let block = 0; block < blockCount; block++) {
      if (signal !== undefined && performance.now() > pauseAt) {
        await receiveMessages()
        pauseAt = performance.now() + maxBusyMilliseconds
      }
      signal?.throwIfAborted()
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
    const size = decoded.byteLength
    if (this.#storedBytes + size <= this.#maxBytes) {
      this.#storedBytes += size
      this.#stored.set(block, decoded)
      this.#recent.delete(block)
    }
    return decoded
  }
}
