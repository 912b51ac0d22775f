import type { CompoundFile } from '@kamar/codecs/compound-file'
import type { ClassSchema } from '../container/class-schema.js'
import { tryParse } from '@kamar/codecs/records'
import { readObjects } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import type { ElementTable } from './element-table.js'
import { documentTailBytes, type ProjectFile } from './project-file.js'

const maxTableBytes = 256 * 1024 * 1024

/**
 * Reads the names of worksets, by id of the requested elements. Empty for a project without worksharing (all elements
 * are then in one workset), and null when its tables cannot be read.
 */
export async function readWorksets(
  file: CompoundFile,
  project: ProjectFile,
  { table, visibleIds }: { readonly table: ElementTable | null; readonly visibleIds: { has(id: number): boolean } },
): Promise<ReadonlyMap<number, string> | null> {
  const stream = await file.stream('Global/PartitionTable', maxTableBytes)
  return tryParse(() => {
    const names = readNames(project.document(stream), project.schema)
    if (names.size < 2) return new Map<number, string>()
    return table && mapWorksets(table, { names, visibleIds })
  })
}

const readNumber = (holder: RecordObject, field: string): number => holder.part(field).number('m_id')

function readNames(bytes: Uint8Array | null, schema: ClassSchema): ReadonlyMap<number, string> {
  if (!bytes) return new Map()
  const [root] = readObjects(bytes.subarray(0, -documentTailBytes), schema)
  const sets = root.parts('m_set').filter((set) => !set.flag('m_deleted'))
  return new Map(sets.map((set) => [readNumber(set, 'm_id'), set.text('m_name')]))
}

interface WorksetQuery {
  readonly names: ReadonlyMap<number, string>
  readonly visibleIds: { has(id: number): boolean }
}

function mapWorksets(table: ElementTable, { names, visibleIds }: WorksetQuery): ReadonlyMap<number, string> {
  const worksets = new Map<number, string>()
  for (const row of table.rows()) {
    const id = row('m_id')
    const name = visibleIds.has(id) ? names.get(row('m_partitionId')) : undefined
    if (name !== undefined) worksets.set(id, name)
  }
  return worksets
}
