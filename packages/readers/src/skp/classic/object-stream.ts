import { ByteCursor } from '../byte-cursor.js'
import { Misread } from '../../shared/records/misread.js'

const noObject = 0
const newClass = 0xffff
const longForm = 0x7fff
const shortClassBit = 0x8000
const longClassBit = 0x80000000
const classNamePattern = /^C[A-Za-z0-9]{2,39}$/
const longestClassName = 40
/** Objects in objects; honest files stay below a dozen. */
const deepest = 100

/** An object that was read, or is being read: then it has no value yet. */
export interface StreamObject {
  readonly className: string
  value: unknown
}

/** How objects of a class are read. */
export type ClassReader = (cursor: ByteCursor) => unknown

/**
 * Objects one in the other, as a program of that time wrote them: classes and objects are counted together, each is
 * written where it is first needed and named by its number afterwards. `Values`: what objects of a class are read as.
 */
export class ObjectStream<Values extends object> extends ByteCursor {
  /** Classes by their name, objects; the first two are the list of classes and its class. */
  readonly #table: (string | StreamObject | null)[] = [null, 'CVersionMap', { className: 'CVersionMap', value: null }]
  readonly #readers: Readonly<Record<string, ClassReader>>
  #depth = 0

  constructor(cursor: ByteCursor, readers: Readonly<Record<string, ClassReader>>) {
    super(cursor.bytes, cursor.at)
    this.#readers = readers
  }

  /** The object that stands here, or is named here, or null; it must be of one of these classes. */
  object(...classNames: readonly string[]): StreamObject | null {
    const at = this.at
    const short = this.u16()
    if (short === noObject) return null
    const mark = short === longForm ? this.u32() : short
    const classBit = short === longForm ? longClassBit : shortClassBit
    const isNew = short === newClass || mark >= classBit
    const found = isNew ? null : this.#table[mark]
    if (!isNew) return this.#known(found, classNames, at)
    const className = short === newClass ? this.#newClass() : this.#table[mark - classBit]
    if (typeof className !== 'string') throw new Misread('class', at)
    return this.#read(className, classNames, at)
  }

  /** The value of an object that must have been read. */
  value<Name extends keyof Values & string>(...classNames: readonly Name[]): Values[Name] | null {
    const at = this.at
    const object = this.object(...classNames)
    if (object === null) return null
    if (object.value === null || object.value === undefined) throw new Misread(`${object.className} in itself`, at)
    return object.value as Values[Name]
  }

  /** What stands in front of another object of a class; null for a class that was not named yet. */
  markOf(className: string): Uint8Array | null {
    const place = this.#table.indexOf(className)
    if (place < 0) return null
    if (place < longForm) return new Uint8Array(Uint16Array.of(place + shortClassBit).buffer)
    const mark = new DataView(new ArrayBuffer(6))
    mark.setUint16(0, longForm, true)
    mark.setUint32(2, place + longClassBit, true)
    return new Uint8Array(mark.buffer)
  }

  #known(found: string | StreamObject | null | undefined, wanted: readonly string[], at: number): StreamObject {
    if (found === null || found === undefined || typeof found === 'string') throw new Misread('object', at)
    if (wanted.length > 0 && !wanted.includes(found.className)) throw new Misread(found.className, at)
    return found
  }

  #newClass(): string {
    this.u16()
    const length = this.u16()
    if (length === 0 || length > longestClassName) throw new Misread('class name', this.at)
    const name = Buffer.from(this.take(length)).toString('latin1')
    if (!classNamePattern.test(name)) throw new Misread('class name', this.at)
    this.#table.push(name)
    return name
  }

  #read(className: string, wanted: readonly string[], at: number): StreamObject {
    const read = Object.hasOwn(this.#readers, className) ? this.#readers[className] : undefined
    if (read === undefined || (wanted.length > 0 && !wanted.includes(className))) throw new Misread(className, at)
    if (++this.#depth > deepest) throw new Misread('depth', at)
    const object: StreamObject = { className, value: undefined }
    this.#table.push(object)
    object.value = read(this)
    this.#depth--
    return object
  }
}
