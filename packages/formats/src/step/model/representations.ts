import { identityMatrix, type Matrix } from '@kamar/core/math'
import type { StepFile } from '../step-file.js'

/** A shape representation of the file: items in a context that states their units. */
export interface Representation {
  readonly row: number
  readonly items: readonly number[]
  /** Row of the context, or -1. */
  readonly context: number
}

/** A representation that belongs to another one, with its transform. */
export interface LinkedRepresentation {
  readonly row: number
  /** Null: without a transform. */
  readonly relation: { readonly transformation: number; readonly isFirst: boolean } | null
}

const isRepresentationType = /REPRESENTATION$|^DRAUGHTING_MODEL$/

/** Reads the items and the context of a representation's row; returns null for any other row. */
export function readRepresentation(file: StepFile, row: number): Representation | null {
  if (row < 0) return null
  const isSimple = file.typeOf(row) !== ''
  const attributes = isSimple && isRepresentationType.test(file.typeOf(row)) ? file.attributes(row) : null
  const fields = attributes ?? file.part(row, 'REPRESENTATION')
  if (!fields || fields.length < 3) return null
  return { row, items: file.rowsIn(fields[1]), context: file.rowOf(fields[2]) }
}

/** Relations between representations outside assemblies: parts of the same product's shape. */
export class RepresentationLinks {
  readonly #links = new Map<number, LinkedRepresentation[]>()

  /** `assemblyRelations`: rows that place one product in another, which are excluded. */
  constructor(file: StepFile, assemblyRelations: ReadonlySet<number>) {
    const rows = new Set([
      ...file.listRows('SHAPE_REPRESENTATION_RELATIONSHIP', 'REPRESENTATION_RELATIONSHIP'),
      ...file.rowsWith('REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION'),
    ])
    for (const row of rows) if (!assemblyRelations.has(row)) this.#add(file, row)
  }

  of(representation: number): readonly LinkedRepresentation[] {
    return this.#links.get(representation) ?? []
  }

  #add(file: StepFile, row: number): void {
    const relation = readRelation(file, row)
    if (!relation) return
    const { first, second, transformation } = relation
    this.#push(first, { row: second, relation: transformation < 0 ? null : { transformation, isFirst: false } })
    this.#push(second, { row: first, relation: transformation < 0 ? null : { transformation, isFirst: true } })
  }

  #push(from: number, link: LinkedRepresentation): void {
    const links = this.#links.get(from)
    if (links) links.push(link)
    else this.#links.set(from, [link])
  }
}

/** A relation of two representations; `transformation` is the row of the transformation between them, or -1. */
export interface RepresentationRelation {
  readonly first: number
  readonly second: number
  readonly transformation: number
}

/** Reads a relation between representations; returns null for any other row. */
export function readRelation(file: StepFile, row: number): RepresentationRelation | null {
  const isSimple = file.typeOf(row) !== ''
  const base = isSimple ? file.attributes(row) : (file.part(row, 'REPRESENTATION_RELATIONSHIP') ?? [])
  const first = file.rowOf(base[2])
  const second = file.rowOf(base[3])
  if (first < 0 || second < 0) return null
  const moving = isSimple ? null : file.part(row, 'REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION')
  return { first, second, transformation: moving ? file.rowOf(moving[0]) : -1 }
}

/** Transform of unplaced content. */
export const inPlace: Matrix = identityMatrix
