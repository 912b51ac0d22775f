import { MalformedRecordError, RecordCursor, tryParse } from '@kamar/codecs/records'
import type { FieldPositions } from './record-object.js'

/** Base types of fields; classes of saved graphics use no other numbers. */
export const base = {
  boolean: 1,
  byte: 2,
  short: 3,
  integer: 4,
  unsigned: 5,
  single: 6,
  double: 7,
  character: 8,
  guid: 9,
  word: 10,
  long: 11,
  nested: 13,
  object: 14,
} as const

/** A field of the schema. */
export interface SchemaField {
  readonly name: string
  readonly base: number
  /** 0 a value, 1 and 2 owning pointers, 3 a weak one, 0x10… arrays of `count`, 0x50… counted arrays, 0x60 a text. */
  readonly modifier: number
  readonly flags: number
  readonly count: number
  /** Tags of the classes it refers to. */
  readonly references: readonly number[]
  readonly nested: SchemaField | null
}

/** A class of the file, with its ancestors' fields. */
export interface SchemaClass {
  readonly name: string
  readonly parentTag: number
  readonly fields: readonly SchemaField[]
}

/** A field stored in the bytes of an object, with its lookup name. */
export interface StoredField extends SchemaField {
  readonly key: string
  /** Encoding that the schema does not state: a bare word, data of an add-in, or a counted array. */
  readonly exception: 'word' | 'blob' | 'array' | null
}

/** The fields stored in the bytes of an object of a class. */
export interface StoredClass {
  readonly name: string
  readonly fields: readonly StoredField[]
  readonly positions: FieldPositions
}

const firstTag = 12
const tagMask = 0x7fff
const inlineBit = 0x8000
const maxNameBytes = 4096
const maxNesting = 400
const maxAncestors = 64
const maxFields = 4096
const notStoredFlag = 2
const tailBytes = 8

/** The classes of a project file: every file contains the schema of its own content. */
export class ClassSchema {
  readonly #classes: readonly SchemaClass[]
  readonly #tags: ReadonlyMap<string, number>
  readonly #stored = new Map<number, StoredClass>()
  readonly #ancestors = new Map<number, ReadonlySet<string>>()

  constructor(classes: readonly SchemaClass[]) {
    this.#classes = classes
    this.#tags = new Map(classes.map(({ name }, index) => [name, index + firstTag]))
  }

  get classCount(): number {
    return this.#classes.length
  }

  /** Bytes of an element id, which has 64 bits since 2024. */
  get idBytes(): 4 | 8 {
    const tag = this.tagOf('Identifier')
    const field = tag === undefined ? undefined : this.classOf(tag)?.fields[0]
    return field?.base === base.long ? 8 : 4
  }

  tagOf(name: string): number | undefined {
    return this.#tags.get(name)
  }

  classOf(tag: number): SchemaClass | undefined {
    return this.#classes[tag - firstTag]
  }

  /** Returns whether a class has this name or inherits from such a class. */
  isKind(tag: number, name: string): boolean {
    let names = this.#ancestors.get(tag)
    if (!names) {
      names = new Set(this.#lineage(tag).map((one) => one.name))
      this.#ancestors.set(tag, names)
    }
    return names.has(name)
  }

  /**
   * Returns the fields of an object in the order of its bytes: those of the oldest ancestor first. A name that an
   * ancestor uses is preceded by its class.
   */
  storedClass(tag: number): StoredClass {
    let stored = this.#stored.get(tag)
    if (!stored) {
      stored = this.#collectFields(tag)
      this.#stored.set(tag, stored)
    }
    return stored
  }

  #collectFields(tag: number): StoredClass {
    const fields: StoredField[] = []
    const positions = new Map<string, number>()
    for (const owner of this.#lineage(tag)) {
      for (const field of owner.fields) {
        if ((field.flags & notStoredFlag) !== 0) continue
        const key = positions.has(field.name) ? `${owner.name}::${field.name}` : field.name
        positions.set(key, fields.length)
        fields.push({ ...field, key, exception: findException(field, owner.name) })
      }
    }
    return { name: this.classOf(tag)?.name ?? '', fields, positions }
  }

