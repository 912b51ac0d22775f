import { base, type ClassSchema, type SchemaField, type StoredField } from './class-schema.js'
import { container, type EntityCatalogue, type EntityField } from './entity-catalogue.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
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
  return new RecordReader(body, schema, catalogue).read()
}

/** Reads the objects at the start of `bytes`, and returns their length in bytes. */
export function leadingObjects(
  bytes: Uint8Array,
  schema: ClassSchema,
): { readonly objects: readonly RecordObject[]; readonly byteCount: number } {
  return new RecordReader(bytes, schema, undefined).readLeading()
}

/** Returns the class tag of a record's root. */
export const rootTag = (body: Uint8Array): number => (body.length < 2 ? noClass : body[0] + 256 * body[1])

interface Waiting {
  readonly object: RecordObject
  /** The tag of its class, or the fields of add-in data. */
  readonly as: number | readonly EntityField[]
}

class RecordReader extends RecordCursor {
  readonly #schema: ClassSchema
  readonly #waiting: Waiting[] = []
  readonly #byToken = new Map<number, RecordObject>()
  readonly #weak: Pointer[] = []
  readonly #catalogue: EntityCatalogue | undefined
  #depth = 0
  #values = 0

  constructor(body: Uint8Array, schema: ClassSchema, catalogue: EntityCatalogue | undefined) {
    super(body)
    this.#catalogue = catalogue
    this.#schema = schema
  }

  read(): RecordObject[] {
    const { objects } = this.readLeading()
    this.expectEnd()
    return objects
  }

  readLeading(): { readonly objects: RecordObject[]; readonly byteCount: number } {
    this.#expect(this.u16())
    // Objects that are pointed to follow in the order of their first reference.
    for (let next = 0; next < this.#waiting.length; next++) {
      const { object, as } = this.#waiting[next]
      if (typeof as === 'number') this.#fill(object, as)
      else this.#fillEntity(object, as)
    }
    for (const pointer of this.#weak) pointer.target = this.#byToken.get(pointer.token) ?? null
    return { objects: this.#waiting.map(({ object }) => object), byteCount: this.at }
  }

  #expect(tag: number): RecordObject {
    const one = this.#schema.classOf(tag)
    if (!one) throw new MalformedRecordError(`no class ${tag}`)
    const object = new RecordObject(one.name, this.#schema.storedClass(tag).positions)
    this.#waiting.push({ object, as: tag })
    return object
  }

  #fill(object: RecordObject, tag: number): void {
    if (++this.#depth > maxDepth) throw new MalformedRecordError('objects nested too deeply')
    for (const field of this.#schema.storedClass(tag).fields) object.values.push(this.#stored(field))
    this.#depth--
  }

  #stored(field: StoredField): FieldValue {
    if (field.exception === null) return this.#value(field, field.modifier)
    if (field.exception === 'word') return this.u16()
    return field.exception === 'blob' ? this.#blob() : this.#array(field, 1, this.u32())
  }

  /** Reads add-in data, which states its own schema instead of a class. */
  #blob(): Pointer {
    const pointer = new Pointer(this.u32())
    if (pointer.token === 0) return pointer
    const fields = this.#catalogue?.get(this.#guid())
    if (!fields) throw new MalformedRecordError(extensibleStorage)
    pointer.target = new RecordObject('ESBlob', new Map(fields.map(({ name }, position) => [name, position])))
    this.#waiting.push({ object: pointer.target, as: fields })
    return pointer
  }

  #fillEntity(object: RecordObject, fields: readonly EntityField[]): void {
    for (const field of fields) object.values.push(this.#entityField(field))
  }

  #entityField({ typeName, container: containerType }: EntityField): FieldValue {
    const kind = entityTypes[typeName]
    if (kind === undefined || containerType > container.list) throw new MalformedRecordError(extensibleStorage)
    const one = (): FieldValue => (kind === 'text' ? this.#text() : this.#scalar(kind))
    if (containerType === container.single) return one()
    const count = this.u32()
    if (count > this.left) throw new MalformedRecordError('an array beyond the end')
    return Array.from({ length: count }, one)
  }

  #value(field: SchemaField, encoding: number): FieldValue {
    if (++this.#values > this.bytes.length + maxEmptyValues) throw new MalformedRecordError('too many values')
    if (encoding === modifier.value) return this.#plain(field)
    if (encoding <= modifier.weak && field.base === base.object) return this.#pointer(encoding)
    if (encoding === modifier.text && field.base === base.character) return this.#text()
    const kind = encoding & 0xf0
    if (kind === modifier.fixedArray && (encoding & 15) < 4) return this.#array(field, encoding & 15, field.count)
    if (kind === modifier.countedArray && (encoding & 15) < 4) return this.#array(field, encoding & 15, this.u32())
    throw new MalformedRecordError(`a field of base ${field.base}, modifier ${encoding}`)
  }

  #array(field: SchemaField, encoding: number, count: number): FieldValue[] {
    if (count > this.left) throw new MalformedRecordError('an array beyond the end')
    const values: FieldValue[] = []
    for (let index = 0; index < count; index++) values.push(this.#value(field, encoding))
    return values
  }

  #pointer(encoding: number): Pointer {
    const pointer = new Pointer(this.u32())
    if (pointer.token === 0) return pointer
    if (encoding === modifier.weak) {
      this.#weak.push(pointer)
      return pointer
    }
    const tag = this.u16()
    const target = pointer.token === anonymous ? undefined : this.#byToken.get(pointer.token)
    pointer.target = target ?? this.#expect(tag)
    if (pointer.token !== anonymous) this.#byToken.set(pointer.token, pointer.target)
    return pointer
  }

  #text(): string {
    const length = 2 * this.u32()
    return Buffer.from(this.view.buffer, this.view.byteOffset + this.skip(length), length).toString('utf16le')
  }

  #plain(field: SchemaField): FieldValue {
    if (field.base === base.nested && field.nested) return this.#value(field.nested, field.nested.modifier)
    if (field.base === base.object) {
      const tag = field.references[0] ?? noClass
      const { name, positions } = this.#schema.storedClass(tag)
      const object = new RecordObject(name, positions)
      this.#fill(object, tag)
      return object
    }
    return this.#scalar(field.base)
  }

  #scalar(kind: number): FieldValue {
    switch (kind) {
      case base.boolean:
        return this.#boolean()
      case base.byte:
        return this.u8()
      case base.short:
        return this.i16()
      case base.integer:
        return this.i32()
      case base.unsigned:
        return this.u32()
      case base.single:
        return this.f32()
      case base.double:
        return this.f64()
      case base.guid:
        return this.#guid()
      case base.long:
        return this.i64()
      default:
        throw new MalformedRecordError(`a value of base ${kind}`)
    }
  }

  #guid(): string {
    return Buffer.from(this.view.buffer, this.view.byteOffset + this.skip(16), 16).toString('hex')
  }

  #boolean(): boolean {
    const value = this.u8()
    if (value > 1) throw new MalformedRecordError('neither true nor false')
    return value === 1
  }
}
