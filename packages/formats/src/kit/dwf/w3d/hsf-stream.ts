import { constants, inflateSync } from 'node:zlib'

/** Error for a stream that ends within a record, or for invalid bytes. */
export class MalformedRecordError extends Error {
  readonly kind: 'cut' | 'damaged'
  constructor(kind: 'cut' | 'damaged', message = '') {
    super(message)
    this.kind = kind
  }
}

interface InflatedWithInfo {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

const latin1 = new TextDecoder('windows-1252')
const utf16 = new TextDecoder('utf-16le')

/** Cursor over an HSF stream; reads compressed parts from their inflated content. */
export class HsfStream {
  #bytes: Uint8Array
  #view: DataView
  position = 0
  readonly #outer: { bytes: Uint8Array; position: number }[] = []
  readonly #maxInflatedBytes: number

  constructor(bytes: Uint8Array, maxInflatedBytes: number) {
    this.#bytes = bytes
    this.#view = toDataView(bytes)
    this.#maxInflatedBytes = maxInflatedBytes
  }

  get left(): number {
    return this.#bytes.length - this.position
  }

  /** Fraction of the bytes that is read. */
  get fraction(): number {
    return this.#bytes.length === 0 ? 1 : this.position / this.#bytes.length
  }

  /** Starts a compressed part. */
  startPacked(): void {
    if (this.#outer.length > 0) throw new MalformedRecordError('damaged', 'packed twice')
    const options = { maxOutputLength: this.#maxInflatedBytes, finishFlush: constants.Z_SYNC_FLUSH, info: true }
    try {
      const inflated = inflateSync(this.#bytes.subarray(this.position), options) as unknown as InflatedWithInfo
      this.#outer.push({ bytes: this.#bytes, position: this.position + inflated.engine.bytesWritten })
      this.#use(inflated.buffer, 0)
    } catch {
      throw new MalformedRecordError('damaged', 'packed')
    }
  }

  /** Returns to the uncompressed bytes. */
  stopPacked(): void {
    const outer = this.#outer.pop()
    if (!outer) throw new MalformedRecordError('damaged', 'not packed')
    this.#use(outer.bytes, outer.position)
  }

  take(length: number): number {
    const at = this.position
    if (!(length >= 0) || at + length > this.#bytes.length) throw new MalformedRecordError('cut')
    this.position += length
    return at
  }

  byte(): number {
    return this.#bytes[this.take(1)]
  }

  short(): number {
    return this.#view.getUint16(this.take(2), true)
  }

  long(): number {
    return this.#view.getInt32(this.take(4), true)
  }

  unsigned(): number {
    return this.#view.getUint32(this.take(4), true)
  }

  float(): number {
    return this.#view.getFloat32(this.take(4), true)
  }

  floats(count: number): Float32Array {
    const at = this.take(4 * count)
    const values = new Float32Array(count)
    for (let index = 0; index < count; index++) values[index] = this.#view.getFloat32(at + 4 * index, true)
    return values
  }

  raw(length: number): Uint8Array {
    const at = this.take(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** Reads a count of following items with this size in bytes. */
  count(bytesEach: number): number {
    const count = this.long()
    if (count < 0 || count * bytesEach > this.left)
      throw new MalformedRecordError(count < 0 ? 'damaged' : 'cut', 'count')
    return count
  }

  /** Reads up to a line feed. */
  line(): string {
    const end = this.#bytes.indexOf(10, this.position)
    if (end < 0) throw new MalformedRecordError('cut')
    const text = latin1.decode(this.#bytes.subarray(this.position, end))
    this.position = end + 1
    return text
  }

  text(length: number): string {
    return latin1.decode(this.raw(length))
  }

  /** Reads a text of at most 255 bytes. */
  name(): string {
    return this.text(this.byte())
  }

  wideText(characters: number): string {
    return utf16.decode(this.raw(2 * characters))
  }

  /** Reads a length of one byte, or of two or four after 254 and 255. */
  variableLength(): number {
    const length = this.byte()
    if (length === 254) return this.short()
    return length === 255 ? this.long() : length
  }

  #use(bytes: Uint8Array, position: number): void {
    this.#bytes = bytes
    this.#view = toDataView(bytes)
    this.position = position
  }
}

const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
