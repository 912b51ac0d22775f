import type { IfcFile } from './ifc-file.js'
import { linkManyToOnes } from './relations.js'
import type { RowLinks } from '../row-links.js'

/** Type, material and other associations of elements, read on first use. */
export class Associations {
  readonly #file: IfcFile
  #types: RowLinks | null = null
  #materials: RowLinks | null = null

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** Returns the row of an element's type, or -1. */
  typeOf(row: number): number {
    this.#types ??= linkManyToOnes(this.#file, { type: 'IFCRELDEFINESBYTYPE', one: 5, relatedAttribute: 4 })
    return this.#types.getFirst(row) ?? -1
  }

  /**
   * Returns the rows of the materials (also layer sets, usages, lists) of an element or, when it has none, of its type.
   */
  getMaterials(row: number): readonly number[] {
    this.#materials ??= linkManyToOnes(this.#file, { type: 'IFCRELASSOCIATESMATERIAL', one: 5, relatedAttribute: 4 })
    return this.#materials.get(row) ?? this.#materials.get(this.typeOf(row)) ?? []
  }
}
