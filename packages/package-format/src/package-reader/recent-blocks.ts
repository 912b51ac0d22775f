import type { PropertySet } from '@kamar/core'
import type { PropertyBlock, PropertyIndex } from '../read.js'
import type { PackageReader } from './package-reader.js'

/** Type sets are in the block of their first element, so recent blocks are sometimes read again. */
const maxCachedBlocks = 64

/** Reads the property sets of a package block by block and caches the most recent blocks. */
export class RecentBlocks {
  readonly #model: PackageReader
  readonly #index: PropertyIndex
  readonly #blocks = new Map<number, PropertyBlock>()

  constructor(model: PackageReader, index: PropertyIndex) {
    this.#model = model
    this.#index = index
  }

  /** Returns all sets of an element, in order. */
  async readSets(element: number): Promise<PropertySet[]> {
    const sets: PropertySet[] = []
    const numbers = element < this.#index.elementCount ? this.#index.setsOf(element) : []
    for (const set of numbers) sets.push((this.#findCached(set) ?? (await this.#load(set))).set(set))
    return sets
  }

  /** Returns a set by its number. */
  async set(number: number): Promise<PropertySet> {
    return (this.#findCached(number) ?? (await this.#load(number))).set(number)
  }

  #findCached(set: number): PropertyBlock | undefined {
    return this.#blocks.get(this.#index.findBlock(set))
  }

  async #load(set: number): Promise<PropertyBlock> {
    const number = this.#index.findBlock(set)
    const block = await this.#model.propertyBlock(number)
    this.#blocks.set(number, block)
    const oldest = this.#blocks.keys().next()
    if (this.#blocks.size > maxCachedBlocks && !oldest.done) this.#blocks.delete(oldest.value)
    return block
  }
}
