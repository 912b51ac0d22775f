import { base, type ClassSchema, type SchemaField, type StoredField } from './class-schema.js'
import { container, type EntityCatalogue, type EntityField } from './entity-catalogue.js'
import { RecordFault } from './faults.js'
import { Pointer, RecordObject, type FieldValue } from './record-object.js'

const anonymous = 0xffffffff
/** Types of add-in values, by their name in the add-in's schema. */
const entityTypes: Readonly<Record<string, number | 'text'>> = {
  TCHAR: 'text',
  bool: base.boolean,
  int: base.integer,
  float: base.single,
  double: base.double,
  GUIDvalue: base.guid,
}
const maxDepth = 48
/** Max empty values of a record, which take no bytes, in addition to its byte count. */
const maxEmptyValues = 10_000
const noClass = 0xffff

/** Error message of a record that is omitted because an add-in stored data in it. */
export const extensibleStorage = 'extensible storage'

const modifier = { value: 0, owned: 1, shared: 2, weak: 3, fixedArray: 0x10, countedArray: 0x50, text: 0x60 } as const

/** Reads the root of a record with everything it points to. The record must be consumed completely. */
export function readRecord(body: Uint8Array, schema: ClassSchema, catalogue?: EntityCatalogue): RecordObject {
  const [root] = readObjects(body, schema, catalogue)
  return root
}

/** Reads all objects of a record that are pointed to, its root first. */
export function readObjects(body: Uint8Array, schema: ClassSchema, catalogue?: EntityCatalogue): RecordObject[] {
  try {
    return new RecordReader(body, schema, catalogue).read()
  } catch (error) {
    if (error instanceof RangeError) throw new RecordFault('a record that ends early')
    throw error
  }
}

/** Reads the objects at the start of `bytes`, and returns their length in bytes. */
export function leadingObjects(
  bytes: Uint8Array,
  schema: ClassSchema,
): { readonly objects: readonly RecordObject[]; readonly byteCount: number } {
  try {
    return new RecordReader(bytes, schema, undefined).readLeading()
  } catch (error) {
    if (error instanceof RangeError) throw new RecordFault('a record that ends early')
    throw error
  }
}

/** Returns the class tag of a record's root. */
export const rootTag = (body: Uint8Array): number => (body.length < 2 ? noClass : body[0] + 256 * body[1])

interface Waiting {
  readonly object: RecordObject
  /** The tag of its class, or the fields of add-in data. */
  readonly as: number | readonly EntityField[]
}

class RecordReader {
  readonly #view: DataView
  readonly #schema: ClassSchema
  readonly #waiting: Waiting[] = []
  readonly #byToken = new Map<number, RecordObject>()
  readonly #weak: Pointer[] = []
  readonly #catalogue: EntityCatalogue | undefined
  #at = 2
  #depth = 0
  #values = 0

