import type { PropertySet } from '@kamar/core'
import type { ModelTree, PropertyIndex } from '@kamar/package-format/read'
import { type PackageReader, RecentBlocks } from '@kamar/package-format/package-reader'

/** Tree and properties of a view package, read once and cached, for many queries on one model. */
export class ModelContents {
  readonly #model: PackageReader
  #tree: Promise<ModelTree> | null = null
  #properties: Promise<{ readonly index: PropertyIndex; readonly blocks: RecentBlocks }> | null = null

  constructor(model: PackageReader) {
    this.#model = model
  }

  /** Returns the tree: every element with name, class, id and parent. */
  tree(): Promise<ModelTree> {
    return (this.#tree ??= this.#model.tree())
  }

  /** Returns the index from elements to their sets. */
  async propertyIndex(): Promise<PropertyIndex> {
    return (await this.#readProperties()).index
  }

  /** Returns all sets of an element. */
  async readSets(element: number): Promise<PropertySet[]> {
    return (await this.#readProperties()).blocks.readSets(element)
  }

  /** Returns a set by its number. */
  async set(number: number): Promise<PropertySet> {
    return (await this.#readProperties()).blocks.set(number)
  }

  #readProperties() {
    return (this.#properties ??= this.#model
      .propertyIndex()
      .then((index) => ({ index, blocks: new RecentBlocks(this.#model, index) })))
  }
}
