import { decodeText } from '@kamar/codecs/text'

const headerBytes = 6

/** Flag for truncated chunks and wrong lengths: later parts of the file may be missing. */
export interface Damage {
  isCut: boolean
}

/**
 * A chunk: a 16-bit id, a 32-bit length over header and content, then its fields and child chunks. Reading past its end
 * returns zeros and flags the damage, so that a truncated file yields everything before the cut.
 */
export class Chunk {
  readonly id: number
  readonly #view: DataView
  readonly #end: number
  readonly #damage: Damage
  #at: number

  private constructor(view: DataView, range: { readonly at: number; readonly end: number }, damage: Damage) {
    this.#view = view
    this.#damage = damage
    this.id = view.getUint16(range.at, true)
    const declared = range.at + view.getUint32(range.at + 2, true)
    if (declared > range.end) damage.isCut = true
    this.#end = Math.min(declared, range.end)
    this.#at = range.at + headerBytes
  }

  /** Returns the chunk that spans the whole file; null when there are too few bytes. */
  static ofFile(bytes: Uint8Array, damage: Damage): Chunk | null {
    if (bytes.length < headerBytes) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new Chunk(view, { at: 0, end: bytes.length }, damage)
  }

  /**
   * Iterates over the child chunks after the fields read so far. A length below the header size ends the list, since
   * nothing behind it can be trusted.
   */
  *children(): Generator<Chunk> {
    while (this.#at + headerBytes <= this.#end) {
      const length = this.#view.getUint32(this.#at + 2, true)
      if (length < headerBytes) {
        this.#damage.isCut = true
        return
      }
      const child = new Chunk(this.#view, { at: this.#at, end: this.#end }, this.#damage)
      this.#at += length
      yield child
    }
  }

  /** Unread bytes of the content. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#at)
  }

  uint8(): number {
    return this.#take(1) ? this.#view.getUint8(this.#at - 1) : 0
  }

  uint16(): number {
    return this.#take(2) ? this.#view.getUint16(this.#at - 2, true) : 0
  }

  uint32(): number {
    return this.#take(4) ? this.#view.getUint32(this.#at - 4, true) : 0
  }

  float(): number {
    return this.#take(4) ? this.#view.getFloat32(this.#at - 4, true) : 0
  }

  floats(count: number): number[] {
    return Array.from({ length: count }, () => this.float())
  }

  skip(bytes: number): void {
    this.#take(bytes)
  }

  /** Reads a count of records of the given size and limits it to the bytes available. */
  count(recordBytes: number): number {
    const declared = this.uint16()
    const present = Math.floor(this.remaining / recordBytes)
    if (declared > present) this.#damage.isCut = true
    return Math.min(declared, present)
  }

  /** Reads text up to its terminating zero byte. */
  text(): string {
    const start = this.#at
    while (this.#at < this.#end && this.#view.getUint8(this.#at) !== 0) this.#at++
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, this.#at - start)
    this.#take(1)
    return decodeText(bytes)
  }

  #take(bytes: number): boolean {
    const isThere = this.#at + bytes <= this.#end
    if (!isThere) this.#damage.isCut = true
    this.#at = isThere ? this.#at + bytes : this.#end
    return isThere
  }
}
