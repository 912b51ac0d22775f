import type { IfcFile } from './ifc-file.js'
import { linkManyToOnes, type RowLinks } from './relations.js'

/** What is said about elements by relations; read when it is first asked for. */
export class Associations {
  readonly #file: IfcFile
  #types: RowLinks | null = null
  #materials: RowLinks | null = null

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** The row of an element's type, or -1. */
  typeOf(row: number): number {
    this.#types ??= linkManyToOnes(this.#file, { type: 'IFCRELDEFINESBYTYPE', one: 5, many: 4 })
    return this.#types.get(row)?.[0] ?? -1
  }

  /** Rows of the materials (layer sets, usages, lists too) of an element or, when it has none, of its type. */
  getMaterials(row: number): readonly number[] {
    this.#materials ??= linkManyToOnes(this.#file, { type: 'IFCRELASSOCIATESMATERIAL', one: 5, many: 4 })
    return this.#materials.get(row) ?? this.#materials.get(this.typeOf(row)) ?? []
  }
}
