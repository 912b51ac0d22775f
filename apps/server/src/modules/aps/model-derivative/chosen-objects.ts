import { selectableExporters } from '@kamar/core'
import { type JobRequest, ProtocolError, computeViewGuid } from '@kamar/aps'
import type { DesignSelection } from '@kamar/database'
import { computeGuid } from './designs.js'
import { computeSha256 } from '../../../platform/secrets/sha256.js'

/** Id by which clients select all objects. */
const allObjects = -1
/** Limits the size of a design's row and of its manifest. */
const maxSelections = 100

type JobOutput = JobRequest['output']['formats'][number]

const findExporter = (type: string) => selectableExporters.find(({ output }) => output === type)

/** Returns whether an output is of selected objects, and not of the whole design. */
export function isOfChosenObjects({ type, advanced }: JobOutput): boolean {
  const objectIds = advanced?.objectIds
  return findExporter(type) !== undefined && objectIds !== undefined && !objectIds.includes(allObjects)
}

/** Design as it was before the job: its translation assigns the object ids. */
export interface EarlierDesign {
  readonly id: string
  /** Null until it is translated. */
  readonly objectCount: number | null
}

/**
 * Returns the outputs of selected objects that a job requests. Throws 400 where the view is not that of the design, and
 * for unknown objects.
 */
export function toSelections(request: JobRequest, design: EarlierDesign | null): DesignSelection[] {
  return request.output.formats.filter(isOfChosenObjects).flatMap(({ type, advanced }) => {
    const objectIds = [...new Set(advanced?.objectIds)].sort((one, other) => one - other)
    assertObjects(design, advanced?.modelGuid, objectIds)
    const exporter = findExporter(type)
    return exporter ? [{ output: exporter.id, key: computeSelectionKey(objectIds), objectIds }] : []
  })
}

function assertObjects(
  design: EarlierDesign | null,
  modelGuid: string | undefined,
  objectIds: readonly number[],
): void {
  if (design === null || design.objectCount === null)
    throw new ProtocolError(400, 'Objects can be chosen of a translated design: translate it to svf2 first')
  if (modelGuid !== undefined && modelGuid !== computeViewGuid({ computeGuid: (part) => computeGuid(design.id, part) }))
    throw new ProtocolError(400, 'The modelGuid names no view of this design')
  const { objectCount } = design
  const unknown = objectIds.find((objectId) => objectId < 1 || objectId > objectCount)
  if (unknown !== undefined) throw new ProtocolError(400, `There is no object ${unknown}`)
}

const computeSelectionKey = (objectIds: readonly number[]): string => computeSha256(objectIds.join(',')).slice(0, 32)

/** Merges both without duplicates; throws 400 beyond the maximum of a design. */
export function joinSelections(
  earlier: readonly DesignSelection[],
  requestedSelections: readonly DesignSelection[],
): DesignSelection[] {
  const all = [...earlier, ...requestedSelections].map(
    (selection) => [`${selection.output} ${selection.key}`, selection] as const,
  )
  const joined = [...new Map(all).values()]
  if (joined.length > maxSelections)
    throw new ProtocolError(400, `A design has at most ${maxSelections} outputs of chosen objects`)
  return joined
}
