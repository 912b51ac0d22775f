import { identityMatrix, type Matrix } from '../../shared/matrix.js'
import type { StepFile } from '../step-file.js'

/** A shape as the file keeps it: items in a context that says their units. */
export interface Representation {
  readonly row: number
  readonly items: readonly number[]
  /** Row of the context, or -1. */
  readonly context: number
}

/** A representation that belongs to another one, and where it stands in it. */
export interface LinkedRepresentation {
  readonly row: number
  /** Null: at the same place. */
  readonly relation: { readonly transformation: number; readonly isFirst: boolean } | null
}

const isRepresentationType = /REPRESENTATION$|^DRAUGHTING_MODEL$/

/** The items and the context of a representation's row; null for any other row. */
export function readRepresentation(file: StepFile, row: number): Representation | null {
  if (row < 0) return null
  const isSimple = file.typeOf(row) !== ''
  const attributes = isSimple && isRepresentationType.test(file.typeOf(row)) ? file.attributes(row) : null
  const fields = attributes ?? file.part(row, 'REPRESENTATION')
  if (!fields || fields.length < 3) return null
  return { row, items: file.rowsIn(fields[1]), context: file.rowOf(fields[2]) }
}

/** Relations between representations that belong to no assembly: the same part's shape told in several pieces. */
export class RepresentationLinks {
  readonly #links = new Map<number, LinkedRepresentation[]>()

  /** `assemblyRelations`: rows that place one product in another and are none of these. */
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

/** Two representations in relation; `transformation` is the row of what moves one to the other, or -1. */
export interface RepresentationRelation {
  readonly first: number
  readonly second: number
  readonly transformation: number
}

/** Reads a relation between representations; null for any other row. */
export function readRelation(file: StepFile, row: number): RepresentationRelation | null {
  const isSimple = file.typeOf(row) !== ''
  const base = isSimple ? file.attributes(row) : (file.part(row, 'REPRESENTATION_RELATIONSHIP') ?? [])
  const first = file.rowOf(base[2])
  const second = file.rowOf(base[3])
  if (first < 0 || second < 0) return null
  const moving = isSimple ? null : file.part(row, 'REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION')
  return { first, second, transformation: moving ? file.rowOf(moving[0]) : -1 }
}

/** Where something stands that stands nowhere in particular. */
export const inPlace: Matrix = identityMatrix
