import { ObjectReader } from '../bits/object-reader.js'
import type { DwgContainer } from '../container/container.js'
import { tryRead } from '../container/try-read.js'
import type { DwgClass } from './classes.js'
import { ObjectMapBuilder, readObjectMap, type ObjectMap } from './object-map.js'
import { walkObjects } from './walk-objects.js'

/** The objects of a drawing. */
export interface ObjectIndex {
  readonly map: ObjectMap
  /** Numbers of their kinds, in the order of the map; 0 for those that are missing. */
  readonly kinds: Uint16Array
  /** Whether objects are not where the map states them, so that others were searched for. */
  readonly isDamaged: boolean
  /** Whether the file ends early, or more than single objects are missing. */
  readonly isIncomplete: boolean
  /** Number of objects that the map states and the file does not contain. */
  readonly missingCount: number
}

/** Ratio of objects that are not where the map states them up to which a file counts as complete. */
const maxMissingRatio = 0.01
/** Bytes before the first object of the section since release 2004. */
const sectionMarkBytes = 4

/** Finds the objects of a drawing by its object map; those that it lacks in a damaged file one behind another. */
export function indexObjects(
  container: DwgContainer,
  section: Uint8Array,
  classes: ReadonlyMap<number, DwgClass>,
): ObjectIndex {
  const { release, codePage } = container
  const reader = new ObjectReader(section, release, codePage)
  const handles = tryRead(() => container.readSection('AcDb:Handles'))
  const stored = handles ? readObjectMap(handles) : new ObjectMapBuilder().build(false)
  const { kinds, missingCount } = readKinds(reader, stored)
  const isIncomplete = container.isIncomplete || !stored.isComplete || missingCount > maxMissingRatio * stored.size
  if (missingCount === 0 && !isIncomplete) return { map: stored, kinds, isDamaged: false, isIncomplete, missingCount }
  const start = release >= 2004 ? sectionMarkBytes : 0
  const map = mergeMaps(walkObjects(reader, section, { start, classes }), stored, kinds)
  return {
    map,
    kinds: readKinds(reader, map).kinds,
    isDamaged: true,
    isIncomplete,
    missingCount: stored.handles.reduce((count, handle) => (map.findRow(handle) < 0 ? count + 1 : count), 0),
  }
}

function readKinds(
  reader: ObjectReader,
  { handles, positions }: ObjectMap,
): { readonly kinds: Uint16Array; readonly missingCount: number } {
  const kinds = new Uint16Array(handles.length)
  let missingCount = 0
  for (let row = 0; row < kinds.length; row++) {
    // An object elsewhere states another handle.
    if (reader.tryOpenObject(positions[row]) && reader.peekHandle() === handles[row]) kinds[row] = reader.kind
    else missingCount++
  }
  return { kinds, missingCount }
}

/** Adds what the stored map has right to the objects that were found without it. */
function mergeMaps(walked: ObjectMap, stored: ObjectMap, storedKinds: Uint16Array): ObjectMap {
  const builder = new ObjectMapBuilder()
  for (const [row, handle] of walked.handles.entries()) builder.add(handle, walked.positions[row])
  for (const [row, handle] of stored.handles.entries())
    if (storedKinds[row] !== 0) builder.add(handle, stored.positions[row])
  return builder.build(false)
}
