import { ByteCursor } from '../byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'

const noObject = 0
const newClass = 0xffff
const longForm = 0x7fff
const shortClassBit = 0x8000
const longClassBit = 0x80000000
const classNamePattern = /^C[A-Za-z0-9]{2,39}$/
const maxClassNameLength = 40
/** Maximum nesting of objects; regular files stay below a dozen. */
const deepest = 100

/** An object that is read, or still being read and without a value. */
export interface StreamObject {
  readonly className: string
  value: unknown
}

/** Parser of a class's objects. */
export type ClassReader = (cursor: ByteCursor) => unknown

/**
 * Stream of nested objects as serialised by MFC: classes and objects share one numbering; each is written at its first
 * use and referred to by number later. `Values`: value types of the classes.
 */
export class ObjectStream<Values extends object> extends ByteCursor {
  /** Class names and objects by number; the first two are the list of classes and its class. */
  readonly #table: (string | StreamObject | null)[] = [null, 'CVersionMap', { className: 'CVersionMap', value: null }]
  readonly #readers: Readonly<Record<string, ClassReader>>
  #depth = 0

  constructor(cursor: ByteCursor, readers: Readonly<Record<string, ClassReader>>) {
    super(cursor.bytes, cursor.at)
    this.#readers = readers
  }

  /** Reads the object at the position, a new one, a reference or null; it must be of one of these classes. */
  object(...classNames: readonly string[]): StreamObject | null {
    const at = this.at
    const short = this.u16()
    if (short === noObject) return null
    const classTag = short === longForm ? this.u32() : short
    const classBit = short === longForm ? longClassBit : shortClassBit
    const isNew = short === newClass || classTag >= classBit
    const entry = isNew ? null : this.#table[classTag]
    if (!isNew) return this.#resolve(entry, classNames, at)
    const className = short === newClass ? this.#newClass() : this.#table[classTag - classBit]
    if (typeof className !== 'string') throw new MalformedRecordError('class', at)
    return this.#read(className, classNames, at)
  }

  /** Returns the value of an object that must be complete. */
  value<Name extends keyof Values & string>(...classNames: readonly Name[]): Values[Name] | null {
    const at = this.at
    const object = this.object(...classNames)
    if (object === null) return null
    if (object.value === null || object.value === undefined)
      throw new MalformedRecordError(`${object.className} in itself`, at)
    return object.value as Values[Name]
  }

  /** Encodes the tag of another object of a class; null for a class that has not occurred yet. */
  encodeClassTag(className: string): Uint8Array | null {
    const index = this.#table.indexOf(className)
    if (index < 0) return null
    if (index < longForm) return new Uint8Array(Uint16Array.of(index + shortClassBit).buffer)
    const classTag = new DataView(new ArrayBuffer(6))
    classTag.setUint16(0, longForm, true)
    classTag.setUint32(2, index + longClassBit, true)
    return new Uint8Array(classTag.buffer)
  }

  #resolve(entry: string | StreamObject | null | undefined, expected: readonly string[], at: number): StreamObject {
    if (entry === null || entry === undefined || typeof entry === 'string') throw new MalformedRecordError('object', at)
    if (expected.length > 0 && !expected.includes(entry.className)) throw new MalformedRecordError(entry.className, at)
    return entry
  }

  #newClass(): string {
    this.u16()
    const length = this.u16()
    if (length === 0 || length > maxClassNameLength) throw new MalformedRecordError('class name', this.at)
    const name = Buffer.from(this.take(length)).toString('latin1')
    if (!classNamePattern.test(name)) throw new MalformedRecordError('class name', this.at)
    this.#table.push(name)
    return name
  }

  #read(className: string, expected: readonly string[], at: number): StreamObject {
    const read = Object.hasOwn(this.#readers, className) ? this.#readers[className] : undefined
    if (read === undefined || (expected.length > 0 && !expected.includes(className)))
      throw new MalformedRecordError(className, at)
    if (++this.#depth > deepest) throw new MalformedRecordError('depth', at)
    const object: StreamObject = { className, value: undefined }
    this.#table.push(object)
    object.value = read(this)
    this.#depth--
    return object
  }
}
