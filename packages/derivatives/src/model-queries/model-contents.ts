import type { PropertySet } from '@kamar/scene'
import type { ModelTree, PropertyIndex } from '@kamar/view-package/read'
import type { PackageReader } from '../exports/package-reader.js'
import { RecentBlocks } from '../exports/properties/element-properties.js'

/** Tree and properties of a view package, read once and kept: for asking many questions about one model. */
export class ModelContents {
  readonly #model: PackageReader
  #tree: Promise<ModelTree> | null = null
  #properties: Promise<{ readonly index: PropertyIndex; readonly blocks: RecentBlocks }> | null = null

  constructor(model: PackageReader) {
    this.#model = model
  }

  /** Every element with name, class, identity and place. */
  tree(): Promise<ModelTree> {
    return (this.#tree ??= this.#model.tree())
  }

  /** Which sets each element has. */
  async propertyIndex(): Promise<PropertyIndex> {
    return (await this.#readProperties()).index
  }

  /** Every set of an element. */
  async readSets(element: number): Promise<PropertySet[]> {
    return (await this.#readProperties()).blocks.readSets(element)
  }

  /** One set by its number. */
  async set(number: number): Promise<PropertySet> {
    return (await this.#readProperties()).blocks.set(number)
  }

  #readProperties() {
    return (this.#properties ??= this.#model
      .propertyIndex()
      .then((index) => ({ index, blocks: new RecentBlocks(this.#model, index) })))
  }
}
