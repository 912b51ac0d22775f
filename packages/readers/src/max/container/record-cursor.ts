import { Misread } from './misread.js'

const utf16 = new TextDecoder('utf-16le')

/** Little-endian numbers of a record, one after the other; what leads beyond its end is a misread. */
export class RecordCursor {
  at = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true)
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true)
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true)
  }

  f32(): number {
    return this.#view.getFloat32(this.#take(4), true)
  }

  bytes(count: number): Uint8Array {
    const start = this.#take(count)
    return this.#bytes.subarray(start, start + count)
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#copy(4 * count))
  }

  integers(count: number): Uint32Array {
    return new Uint32Array(this.#copy(4 * count))
  }

  skip(count: number): void {
    this.#take(count)
  }

  /** How many rows of at least `rowBytes` follow; more than there is room for is a misread. */
  rows(rowBytes: number): number {
    const count = this.u32()
    if (count * rowBytes > this.left) throw new Misread('more rows than bytes')
    return count
  }

  /** A record is used up to its last byte, or it was not understood. */
  expectEnd(): void {
    if (this.left !== 0) throw new Misread('bytes left over')
  }

  #copy(length: number): ArrayBuffer {
    // A Buffer's own slice would share its memory.
    const copy = new Uint8Array(length)
    copy.set(this.bytes(length))
    return copy.buffer
  }

  #take(length: number): number {
    if (length > this.left) throw new Misread('end of record')
    const start = this.at
    this.at += length
    return start
  }
}

/** Text of two bytes a character, up to its first zero. */
export const wideText = (bytes: Uint8Array): string => utf16.decode(bytes).replace(/\0.*$/s, '')
