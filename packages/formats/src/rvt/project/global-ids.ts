import type { CompoundFile } from '@kamar/codecs/compound-file'
import type { ClassSchema } from '../container/class-schema.js'
import { MalformedRecordError, RecordCursor, tryParse } from '@kamar/codecs/records'
import { leadingObjects } from '../container/read-record.js'
import type { ElementInfo, ProjectData, TypeInfo } from './project-data.js'
import type { ElementTable } from './element-table.js'
import { documentTailBytes, type ProjectFile } from './project-file.js'

const maxHistoryBytes = 64 * 1024 * 1024
const countBytes = 4
const guidBytes = 16
/** A GUID and one byte for its kind. */
const episodeBytes = guidBytes + 1
/** Byte positions of a GUID in text order. */
const textOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] as const
const maxId = 0xffffffff
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
const digitCount = 22
const globalIdPattern = /^[0-3][0-9A-Za-z_$]{21}$/
/** Built-in parameters in which users and the exporter store an id. */
const ifcGuid = -1019000
const typeIfcGuid = -1019001

/**
 * Computes the GlobalIds of Revit's IFC export for elements, types, systems and levels, by element id: the GUID of the
 * editing session (episode) that created the element, its last 32 bits XOR the element's id at that time. Empty when
 * the file has no history, null when its tables cannot be read.
 */
export async function readGlobalIds(
  file: CompoundFile,
  project: ProjectFile,
  from: {
    readonly table: ElementTable | null
    readonly projectData: ProjectData
    readonly visibleIds: Iterable<number>
  },
): Promise<ReadonlyMap<number, string> | null> {
  const { table, projectData, visibleIds } = from
  const stream = await file.stream('Global/History', maxHistoryBytes)
  return tryParse(() => {
    const history = project.document(stream)
    if (!history) return withStatedIds(new Map(), projectData)
    const episodes = readEpisodes(history, project.schema)
    return table && withStatedIds(computeGlobalIds(table, episodes, requestedIds(projectData, visibleIds)), projectData)
  })
}

/** Reads the GUIDs of the episodes, oldest first; the file has the newest first, after the record of its history. */
function readEpisodes(history: Uint8Array, schema: ClassSchema): readonly Uint8Array[] {
  const { byteCount: countAt } = leadingObjects(history, schema)
  const count = new RecordCursor(history, countAt).u32()
  const first = countAt + countBytes
  if (first + count * episodeBytes + documentTailBytes !== history.length)
    throw new MalformedRecordError('no list of episodes')
  return Array.from({ length: count }, (_, age) => {
    const at = first + (count - 1 - age) * episodeBytes
    return Uint8Array.from(textOrder, (byte) => history[at + byte])
  })
}

/** Returns the ids that need a GlobalId in the scene. */
function requestedIds({ elements, systems, levels }: ProjectData, visibleIds: Iterable<number>): ReadonlySet<number> {
  const requested = new Set([...visibleIds, ...systems.keys(), ...levels.keys()])
  for (const info of elements.values()) requested.add(exportedTypeId(info))
  return requested
}

/**
 * Returns the id of the type that Revit exports: for family instances the symbol with their shape, which may be their
 * own.
 */
export const exportedTypeId = ({ symbolId, typeId }: ElementInfo): number => (symbolId === -1 ? typeId : symbolId)

function computeGlobalIds(
  table: ElementTable,
  episodes: readonly Uint8Array[],
  requested: ReadonlySet<number>,
): Map<number, string> {
  const globalIds = new Map<number, string>()
  for (const row of table.rows()) {
    const id = row('m_id')
    if (!requested.has(id)) continue
    const age = row('m_history.m_creationDate')
    const originalId = row('m_history.m_originalElementId')
    const isKnown = age >= 0 && age < episodes.length && originalId >= 0 && originalId <= maxId
    if (isKnown) globalIds.set(id, toGlobalId(episodes[age], originalId))
  }
  return globalIds
}

function toGlobalId(episode: Uint8Array, originalId: number): string {
  const guid = Uint8Array.from(episode)
  const view = new DataView(guid.buffer)
  const lastAt = guidBytes - 4
  view.setUint32(lastAt, view.getUint32(lastAt) ^ originalId)
  // 128 bits in 6-bit digits: the first digit has only two bits.
  let text = digits[guid[0] >>> 6]
  let bits = guid[0] & 63
  let bitCount = 6
  for (let at = 1; text.length < digitCount;) {
    if (bitCount < 6) {
      bits = (bits << 8) | guid[at++]
      bitCount += 8
    }
    bitCount -= 6
    text += digits[bits >>> bitCount]
    bits &= (1 << bitCount) - 1
  }
  return text
}

/**
 * Overrides computed ids with ids that elements state, unless another element has the same id: copies keep the id of
 * their original.
 */
function withStatedIds(globalIds: Map<number, string>, { elements, types }: ProjectData): Map<number, string> {
  const assigned = new Set(globalIds.values())
  const assign = (id: number, info: ElementInfo | TypeInfo, parameter: number): void => {
    const storedId = info.parameters.find((one) => one.id === parameter && one.kind === 'text')?.value
    if (typeof storedId !== 'string' || !globalIdPattern.test(storedId) || assigned.has(storedId)) return
    assigned.add(storedId)
    globalIds.set(id, storedId)
  }
  for (const [id, info] of [...elements].toSorted(([a], [b]) => a - b)) assign(id, info, ifcGuid)
  for (const [id, info] of [...types].toSorted(([a], [b]) => a - b)) assign(id, info, typeIfcGuid)
  return globalIds
}