  constructor(body: Uint8Array, schema: ClassSchema, catalogue: EntityCatalogue | undefined) {
    this.#catalogue = catalogue
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength)
    this.#schema = schema
  }

  read(): RecordObject[] {
    const { objects, byteCount } = this.readLeading()
    if (byteCount !== this.#view.byteLength) throw new RecordFault('bytes behind the last object')
    return objects
  }

  readLeading(): { readonly objects: RecordObject[]; readonly byteCount: number } {
    this.#expect(this.#view.getUint16(0, true))
    // Objects that are pointed to follow in the order of their first reference.
    for (let next = 0; next < this.#waiting.length; next++) {
      const { object, as } = this.#waiting[next]
      if (typeof as === 'number') this.#fill(object, as)
      else this.#fillEntity(object, as)
    }
    for (const pointer of this.#weak) pointer.target = this.#byToken.get(pointer.token) ?? null
    return { objects: this.#waiting.map(({ object }) => object), byteCount: this.#at }
  }

  #expect(tag: number): RecordObject {
    const one = this.#schema.classOf(tag)
    if (!one) throw new RecordFault(`no class ${tag}`)
    const object = new RecordObject(one.name)
    this.#waiting.push({ object, as: tag })
    return object
  }

  #fill(object: RecordObject, tag: number): void {
    if (++this.#depth > maxDepth) throw new RecordFault('objects nested too deeply')
    for (const field of this.#schema.storedFields(tag)) object.fields.set(field.key, this.#stored(field))
    this.#depth--
  }

  #stored(field: StoredField): FieldValue {
    if (field.base === base.word && field.owner === 'ClassDefinitionRef') return this.#word()
    if (field.owner === 'ESEntity' && field.name === 'm_blob') return this.#blob()
    if (field.owner === 'VarSketchObj' && field.name === 'm_params') return this.#array(field, 1, this.#long())
    return this.#value(field, field.modifier)
  }

  /** Reads add-in data, which states its own schema instead of a class. */
  #blob(): Pointer {
    const pointer = new Pointer(this.#long())
    if (pointer.token === 0) return pointer
    const fields = this.#catalogue?.get(this.#guid())
    if (!fields) throw new RecordFault(extensibleStorage)
    pointer.target = new RecordObject('ESBlob')
    this.#waiting.push({ object: pointer.target, as: fields })
    return pointer
  }

  #fillEntity(object: RecordObject, fields: readonly EntityField[]): void {
    for (const field of fields) object.fields.set(field.name, this.#entityField(field))
  }

  #entityField({ typeName, container: containerType }: EntityField): FieldValue {
    const kind = entityTypes[typeName]
    if (kind === undefined || containerType > container.list) throw new RecordFault(extensibleStorage)
    const one = (): FieldValue => (kind === 'text' ? this.#text() : this.#scalar(kind))
    if (containerType === container.single) return one()
    const count = this.#long()
    if (count > this.#view.byteLength - this.#at) throw new RecordFault('an array beyond the end')
    return Array.from({ length: count }, one)
  }

  #value(field: SchemaField, encoding: number): FieldValue {
    if (++this.#values > this.#view.byteLength + maxEmptyValues) throw new RecordFault('too many values')
    if (encoding === modifier.value) return this.#plain(field)
    if (encoding <= modifier.weak && field.base === base.object) return this.#pointer(encoding)
    if (encoding === modifier.text && field.base === base.character) return this.#text()
    const kind = encoding & 0xf0
    if (kind === modifier.fixedArray && (encoding & 15) < 4) return this.#array(field, encoding & 15, field.count)
    if (kind === modifier.countedArray && (encoding & 15) < 4) return this.#array(field, encoding & 15, this.#long())
    throw new RecordFault(`a field of base ${field.base}, modifier ${encoding}`)
  }

  #array(field: SchemaField, encoding: number, count: number): FieldValue[] {
    if (count > this.#view.byteLength - this.#at) throw new RecordFault('an array beyond the end')
    const values: FieldValue[] = []
    for (let index = 0; index < count; index++) values.push(this.#value(field, encoding))
    return values
  }

  #pointer(encoding: number): Pointer {
    const pointer = new Pointer(this.#long())
    if (pointer.token === 0) return pointer
    if (encoding === modifier.weak) {
      this.#weak.push(pointer)
      return pointer
    }
    const tag = this.#word()
    const target = pointer.token === anonymous ? undefined : this.#byToken.get(pointer.token)
    pointer.target = target ?? this.#expect(tag)
    if (pointer.token !== anonymous) this.#byToken.set(pointer.token, pointer.target)
    return pointer
  }

  #text(): string {
    const length = this.#long()
    const start = this.#at
    if (2 * length > this.#view.byteLength - start) throw new RecordFault('a text beyond the end')
    this.#at += 2 * length
    return Buffer.from(this.#view.buffer, this.#view.byteOffset + start, 2 * length).toString('utf16le')
  }

  #plain(field: SchemaField): FieldValue {
    if (field.base === base.nested && field.nested) return this.#value(field.nested, field.nested.modifier)
    if (field.base === base.object) {
      const tag = field.references[0] ?? noClass
      const object = new RecordObject(this.#schema.classOf(tag)?.name ?? '')
      this.#fill(object, tag)
      return object
    }
    return this.#scalar(field.base)
  }

  #scalar(kind: number): FieldValue {
    const view = this.#view
    switch (kind) {
      case base.boolean:
        return this.#boolean()
      case base.byte:
        return view.getUint8(this.#take(1))
      case base.short:
        return view.getInt16(this.#take(2), true)
      case base.integer:
        return view.getInt32(this.#take(4), true)
      case base.unsigned:
        return this.#long()
      case base.single:
        return view.getFloat32(this.#take(4), true)
      case base.double:
        return view.getFloat64(this.#take(8), true)
      case base.guid:
        return this.#guid()
      case base.long:
        return Number(view.getBigInt64(this.#take(8), true))
      default:
        throw new RecordFault(`a value of base ${kind}`)
    }
  }

  #guid(): string {
    return Buffer.from(this.#view.buffer, this.#view.byteOffset + this.#take(16), 16).toString('hex')
  }

  #boolean(): boolean {
    const value = this.#view.getUint8(this.#take(1))
    if (value > 1) throw new RecordFault('neither true nor false')
    return value === 1
  }

  #take(bytes: number): number {
    this.#at += bytes
    if (this.#at > this.#view.byteLength) throw new RecordFault('a value beyond the end')
    return this.#at - bytes
  }

  #word(): number {
    return this.#view.getUint16(this.#take(2), true)
  }

  #long(): number {
    return this.#view.getUint32(this.#take(4), true)
  }
}
