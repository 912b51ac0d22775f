import { MalformedRecordError, RecordCursor, TruncatedRecordError } from '@kamar/codecs/records'
import { constants, inflateSync } from 'node:zlib'

interface InflatedWithInfo {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

const latin1 = new TextDecoder('windows-1252')
const utf16 = new TextDecoder('utf-16le')

/** Cursor over an HSF stream; reads compressed parts from their inflated content. */
export class HsfStream extends RecordCursor {
  readonly #outer: { bytes: Uint8Array; at: number }[] = []
  readonly #maxInflatedBytes: number

  constructor(bytes: Uint8Array, maxInflatedBytes: number) {
    super(bytes)
    this.#maxInflatedBytes = maxInflatedBytes
  }

  /** Fraction of the bytes that is read. */
  get fraction(): number {
    return this.bytes.length === 0 ? 1 : this.at / this.bytes.length
  }

  /** Starts a compressed part. */
  startPacked(): void {
    if (this.#outer.length > 0) throw new MalformedRecordError('packed twice')
    const options = { maxOutputLength: this.#maxInflatedBytes, finishFlush: constants.Z_SYNC_FLUSH, info: true }
    try {
      const inflated = inflateSync(this.bytes.subarray(this.at), options) as unknown as InflatedWithInfo
      this.#outer.push({ bytes: this.bytes, at: this.at + inflated.engine.bytesWritten })
      this.continueIn(inflated.buffer)
    } catch {
      throw new MalformedRecordError('packed')
    }
  }

  /** Returns to the uncompressed bytes. */
  stopPacked(): void {
    const outer = this.#outer.pop()
    if (!outer) throw new MalformedRecordError('not packed')
    this.continueIn(outer.bytes, outer.at)
  }

  /** Reads a count of following items with this size in bytes. */
  override count(bytesEach: number): number {
    const count = this.i32()
    if (count < 0) throw new MalformedRecordError('count', this.at)
    if (count * bytesEach > this.left) throw new TruncatedRecordError(this.at)
    return count
  }

  /** Reads up to a line feed. */
  line(): string {
    const end = this.bytes.indexOf(10, this.at)
    if (end < 0) throw new TruncatedRecordError()
    const text = latin1.decode(this.bytes.subarray(this.at, end))
    this.at = end + 1
    return text
  }

  text(length: number): string {
    return latin1.decode(this.take(length))
  }

  /** Reads a text of at most 255 bytes. */
  name(): string {
    return this.text(this.u8())
  }

  wideText(characters: number): string {
    return utf16.decode(this.take(2 * characters))
  }

  /** Reads a length of one byte, or of two or four after 254 and 255. */
  variableLength(): number {
    const length = this.u8()
    if (length === 254) return this.u16()
    return length === 255 ? this.i32() : length
  }
}
