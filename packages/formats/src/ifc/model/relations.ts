import type { IfcFile } from './ifc-file.js'

/** Rows related to each row by one kind of relation. */
export type RowLinks = ReadonlyMap<number, readonly number[]>

/** Relations between objects, by row. */
export interface Relations {
  /** From part to whole. */
  readonly aggregateByPart: ReadonlyMap<number, number>
  /** From nested object to its host. */
  readonly hostOf: ReadonlyMap<number, number>
  /** From element to the spatial element that contains it. */
  readonly containerOf: ReadonlyMap<number, number>
  /** From element to its openings. */
  readonly listOpenings: RowLinks
  /** From opening to the element it is cut out of. */
  readonly voidedElementOf: ReadonlyMap<number, number>
  /** From window or door to the opening it fills. */
  readonly openingFilledBy: ReadonlyMap<number, number>
}

interface RelationForm {
  readonly type: string
  /** Number of the attribute with the single object. */
  readonly one: number
  /** Number of the attribute with the list of objects. */
  readonly relatedAttribute: number
}

/** Visits every pair of a relation; objects missing in the file are skipped. */
export function forEachRelated(file: IfcFile, form: RelationForm, visit: (one: number, other: number) => void): void {
  for (const row of file.index.listRows(form.type)) {
    const one = file.rowAt(row, form.one)
    if (one < 0) continue
    for (const other of file.rowsAt(row, form.relatedAttribute)) visit(one, other)
  }
}

/** Maps each of the many to the one; the first statement wins. */
function toOne(file: IfcFile, ...forms: readonly RelationForm[]): Map<number, number> {
  const links = new Map<number, number>()
  for (const form of forms) {
    forEachRelated(file, form, (one, other) => {
      if (!links.has(other) && one !== other) links.set(other, one)
    })
  }
  return links
}

/** Maps each of the many to all ones. */
export function linkManyToOnes(file: IfcFile, ...forms: readonly RelationForm[]): RowLinks {
  const links = new Map<number, number[]>()
  for (const form of forms) {
    forEachRelated(file, form, (one, other) => {
      const existing = links.get(other)
      if (existing) existing.push(one)
      else links.set(other, [one])
    })
  }
  return links
}

/** Reads the relations that define the tree and the solids. */
export function readRelations(file: IfcFile): Relations {
  const voids = { type: 'IFCRELVOIDSELEMENT', one: 4, relatedAttribute: 5 }
  const openings = new Map<number, number[]>()
  forEachRelated(file, voids, (element, opening) => {
    const existing = openings.get(element)
    if (existing) existing.push(opening)
    else openings.set(element, [opening])
  })
  return {
    aggregateByPart: toOne(file, { type: 'IFCRELAGGREGATES', one: 4, relatedAttribute: 5 }),
    hostOf: toOne(
      file,
      { type: 'IFCRELNESTS', one: 4, relatedAttribute: 5 },
      { type: 'IFCRELPROJECTSELEMENT', one: 4, relatedAttribute: 5 },
      { type: 'IFCRELADHERESTOELEMENT', one: 4, relatedAttribute: 5 },
    ),
    containerOf: toOne(file, { type: 'IFCRELCONTAINEDINSPATIALSTRUCTURE', one: 5, relatedAttribute: 4 }),
    listOpenings: openings,
    voidedElementOf: toOne(file, voids),
    openingFilledBy: toOne(file, { type: 'IFCRELFILLSELEMENT', one: 4, relatedAttribute: 5 }),
  }
}
