import { invertMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { StepFile } from '../step-file.js'
import { toText } from '../step-file.js'
import { frameToFrame, readFrame } from './placements.js'
import { inPlace, readRelation, readRepresentation, RepresentationLinks } from './representations.js'
import type { Units } from './units.js'

/** One use of a part or assembly in another. */
export interface Occurrence {
  /** Row of the usage. */
  readonly row: number
  /** The instance's own name, or ''. */
  readonly name: string
  /** Row of the product definition that is used. */
  readonly child: number
  /** Metres, in the frame of the assembly. */
  readonly matrix: Matrix
}

/** Names of a product in the file. */
export interface ProductNames {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: string
}

const definitionTypes = ['PRODUCT_DEFINITION', 'PRODUCT_DEFINITION_WITH_ASSOCIATED_DOCUMENTS']

/** Product structure: products, their uses with transforms, and their shapes. */
export class ProductStructure {
  readonly #file: StepFile
  readonly #units: Units
  readonly #shapes = new Map<number, number[]>()
  readonly #occurrences = new Map<number, Occurrence[]>()
  readonly links: RepresentationLinks
  /** Product definitions that no other one uses, in file order. */
  readonly roots: readonly number[]

  constructor(file: StepFile, units: Units) {
    this.#file = file
    this.#units = units
    this.#readShapes()
    const placementRelations = this.#readPlacementRelations()
    this.links = new RepresentationLinks(file, new Set([...placementRelations.values()].flat()))
    this.roots = this.#readUses(placementRelations)
  }

  /** Returns the uses in a product definition, in file order. */
  occurrencesIn(definition: number): readonly Occurrence[] {
    return this.#occurrences.get(definition) ?? []
  }

  /** Returns the rows of a product definition's representations. */
  shapesOf(definition: number): readonly number[] {
    return this.#shapes.get(definition) ?? []
  }

  /** Returns the names of a product definition's product. */
  names(definition: number): ProductNames {
    const file = this.#file
    const formation = file.rowAt(definition, 2)
    const product = file.rowAt(formation, 2)
    const [id, name, description] = file.attributes(product)
    return {
      id: toText(id),
      name: toText(name) || toText(id),
      description: toText(description),
      version: file.textAt(formation, 0) ?? '',
    }
  }

  /** Returns the product definition or the usage that a property or a shape belongs to; -1 without one. */
  getOwner(definitionShape: number): number {
    return this.#file.rowOf(this.#file.attributes(definitionShape)[2])
  }

  /** Returns the usage that a row places (`CONTEXT_DEPENDENT_SHAPE_REPRESENTATION`), or -1. */
  getUsage(placement: number): number {
    const isPlacement = this.#file.typeOf(placement) === 'CONTEXT_DEPENDENT_SHAPE_REPRESENTATION'
    return isPlacement ? this.getOwner(this.#file.rowAt(placement, 1)) : -1
  }

  #readShapes(): void {
    const file = this.#file
    for (const row of file.listRows('SHAPE_DEFINITION_REPRESENTATION')) {
      const owner = this.getOwner(file.rowAt(row, 0))
      const shape = file.rowAt(row, 1)
      if (owner < 0 || shape < 0) continue
      const shapes = this.#shapes.get(owner)
      if (shapes) shapes.push(shape)
      else this.#shapes.set(owner, [shape])
    }
  }

  /** Equivalent shapes, by shape; cached, because assemblies of thousands of uses need them once per use. */
  get #sameShapes(): ReadonlyMap<number, readonly number[]> {
    return (this.#shapesBySame ??= this.#readSameShapes())
  }

  #shapesBySame: Map<number, number[]> | null = null

  #readSameShapes(): Map<number, number[]> {
    const same = new Map<number, number[]>()
    const add = (from: number, to: number): void => {
      const existing = same.get(from)
      if (existing) existing.push(to)
      else same.set(from, [to])
    }
    for (const row of this.#file.listRows('SHAPE_REPRESENTATION_RELATIONSHIP')) {
      const relation = readRelation(this.#file, row)
      if (!relation) continue
      add(relation.first, relation.second)
      add(relation.second, relation.first)
    }
    return same
  }

  /** Reads the rows of the relations that place each usage. */
  #readPlacementRelations(): Map<number, number[]> {
    const placementRelations = new Map<number, number[]>()
    for (const row of this.#file.listRows('CONTEXT_DEPENDENT_SHAPE_REPRESENTATION')) {
      const relation = this.#file.rowAt(row, 0)
      const usage = this.getOwner(this.#file.rowAt(row, 1))
      if (relation < 0 || usage < 0) continue
      placementRelations.set(usage, [...(placementRelations.get(usage) ?? []), relation])
    }
    return placementRelations
  }

  #readUses(placementRelations: ReadonlyMap<number, readonly number[]>): number[] {
    const file = this.#file
    const children = new Set<number>()
    const parents = new Set<number>()
    for (const row of file.listRows('NEXT_ASSEMBLY_USAGE_OCCURRENCE')) {
      const [, name, , relating, related] = file.attributes(row)
      const parent = file.rowOf(relating)
      const child = file.rowOf(related)
      if (parent < 0 || child < 0 || parent === child) continue
      children.add(child)
      parents.add(parent)
      const matrix = this.#computePlacement(child, placementRelations.get(row)?.[0])
      const occurrence = { row, name: toText(name), child, matrix }
      const existing = this.#occurrences.get(parent)
      if (existing) existing.push(occurrence)
      else this.#occurrences.set(parent, [occurrence])
    }
    const all = file.listRows(...definitionTypes).toSorted((a, b) => a - b)
    const roots = all.filter((row) => !children.has(row) && (parents.has(row) || this.#shapes.has(row)))
    // A cycle of uses has no root: its first product serves as one.
    return roots.length > 0 ? roots : all.filter((row) => parents.has(row)).slice(0, 1)
  }

  #computePlacement(child: number, relationRow: number | undefined): Matrix {
    const file = this.#file
    const relation = relationRow === undefined ? null : readRelation(file, relationRow)
    if (!relation || relation.transformation < 0) return inPlace
    const matrix = this.transformation(relation.transformation, relation)
    const shapes = this.#shapesAround(child)
    const isReversed = !shapes.has(relation.first) && shapes.has(relation.second)
    return isReversed ? (invertMatrix(matrix) ?? matrix) : matrix
  }

  /** Returns a child's shapes and their equivalent shapes. */
  #shapesAround(definition: number): Set<number> {
    const shapes = new Set(this.shapesOf(definition))
    // Iteration includes elements added to the set meanwhile.
    for (const shape of shapes) for (const same of this.#sameShapes.get(shape) ?? []) shapes.add(same)
    return shapes
  }

  /** Computes the transformation of the first representation of a relation into the second one, in metres. */
  transformation(row: number, { first, second }: { readonly first: number; readonly second: number }): Matrix {
    const file = this.#file
    const from = readRepresentation(file, first)
    const to = readRepresentation(file, second)
    const fromMetres = this.#units.getLengthUnit(from?.context ?? -1).metres
    const toMetres = this.#units.getLengthUnit(to?.context ?? -1).metres
    const frames = file.part(row, 'ITEM_DEFINED_TRANSFORMATION')
    if (!frames) return readFrame(file, row, toMetres) ?? inPlace
    let one = file.rowOf(frames[2])
    let other = file.rowOf(frames[3])
    // Some programs list the frames in the reverse order of the representations that hold them.
    if (from && to && !from.items.includes(one) && from.items.includes(other) && to.items.includes(one))
      [one, other] = [other, one]
    const start = readFrame(file, one, fromMetres) ?? inPlace
    const end = readFrame(file, other, toMetres) ?? inPlace
    return frameToFrame(start, end, multiplyMatrices)
  }
}
