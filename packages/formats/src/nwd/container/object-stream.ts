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

/** Whether a stream keeps the values of objects, or only their positions, from which it reads them again. */
export type ObjectMemory = 'values' | 'positions'

/**
 * Stream of nested objects: a number counted up from 100, a class, fields; 0 for none, 1 and a number for an earlier
 * object. A number out of sequence means that something before it was misread.
 */
export class ObjectStream extends ByteCursor {
  /** Values, or offsets of the content, of the objects. */
  readonly #values: unknown[] = []
  /** Class of each object; -1 while it is unknown. */
  readonly #classes: number[] = []
  readonly #memory: ObjectMemory
  #depth = 0
  #isReadAgain = false

  constructor(bytes: Uint8Array, memory: ObjectMemory = 'values') {
    super(bytes)
    this.#memory = memory
  }

  /** Reads the object here, or null. Throws `MalformedRecordError` for a class that is not expected. */
  object<Value>(readers: ObjectReaders<Value>): Value | null {
    const at = this.at
    const id = this.u32()
    if (id === nullClass) return null
    if (id === seenBefore) return this.#getObject(this.u32(), readers)
    if (!this.#isReadAgain && id !== firstId + this.#classes.length) throw new MalformedRecordError(`object ${id}`, at)
    return this.#isReadAgain ? this.#readAgain(this.at, readers) : this.#read(readers)
  }

  /** Reads an object a second time, at its offset. */
  objectAt<Value>(offset: number, readers: ObjectReaders<Value>): Value | null {
    const [at, isReadAgain] = [this.at, this.#isReadAgain]
    this.at = offset
    this.#isReadAgain = true
    try {
      return this.object(readers)
    } finally {
      this.at = at
      this.#isReadAgain = isReadAgain
    }
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
    if (id !== firstId + this.#classes.length) throw new MalformedRecordError(`list ${id}`, this.at - 4)
    this.#store(-1, null)
    return this.u32()
  }

  /** Continues at another offset, where an object with this number may begin; the objects before it stay unknown. */
  continueAt(at: number, id: number): boolean {
    const number = id - firstId
    // Every object has at least its number and its class.
    if (number < this.#classes.length || number * 8 > at) return false
    while (this.#classes.length < number) this.#store(-1, null)
    this.at = at
    this.#depth = 0
    return true
  }

  #read<Value>(readers: ObjectReaders<Value>): Value {
    const offset = this.at
    const classId = this.u32()
    const read = readers[classId]
    if (read === undefined) throw new MalformedRecordError(`class ${classId}`, this.at - 4)
    if (++this.#depth > maxObjectDepth) throw new MalformedRecordError('depth', this.at)
    const index = this.#store(-1, offset)
    const value = read(this)
    if (this.#memory === 'values') this.#values[index] = value
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
    if (this.#memory === 'values') return this.#values[index] as Value
    const at = this.at
    const value = this.#readAgain(this.#values[index] as number, readers)
    this.at = at
    return value
  }

  /** Reads a finished object again, whose class is at the offset. */
  #readAgain<Value>(offset: number, readers: ObjectReaders<Value>): Value {
    const isReadAgain = this.#isReadAgain
    this.#isReadAgain = true
    try {
      this.at = offset
      const classId = this.u32()
      const read = readers[classId]
      if (read === undefined) throw new MalformedRecordError(`class ${classId}`, offset)
      return read(this)
    } finally {
      this.#isReadAgain = isReadAgain
    }
  }
}
