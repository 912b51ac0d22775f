import { Misread } from './misread.js'

const utf16 = new TextDecoder('utf-16le')
const shortLengths = 255

/** Little-endian numbers and texts one after the other, aligned to nothing; what leads beyond the end is a misread. */
export class ByteCursor {
  at: number
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1))
  }

  u16(): number {
    return this.#view.getUint16(this.skip(2), true)
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4), true)
  }

  i32(): number {
    return this.#view.getInt32(this.skip(4), true)
  }

  f64(): number {
    return this.#view.getFloat64(this.skip(8), true)
  }

  numbers(count: number): number[] {
    const start = this.skip(8 * count)
    return Array.from({ length: count }, (_, at) => this.#view.getFloat64(start + 8 * at, true))
  }

  take(length: number): Uint8Array {
    const start = this.skip(length)
    return this.bytes.subarray(start, start + length)
  }

  /** How many records follow; each has some bytes, so that a number that lies is found out before anything is made of it. */
  count(leastBytes: number): number {
    const count = this.u32()
    if (count * leastBytes > this.left) throw new Misread('count', this.at)
    return count
  }

  /** A text behind its mark and its length in characters: one byte, or two behind 255. */
  text(): string {
    const at = this.at
    if (this.u8() !== 0xff || this.u8() !== 0xfe || this.u8() !== 0xff) throw new Misread('no text', at)
    const short = this.u8()
    const length = short === shortLengths ? this.u16() : short
    return utf16.decode(this.take(2 * length))
  }

  /** Passes over bytes; answers where they begin. */
  skip(length: number): number {
    if (length > this.left) throw new Misread('end', this.at)
    const start = this.at
    this.at += length
    return start
  }
}
