import type { PropertySet } from '@kamar/scene'
import type { ModelTree, PropertyBlock, PropertyIndex } from '@kamar/view-package/read'
import type { PackageReader } from '../package-reader.js'
import type { OnFraction } from '../export-progress.js'

/** Type sets are in the block of their first element, so recent blocks are sometimes read again. */
const maxCachedBlocks = 64
const elementsPerReport = 2000

/** Element with all its properties. */
export interface ElementProperties {
  readonly element: number
  readonly tree: ModelTree
  readonly sets: readonly PropertySet[]
}

/** Yields every element of a package in tree order. */
export async function* elementProperties(
  model: PackageReader,
  onFraction: OnFraction,
): AsyncGenerator<ElementProperties> {
  const tree = await model.tree()
  const index = await model.propertyIndex()
  const blocks = new RecentBlocks(model, index)
  for (let element = 0; element < tree.count; element++) {
    yield { element, tree, sets: await blocks.readSets(element) }
    if (element % elementsPerReport === 0) onFraction(element / tree.count)
  }
}

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
