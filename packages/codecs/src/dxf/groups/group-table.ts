import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { limits } from '../limits.js'
import type { GroupSource } from './group-source.js'
import { Groups, type GroupValues } from './groups.js'
import type { TextDecoding } from './text-encoding.js'

const code = {
  start: 0,
  control: 102,
  marker: 100,
  embedded: 101,
  dictionary: 360,
  extended: 1000,
} as const
const dictionaryControl = '{ACAD_XDICTIONARY'
/** Codes of texts that keep their spaces: text longer than a line continues in the next group. */
const isSpaced = (groupCode: number): boolean => groupCode === 1 || groupCode === 3

/** The groups of one record at a time, as positions in the file; the memory is used again for the next record. */
export class GroupTable implements GroupValues {
  codes = new Int32Array(64)
  #starts = new Float64Array(64)
  #ends = new Float64Array(64)
  /** Opening bracket of the current references; null outside of them. */
  #control: string | null = null
  #dictionaryHandle = 0
  readonly #source: GroupSource
  readonly #decoding: TextDecoding

  constructor(source: GroupSource, decoding: TextDecoding) {
    this.#source = source
    this.#decoding = decoding
  }

  /** Reads the record at a position of the file. Returns null at the end of the file. */
  read(position: number): DxfRecord | null {
    const source = this.#source
    source.position = position
    if (!source.next()) return null
    const name = source.toRawText(source.start, source.end).trim()
    return this.#readGroups(name)
  }

  toNumber(at: number): number {
    return this.#source.toNumber(this.codes[at], this.#starts[at], this.#ends[at])
  }

  toText(at: number): string {
    const text = this.#decoding.decode(this.toRawText(at))
    return isSpaced(this.codes[at]) ? text : text.trim()
  }

  toRawText(at: number): string {
    return this.#source.toRawText(this.#starts[at], this.#ends[at])
  }

  toHandle(at: number): number {
    return this.#source.toHandle(this.#starts[at], this.#ends[at])
  }

  toBytes(at: number): Uint8Array {
    return this.#source.toBytes(this.#starts[at], this.#ends[at])
  }

  #readGroups(name: string): DxfRecord {
    const source = this.#source
    let count = 0
    let [extendedFrom, embeddedFrom] = [-1, -1]
    let next = source.position
    this.#control = null
    this.#dictionaryHandle = 0
    while (source.next() && source.code !== code.start) {
      next = source.position
      if (this.#readReference()) continue
      if (source.code >= code.extended && extendedFrom < 0) extendedFrom = count
      if (source.code === code.embedded && embeddedFrom < 0) embeddedFrom = count
      this.#set(count++, source)
    }
    const end = extendedFrom < 0 ? count : extendedFrom
    const ownEnd = embeddedFrom < 0 || embeddedFrom > end ? end : embeddedFrom
    return {
      name,
      next,
      dictionaryHandle: this.#dictionaryHandle,
      groups: new Groups(this, 0, ownEnd),
      embedded: ownEnd < end ? new Groups(this, ownEnd, end) : null,
      extended: new Groups(this, end, count),
    }
  }

  /** Reads a group of the references between brackets, of which only the dictionary is kept; false for other groups. */
  #readReference(): boolean {
    const source = this.#source
    if (source.code === code.control) {
      const value = source.toRawText(source.start, source.end).trim()
      const isOpening = value.startsWith('{')
      if (!isOpening && this.#control === null) return false
      this.#control = isOpening ? value : null
      return true
    }
    if (source.code === code.marker || source.code >= code.extended) this.#control = null
    if (this.#control === dictionaryControl && source.code === code.dictionary)
      this.#dictionaryHandle = source.toHandle(source.start, source.end)
    return this.#control !== null
  }

  #set(at: number, source: GroupSource): void {
    if (at === this.codes.length) this.#grow()
    this.codes[at] = source.code
    this.#starts[at] = source.start
    this.#ends[at] = source.end
  }

  #grow(): void {
    const { codes } = this
    if (codes.length >= limits.groups) throw new MalformedRecordError(`${codes.length} groups`)
    this.codes = new Int32Array(codes.length * 2)
    this.codes.set(codes)
    const [starts, ends] = [this.#starts, this.#ends]
    this.#starts = new Float64Array(starts.length * 2)
    this.#starts.set(starts)
    this.#ends = new Float64Array(ends.length * 2)
    this.#ends.set(ends)
  }
}

/** A record: its name, and its groups up to the next one. Valid until its table reads another. */
export interface DxfRecord {
  readonly name: string
  /** Position of the next record. */
  readonly next: number
  /** Dictionary with further data; 0 without one. */
  readonly dictionaryHandle: number
  readonly groups: Groups
  /** Groups of an object within the record, such as the columns of a text; null without one. */
  readonly embedded: Groups | null
  /** Data of applications. */
  readonly extended: Groups
}
