import { rowsPerStep, runToEnd, type TimeSliced } from '../time-slices.js'
import type { IfcFile } from './ifc-file.js'
import { RowLinks } from '../row-links.js'
import { RowMap, type ReadonlyRowMap } from '../row-map.js'

/** Relations between objects, by row. */
export interface Relations {
  /** From part to whole. */
  readonly aggregateByPart: ReadonlyRowMap
  /** From nested object to its host. */
  readonly hostOf: ReadonlyRowMap
  /** From element to the spatial element that contains it. */
  readonly containerOf: ReadonlyRowMap
  /** From element to its openings. */
  readonly listOpenings: RowLinks
  /** From opening to the element it is cut out of. */
  readonly voidedElementOf: ReadonlyRowMap
  /** From window or door to the opening it fills. */
  readonly openingFilledBy: ReadonlyRowMap
}

interface RelationForm {
  readonly type: string
  /** Number of the attribute with the single object. */
  readonly one: number
  /** Number of the attribute with the list of objects. */
  readonly relatedAttribute: number
}

/** Visits every pair of a relation; objects missing in the file are skipped. */
function* forEachRelated(
  file: IfcFile,
  form: RelationForm,
  visit: (one: number, other: number) => void,
): TimeSliced<void> {
  let count = 0
  for (const row of file.index.listRows(form.type)) {
    if (++count % rowsPerStep === 0) yield
    const one = file.rowAt(row, form.one)
    if (one < 0) continue
    for (const other of file.rowsAt(row, form.relatedAttribute)) visit(one, other)
  }
}

/** Maps each of the many to the one; the first statement wins. */
function* toOne(file: IfcFile, ...forms: readonly RelationForm[]): TimeSliced<RowMap> {
  const links = new RowMap()
  for (const form of forms) {
    yield* forEachRelated(file, form, (one, other) => {
      if (!links.has(other) && one !== other) links.set(other, one)
    })
  }
  return links
}

/** Maps each of the many to all ones. */
export function linkManyToOnes(file: IfcFile, ...forms: readonly RelationForm[]): RowLinks {
  const links = new RowLinks()
  for (const form of forms) runToEnd(forEachRelated(file, form, (one, other) => links.add(other, one)))
  return links
}

/** Reads the relations that define the tree and the solids. */
export function* readRelations(file: IfcFile): TimeSliced<Relations> {
  const voids = { type: 'IFCRELVOIDSELEMENT', one: 4, relatedAttribute: 5 }
  const openings = new RowLinks()
  yield* forEachRelated(file, voids, (element, opening) => openings.add(element, opening))
  return {
    aggregateByPart: yield* toOne(file, { type: 'IFCRELAGGREGATES', one: 4, relatedAttribute: 5 }),
    hostOf: yield* toOne(
      file,
      { type: 'IFCRELNESTS', one: 4, relatedAttribute: 5 },
      { type: 'IFCRELPROJECTSELEMENT', one: 4, relatedAttribute: 5 },
      { type: 'IFCRELADHERESTOELEMENT', one: 4, relatedAttribute: 5 },
    ),
    containerOf: yield* toOne(file, { type: 'IFCRELCONTAINEDINSPATIALSTRUCTURE', one: 5, relatedAttribute: 4 }),
    listOpenings: openings,
    voidedElementOf: yield* toOne(file, voids),
    openingFilledBy: yield* toOne(file, { type: 'IFCRELFILLSELEMENT', one: 4, relatedAttribute: 5 }),
  }
}