  #lineage(tag: number): SchemaClass[] {
    const lineage: SchemaClass[] = []
    for (let next = tag; next >= firstTag; next = lineage[0].parentTag) {
      const one = this.classOf(next)
      if (!one || lineage.length === maxAncestors) throw new MalformedRecordError(`no class ${next}`)
      lineage.unshift(one)
    }
    return lineage
  }
}

function findException(field: SchemaField, owner: string): StoredField['exception'] {
  if (field.base === base.word && owner === 'ClassDefinitionRef') return 'word'
  if (owner === 'ESEntity' && field.name === 'm_blob') return 'blob'
  return owner === 'VarSketchObj' && field.name === 'm_params' ? 'array' : null
}

/** Parses the inflated stream `Formats/Latest`, which must be consumed completely. */
export function parseSchema(bytes: Uint8Array): ClassSchema {
  // Releases up to 2013 have no table of hashes after the fields.
  const classes = tryParse(() => new SchemaParser(bytes, true).parse()) ?? new SchemaParser(bytes, false).parse()
  return new ClassSchema(classes)
}

class SchemaParser extends RecordCursor {
  readonly #hasHashes: boolean
  readonly #classes: (SchemaClass | null)[] = []
  #depth = 0

  constructor(bytes: Uint8Array, hasHashes: boolean) {
    super(bytes)
    this.#hasHashes = hasHashes
  }

  parse(): SchemaClass[] {
    while (this.bytes.length - this.at > tailBytes) this.#definition()
    const tail = this.bytes.subarray(this.at)
    if (tail.length !== tailBytes || tail.some((byte) => byte !== 0))
      throw new MalformedRecordError('no end of the schema')
    return this.#classes.filter((one) => one !== null)
  }

  #definition(): void {
    if (++this.#depth > maxNesting) throw new MalformedRecordError('classes nested too deeply')
    if (this.u16() !== 0) throw new MalformedRecordError('no definition')
    const name = this.#text(this.u16())
    const index = this.#classes.push(null) - 1
    const parentTag = this.#reference()
    this.at += 4
    const count = this.u32()
    if (count > maxFields) throw new MalformedRecordError('too many fields')
    const fields: SchemaField[] = []
    for (let index = 0; index < count; index++) fields.push(this.#field())
    if (this.#hasHashes) this.skip(16 * this.u32())
    this.#classes[index] = { name, parentTag, fields }
    this.#depth--
  }

  /** Reads a tag; the definition of a new class follows it directly. */
  #reference(): number {
    const word = this.u16()
    const tag = word & tagMask
    if (word & inlineBit) {
      if (tag !== firstTag + this.#classes.length) throw new MalformedRecordError('a class out of turn')
      this.#definition()
    }
    return tag
  }

  #field(): SchemaField {
    if (++this.#depth > maxNesting) throw new MalformedRecordError('fields nested too deeply')
    const name = this.#text(this.u32())
    const descriptor = this.u32()
    const kind = descriptor & 0xff
    const modifier = (descriptor >>> 8) & 0xff
    const count = modifier >= 0x10 && modifier <= 0x13 ? this.u32() : 0
    const references: number[] = []
    if (kind === base.object && [0, 0x10, 0x50].includes(modifier)) references.push(this.#reference())
    const nested = kind === base.nested ? this.#field() : null
    if (nested) references.push(...this.#nestedReferences(nested, count))
    this.#depth--
    return { name, base: kind, modifier, flags: descriptor >>> 16, count, references, nested }
  }

  /**
   * Returns the references of nested classes. A nested class is named once per array element; in 2018 one field names
   * it once more.
   */
  #nestedReferences({ references }: SchemaField, count: number): readonly number[] {
    for (let index = 1; index < count && references.length > 0; index++) {
      for (const expected of references) {
        if (this.#reference() !== expected) throw new MalformedRecordError('an array of several classes')
      }
    }
    const [first] = references
    if (first !== undefined && this.at + 4 <= this.bytes.length) {
      const isName = this.view.getUint32(this.at, true) <= maxNameBytes
      if (!isName && this.view.getUint16(this.at, true) === first) this.at += 2
    }
    return references
  }

  #text(length: number): string {
    if (length === 0 || length > maxNameBytes) throw new MalformedRecordError('no name')
    const { buffer, byteOffset } = this.take(length)
    return Buffer.from(buffer, byteOffset, length).toString('latin1')
  }
}
