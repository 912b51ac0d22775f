import { MalformedRecordError } from '@kamar/codecs/records'

const headerBytes = 6
const utf8 = new TextDecoder()
/** Ids have the minimum number of bytes. */
const maxIdBytes = 8

/** A record of a file since 2021: its tag and its bytes, which may be nested records. */
export class Tagged {
  readonly tag: number
  readonly #view: DataView
  readonly #start: number
  readonly #end: number
  #children: readonly Tagged[] | null = null

  /** Wraps bytes that consist of records. */
  static of(bytes: Uint8Array): Tagged {
    return new Tagged(0, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      start: 0,
      end: bytes.length,
    })
  }

  private constructor(tag: number, view: DataView, { start, end }: { start: number; end: number }) {
    this.tag = tag
    this.#view = view
    this.#start = start
    this.#end = end
  }

  get length(): number {
    return this.#end - this.#start
  }

  /** Nested records, cached; they must fill it to its last byte. */
  get children(): readonly Tagged[] {
    this.#children ??= [...this.items()]
    return this.#children
  }

  /** Iterates over nested records: a list of a hundred thousand is never held in full. */
  *items(): Generator<Tagged> {
    let at = this.#start
    while (at < this.#end) {
      const start = at + headerBytes
      if (start > this.#end) throw new MalformedRecordError('record', at)
      const end = start + this.#view.getUint32(at + 2, true)
      if (end > this.#end) throw new MalformedRecordError('record', at)
      yield new Tagged(this.#view.getUint16(at, true), this.#view, { start, end })
      at = end
    }
  }

  /** Returns the first nested record with this tag, or null. */
  child(tag: number): Tagged | null {
    for (const child of this.children) if (child.tag === tag) return child
    return null
  }

  /** Returns the record at a path of tags, or null. */
  path(first: number, ...others: readonly number[]): Tagged | null {
    return others.reduce<Tagged | null>((record, tag) => record?.child(tag) ?? null, this.child(first))
  }

  /** Returns the record with this tag, which is required to parse this one. */
  required(tag: number): Tagged {
    const child = this.child(tag)
    if (child === null) throw new MalformedRecordError(`no ${tag} in ${this.tag}`, this.#start)
    return child
  }

  /** A number with the minimum number of bytes. */
  get id(): number {
    if (this.length === 0 || this.length > maxIdBytes) throw new MalformedRecordError('id', this.#start)
    let id = 0
    for (let at = this.#end - 1; at >= this.#start; at--) id = id * 256 + this.#view.getUint8(at)
    return id
  }

  get u8(): number {
    this.#expect(1)
    return this.#view.getUint8(this.#start)
  }

  get u32(): number {
    this.#expect(4)
    return this.#view.getUint32(this.#start, true)
  }

  get i32(): number {
    this.#expect(4)
    return this.#view.getInt32(this.#start, true)
  }

  get text(): string {
    return utf8.decode(this.bytes)
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#start, this.length)
  }

  /** Reads exactly the expected count of numbers. */
  numbers(count: number): number[] {
    this.#expect(8 * count)
    return Array.from({ length: count }, (_, at) => this.#view.getFloat64(this.#start + 8 * at, true))
  }

  #expect(bytes: number): void {
    if (this.length !== bytes) throw new MalformedRecordError(`length of ${this.tag}`, this.#start)
  }
}
