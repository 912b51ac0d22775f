import type { UnreadObject } from '../drawing/index.js'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import type { GroupSource } from './groups/group-source.js'
import { GroupTable, type DxfRecord } from './groups/group-table.js'
import type { TextDecoding } from './groups/text-encoding.js'

/** Depth to which reading a record may read others; deeper references of a damaged file give nothing. */
const maxDepth = 8

/** Reads records at their positions. Records that are damaged are counted and left out. */
export class RecordStore {
  readonly #source: GroupSource
  readonly #decoding: TextDecoding
  readonly #tables: GroupTable[] = []
  readonly #unread = new Map<number, UnreadObject>()
  #depth = 0

  constructor(source: GroupSource, decoding: TextDecoding) {
    this.#source = source
    this.#decoding = decoding
  }

  /** Records that could not be read. */
  get unread(): readonly UnreadObject[] {
    return [...this.#unread.values()]
  }

  /** Counts the record at a position as one that cannot be read. */
  countUnread(position: number, unread: UnreadObject): void {
    this.#unread.set(position, unread)
  }

  /** Returns the name of the record at a position. */
  readName(position: number): string {
    this.#source.position = position
    return this.#source.next() ? this.#source.toRawText(this.#source.start, this.#source.end).trim() : ''
  }

  /** Reads a record; null if there is none, or if it is damaged and now counted. */
  read<Result>(position: number, decode: (record: DxfRecord) => Result, isEntity = false): Result | null {
    if (this.#depth >= maxDepth) return null
    this.#tables[this.#depth] ??= new GroupTable(this.#source, this.#decoding)
    const table = this.#tables[this.#depth++]
    let name = ''
    try {
      const record = table.read(position)
      if (record === null) return null
      name = record.name
      return decode(record)
    } catch (error) {
      if (!(error instanceof MalformedRecordError || error instanceof RangeError)) throw error
      this.#unread.set(position, { name, isEntity })
      return null
    } finally {
      this.#depth--
    }
  }
}
