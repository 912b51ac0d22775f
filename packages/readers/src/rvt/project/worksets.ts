import type { CompoundFile } from '../../shared/compound/compound-file.js'
import type { ClassSchema } from '../container/class-schema.js'
import { RecordFault } from '../container/faults.js'
import { objectsOf } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import type { ElementTable } from './element-table.js'
import { documentTailBytes, type ProjectFile } from './project-file.js'

const mostTableBytes = 256 * 1024 * 1024

/**
 * The names of the worksets that elements lie in, by the numbers of the elements asked for. Empty for a project whose team does not
 * work with worksets (all elements then lie in one), and null when its tables do not read.
 */
export async function readWorksets(
  file: CompoundFile,
  project: ProjectFile,
  { table, shown }: { readonly table: ElementTable | null; readonly shown: { has(id: number): boolean } },
): Promise<ReadonlyMap<number, string> | null> {
  try {
    const names = namesOf(project.document(await file.stream('Global/PartitionTable', mostTableBytes)), project.schema)
    if (names.size < 2) return new Map()
    return table && worksetsOf(table, { names, shown })
  } catch (error) {
    if (!(error instanceof RecordFault) && !(error instanceof RangeError)) throw error
    return null
  }
}

const numberOf = (holder: RecordObject, field: string): number => holder.part(field).number('m_id')

function namesOf(bytes: Uint8Array | null, schema: ClassSchema): ReadonlyMap<number, string> {
  if (!bytes) return new Map()
  const [root] = objectsOf(bytes.subarray(0, -documentTailBytes), schema)
  const sets = root.parts('m_set').filter((set) => !set.flag('m_deleted'))
  return new Map(sets.map((set) => [numberOf(set, 'm_id'), set.text('m_name')]))
}

interface Asked {
  readonly names: ReadonlyMap<number, string>
  readonly shown: { has(id: number): boolean }
}

function worksetsOf(table: ElementTable, { names, shown }: Asked): ReadonlyMap<number, string> {
  const worksets = new Map<number, string>()
  for (const row of table.rows()) {
    const id = row('m_id')
    const name = shown.has(id) ? names.get(row('m_partitionId')) : undefined
    if (name !== undefined) worksets.set(id, name)
  }
  return worksets
}
