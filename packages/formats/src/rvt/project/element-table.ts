import type { CompoundFile } from '@kamar/codecs/compound-file'
import { base, type ClassSchema, type SchemaField } from '../container/class-schema.js'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { readObjects } from '../container/read-record.js'
import { documentTailBytes, type ProjectFile } from './project-file.js'

const maxTableBytes = 256 * 1024 * 1024
/** Modifier of a list of embedded objects. */
const countedObjects = 0x50
const tagBytes = 2
const countBytes = 4
const maxNesting = 16
const maxFieldsOfRow = 256

/** Row of the table: returns the first number in the field at this path, such as `m_history.m_creationDate`. */
export type ElementRow = (path: string) => number

/**
 * The stream `Global/ElemTable`, with one row of fixed length per element; as objects they would be fifty times as
 * large. The bytes before and after the rows must parse completely, like any record.
 */
export class ElementTable {
  readonly #view: DataView
  readonly #layout: RowLayout
  readonly #end: number

  private constructor(bytes: Uint8Array, schema: ClassSchema) {
    if (bytes.length < tagBytes + countBytes + documentTailBytes) throw new MalformedRecordError('no table of elements')
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#layout = new RowLayout(schema, schema.storedClass(this.#view.getUint16(0, true)).fields[0])
    this.#end = tagBytes + countBytes + this.#view.getUint32(tagBytes, true) * this.#layout.bytes
    if (this.#end > bytes.length - documentTailBytes) throw new MalformedRecordError('rows beyond the end')
    const header = Uint8Array.of(bytes[0], bytes[1], 0, 0, 0, 0)
    readObjects(Buffer.concat([header, bytes.subarray(this.#end, -documentTailBytes)]), schema)
  }

  /** Opens the table; returns null when the project has none or it cannot be read. */
  static async open(file: CompoundFile, project: ProjectFile): Promise<ElementTable | null> {
    const stream = await file.stream('Global/ElemTable', maxTableBytes)
    return tryParse(() => {
      const bytes = project.document(stream)
      return bytes && new ElementTable(bytes, project.schema)
    })
  }

  /** Returns whether rows have a number in the field at this path. */
  has(path: string): boolean {
    return this.#layout.has(path)
  }

  /** Iterates over the rows; each is valid until the next one. */
  *rows(): Generator<ElementRow> {
    for (let at = tagBytes + countBytes; at < this.#end; at += this.#layout.bytes) {
      yield (path) => this.#layout.number(this.#view, at, path)
    }
  }
}

/**
 * Returns the elements that still exist. Deleted elements lose their row, but their records remain until the file is
 * compacted. A table without any of the elements belongs to another document and is ignored.
 */
export function withoutDeleted<Header>(
  table: ElementTable | null,
  elements: ReadonlyMap<number, Header>,
): ReadonlyMap<number, Header> {
  if (!table?.has('m_id')) return elements
  const present = new Set<number>()
  for (const row of table.rows()) {
    const id = row('m_id')
    if (elements.has(id)) present.add(id)
  }
  return present.size === 0 ? elements : new Map([...elements].filter(([id]) => present.has(id)))
}

const ownerPath = 'm_OwningElementId'

/** Reads the owners of elements, where both are visible. */
export function readOwners(
  table: ElementTable | null,
  visibleIds: { has(id: number): boolean },
): ReadonlyMap<number, number> {
  const owners = new Map<number, number>()
  if (!table?.has(ownerPath)) return owners
  for (const row of table.rows()) {
    const [id, owner] = [row('m_id'), row(ownerPath)]
    if (visibleIds.has(id) && visibleIds.has(owner)) owners.set(id, owner)
  }
  return owners
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

/** Byte layout of a row that consists of numbers only. */
class RowLayout {
  readonly bytes: number
  readonly #schema: ClassSchema
  #fields = 0
  /** The first number in each field of the row and of its embedded objects, by path. */
  readonly #numbers = new Map<string, { readonly offset: number; readonly isWide: boolean }>()

  constructor(schema: ClassSchema, list: SchemaField | undefined) {
    this.#schema = schema
    const [tag] = list?.name === 'm_elemArr' && list.modifier === countedObjects ? list.references : []
    if (tag === undefined) throw new MalformedRecordError('no list of elements')
    this.bytes = this.#measure(tag, { offset: 0, path: '', depth: 0 })
    if (this.bytes === 0) throw new MalformedRecordError('rows of nothing')
  }

  has(path: string): boolean {
    return this.#numbers.has(path)
  }

  number(view: DataView, row: number, path: string): number {
    const number = this.#numbers.get(path)
    if (!number) throw new MalformedRecordError(`rows without ${path}`)
    const at = row + number.offset
    return number.isWide ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true)
  }

  /** Computes the length of an object of this class. */
  #measure(tag: number, from: { offset: number; path: string; depth: number }): number {
    if (from.depth > maxNesting) throw new MalformedRecordError('rows nested too deeply')
    let length = 0
    for (const field of this.#schema.storedClass(tag).fields) {
      const path = from.path === '' ? field.key : `${from.path}.${field.key}`
      length += this.#measureField(field, { offset: from.offset + length, path, depth: from.depth + 1 })
    }
    return length
  }

  #measureField(field: SchemaField, at: { offset: number; path: string; depth: number }): number {
    if (field.modifier !== 0 || ++this.#fields > maxFieldsOfRow)
      throw new MalformedRecordError('rows of several lengths')
    const [tag] = field.references
    if (field.base === base.object && tag !== undefined) return this.#measure(tag, at)
    const length = lengths[field.base]
    if (length === undefined) throw new MalformedRecordError('rows of several lengths')
    if (field.base === base.integer || field.base === base.long) this.#addNumber(at, field.base === base.long)
    return length
  }

  #addNumber({ offset, path }: { offset: number; path: string }, isWide: boolean): void {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const outer = path.slice(0, end)
      if (!this.#numbers.has(outer)) this.#numbers.set(outer, { offset, isWide })
    }
  }
}
