import type { CompoundFile } from '../../shared/compound/compound-file.js'
import { base, type ClassSchema, type SchemaField } from '../container/class-schema.js'
import { RecordFault } from '../container/faults.js'
import { objectsOf } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import type { ProjectFile } from './project-file.js'

const mostTableBytes = 256 * 1024 * 1024
/** The modifier of a list of objects that stand in it. */
const countedObjects = 0x50
const tagBytes = 2
const countBytes = 4
const tailBytes = 4
const mostNesting = 16
const mostFieldsOfRow = 256

/**
 * The names of the worksets that elements lie in, by the numbers of the elements asked for. Empty for a project whose team does not
 * work with worksets (all elements then lie in one), and null when its tables do not read.
 */
export async function readWorksets(
  file: CompoundFile,
  project: ProjectFile,
  shown: { has(id: number): boolean },
): Promise<ReadonlyMap<number, string> | null> {
  try {
    const names = namesOf(project.document(await file.stream('Global/PartitionTable', mostTableBytes)), project.schema)
    if (names.size < 2) return new Map()
    const bytes = project.document(await file.stream('Global/ElemTable', mostTableBytes))
    return bytes ? worksetsOf(bytes, { schema: project.schema, names, shown }) : null
  } catch (error) {
    if (!(error instanceof RecordFault) && !(error instanceof RangeError)) throw error
    return null
  }
}

const numberOf = (holder: RecordObject, field: string): number => holder.part(field).number('m_id')

function namesOf(bytes: Uint8Array | null, schema: ClassSchema): ReadonlyMap<number, string> {
  if (!bytes) return new Map()
  const [root] = objectsOf(bytes.subarray(0, -tailBytes), schema)
  const sets = root.parts('m_set').filter((set) => !set.flag('m_deleted'))
  return new Map(sets.map((set) => [numberOf(set, 'm_id'), set.text('m_name')]))
}

interface Asked {
  readonly schema: ClassSchema
  readonly names: ReadonlyMap<number, string>
  readonly shown: { has(id: number): boolean }
}

/**
 * The table has a row for every element, each of the same length: as objects they would be fifty times as large. What stands before
 * and behind the rows must be used up like any record.
 */
function worksetsOf(bytes: Uint8Array, { schema, names, shown }: Asked): ReadonlyMap<number, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < tagBytes + countBytes + tailBytes) throw new RecordFault('no table of elements')
  const rows = new RowLayout(schema, schema.storedFields(view.getUint16(0, true))[0])
  const [first, count] = [tagBytes + countBytes, view.getUint32(tagBytes, true)]
  const end = first + count * rows.bytes
  if (end > bytes.length - tailBytes) throw new RecordFault('rows beyond the end')
  const head = Uint8Array.of(bytes[0], bytes[1], 0, 0, 0, 0)
  objectsOf(Buffer.concat([head, bytes.subarray(end, -tailBytes)]), schema)
  const worksets = new Map<number, string>()
  for (let at = first; at < end; at += rows.bytes) {
    const id = rows.number(view, at, 'm_id')
    const name = shown.has(id) ? names.get(rows.number(view, at, 'm_partitionId')) : undefined
    if (name !== undefined) worksets.set(id, name)
  }
  return worksets
}

const lengths: Readonly<Record<number, number>> = {
  [base.boolean]: 1,
  [base.byte]: 1,
  [base.short]: 2,
  [base.integer]: 4,
  [base.unsigned]: 4,
  [base.single]: 4,
  [base.double]: 8,
  [base.guid]: 16,
  [base.word]: 2,
  [base.long]: 8,
}

/** Where the numbers of a row stand that holds nothing but numbers. */
class RowLayout {
  readonly bytes: number
  readonly #schema: ClassSchema
  #fields = 0
  /** The first number in each field of the row. */
  readonly #numbers = new Map<string, { readonly offset: number; readonly isWide: boolean }>()

  constructor(schema: ClassSchema, list: SchemaField | undefined) {
    this.#schema = schema
    const [tag] = list?.name === 'm_elemArr' && list.modifier === countedObjects ? list.references : []
    if (tag === undefined) throw new RecordFault('no list of elements')
    this.bytes = this.#measure(tag, { offset: 0, field: '', depth: 0 })
    if (this.bytes === 0) throw new RecordFault('rows of nothing')
  }

  number(view: DataView, row: number, field: string): number {
    const place = this.#numbers.get(field)
    if (!place) throw new RecordFault(`rows without ${field}`)
    const at = row + place.offset
    return place.isWide ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true)
  }

  /** The length of an object of this class. */
  #measure(tag: number, from: { offset: number; field: string; depth: number }): number {
    if (from.depth > mostNesting) throw new RecordFault('rows nested too deeply')
    let length = 0
    for (const field of this.#schema.storedFields(tag)) {
      const at = { offset: from.offset + length, field: from.field || field.key, depth: from.depth + 1 }
      length += this.#lengthOf(field, at)
    }
    return length
  }

  #lengthOf(field: SchemaField, at: { offset: number; field: string; depth: number }): number {
    if (field.modifier !== 0 || ++this.#fields > mostFieldsOfRow) throw new RecordFault('rows of several lengths')
    const [tag] = field.references
    if (field.base === base.object && tag !== undefined) return this.#measure(tag, at)
    const length = lengths[field.base]
    if (length === undefined) throw new RecordFault('rows of several lengths')
    const isNumber = field.base === base.integer || field.base === base.long
    if (isNumber && !this.#numbers.has(at.field))
      this.#numbers.set(at.field, { offset: at.offset, isWide: field.base === base.long })
    return length
  }
}
