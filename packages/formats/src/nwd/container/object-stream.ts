import { TranslationError } from '@kamar/core'
import { ByteCursor } from './byte-cursor.js'
import { MalformedRecordError } from '@kamar/codecs/records'

/** Readers of the objects allowed at a position, by class number. */
export type ObjectReaders<Value> = Readonly<Record<number, (stream: ObjectStream) => Value>>

const nullClass = 0
const seenBefore = 1
const firstId = 100
const maxObjectDepth = 400
const maxObjects = 40_000_000

/**
 * Stream of nested objects: a number counted up from 100, a class, fields; 0 for none, 1 and a number for an earlier
 * object. A number out of sequence means that something before it was misread.
 */
export class ObjectStream extends ByteCursor {
  readonly #values: unknown[] = []
  readonly #classes: number[] = []
  #depth = 0

  /** Reads the object here, or null. Throws `MalformedRecordError` for a class that is not expected. */
  object<Value>(readers: ObjectReaders<Value>): Value | null {
    const at = this.at
    const id = this.u32()
    if (id === nullClass) return null
    if (id === seenBefore) return this.#getObject(this.u32(), readers)
    if (id !== firstId + this.#values.length) throw new MalformedRecordError(`object ${id}`, at)
    return this.#read(readers)
  }

  /** Works like `object`, for a required object. */
  required<Value>(readers: ObjectReaders<Value>): Value {
    const value = this.object(readers)
    if (value === null) throw new MalformedRecordError('no object', this.at)
    return value
  }

  /** Reads a list without a class: its number and its length. */
  listLength(): number {
    const id = this.u32()
    if (id !== firstId + this.#values.length) throw new MalformedRecordError(`list ${id}`, this.at - 4)
    this.#values.push(null)
    this.#classes.push(-1)
    return this.u32()
  }

  /** Continues at another offset, where an object with this number may begin; the objects before it stay unknown. */
  continueAt(at: number, id: number): boolean {
    const number = id - firstId
    // Every object has at least its number and its class.
    if (number < this.#values.length || number * 8 > at) return false
    while (this.#values.length < number) this.#store(-1, null)
    this.at = at
    this.#depth = 0
    return true
  }

  #read<Value>(readers: ObjectReaders<Value>): Value {
    const classId = this.u32()
    const read = readers[classId]
    if (read === undefined) throw new MalformedRecordError(`class ${classId}`, this.at - 4)
    if (++this.#depth > maxObjectDepth) throw new MalformedRecordError('depth', this.at)
    const index = this.#store(-1, null)
    const value = read(this)
    this.#values[index] = value
    this.#classes[index] = classId
    this.#depth--
    return value
  }

  #store(classId: number, value: unknown): number {
    if (this.#values.length >= maxObjects) {
      throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxObjects} objects` } })
    }
    this.#classes.push(classId)
    return this.#values.push(value) - 1
  }

  /**
   * Returns an earlier object; throws `MalformedRecordError` for an unfinished one, which contains itself, and for one
   * that was not read.
   */
  #getObject<Value>(id: number, readers: ObjectReaders<Value>): Value {
    const index = id - firstId
    const classId = this.#classes[index] ?? -1
    if (readers[classId] === undefined) throw new MalformedRecordError(`no object ${id}`, this.at)
    return this.#values[index] as Value
  }
}
