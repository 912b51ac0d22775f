import { MalformedRecordError, TruncatedRecordError } from './malformed-record-error.js'

/** Cursor over the unaligned little-endian numbers of a record; throws `TruncatedRecordError` beyond its end. */
export class RecordCursor {
  at: number
  bytes: Uint8Array
  protected view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    return this.view.getUint8(this.skip(1))
  }

  i8(): number {
    return this.view.getInt8(this.skip(1))
  }

  u16(): number {
    return this.view.getUint16(this.skip(2), true)
  }

  i16(): number {
    return this.view.getInt16(this.skip(2), true)
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), true)
  }

  i32(): number {
    return this.view.getInt32(this.skip(4), true)
  }

  i64(): number {
    return Number(this.view.getBigInt64(this.skip(8), true))
  }

  f32(): number {
    return this.view.getFloat32(this.skip(4), true)
  }

  f64(): number {
    return this.view.getFloat64(this.skip(8), true)
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.copy(4 * count))
  }

  integers(count: number): Uint32Array {
    return new Uint32Array(this.copy(4 * count))
  }

  doubles(count: number): Float64Array {
    return new Float64Array(this.copy(8 * count))
  }

  /** Reads the number of following rows of at least this size; rejects false counts before any allocation. */
  count(minBytes: number): number {
    const count = this.u32()
    if (count * minBytes > this.left) throw new MalformedRecordError('count', this.at)
    return count
  }

  take(length: number): Uint8Array {
    const start = this.skip(length)
    return this.bytes.subarray(start, start + length)
  }

  /** Skips bytes; returns their start. */
  skip(length: number): number {
    if (!(length >= 0 && length <= this.left)) throw new TruncatedRecordError(this.at)
    const start = this.at
    this.at += length
    return start
  }

  /** Throws unless the record is consumed to its last byte, as it was otherwise misinterpreted. */
  expectEnd(): void {
    if (this.left !== 0) throw new MalformedRecordError('rest', this.at)
  }

  /** Continues in other bytes. */
  protected continueIn(bytes: Uint8Array, at = 0): void {
    this.at = at
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  protected copy(length: number): ArrayBuffer {
    // Copies, because a Buffer's own slice would share its memory.
    const bytes = this.take(length)
    const copy = new Uint8Array(length)
    copy.set(bytes)
    return copy.buffer
  }
}
