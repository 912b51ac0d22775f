import { Misread } from './misread.js'

const utf8 = new TextDecoder()
/** What a string has for a length when it is none. */
const noString = 0xffffffff
/** Descriptions of materials are the longest strings there are: some thousand characters. */
const longestStringBytes = 16 * 1024 * 1024

/** Little-endian numbers and strings one after the other; what leads beyond the end is a misread. */
export class ByteCursor {
  at = 0
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true)
  }

  i16(): number {
    return this.#view.getInt16(this.#take(2), true)
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

  u64(): bigint {
    this.align(8)
    return this.#view.getBigUint64(this.#take(8), true)
  }

  f64(): number {
    this.align(8)
    return this.#view.getFloat64(this.#take(8), true)
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#copy(count * 4))
  }

  doubles(count: number): Float64Array {
    this.align(8)
    return new Float64Array(this.#copy(count * 8))
  }

  /** Text, padded to four bytes; null where there is none. */
  string(): string | null {
    const length = this.u32()
    if (length === noString) return null
    if (length > longestStringBytes) throw new Misread('string', this.at)
    const start = this.#take(length)
    this.align(4)
    return utf8.decode(this.bytes.subarray(start, start + length))
  }

  /** Passes over a text. */
  skipString(): void {
    const length = this.u32()
    if (length === noString) return
    this.#take(length)
    this.align(4)
  }

  /** To the next multiple, counted from the first byte. */
  align(step: number): void {
    this.#take((step - (this.at % step)) % step)
  }

  /** What must follow and says nothing. */
  expect(value: number): void {
    if (this.u32() !== value) throw new Misread(`no ${value}`, this.at - 4)
  }

  /** Records are padded with zeros to a multiple of eight: anything else was not understood. */
  expectEnd(): void {
    if (this.left >= 8 || this.bytes.subarray(this.at).some((byte) => byte !== 0)) throw new Misread('rest', this.at)
  }

  #copy(length: number): ArrayBuffer {
    const start = this.#take(length)
    const copy = new Uint8Array(length)
    copy.set(this.bytes.subarray(start, start + length))
    return copy.buffer
  }

  #take(length: number): number {
    if (length > this.left) throw new Misread('end', this.at)
    const start = this.at
    this.at += length
    return start
  }
}
