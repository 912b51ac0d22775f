import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'

/** Chunk types; the number of a short one is a value. */
const shortBit = 0x8000_0000
const objectChunk = 0x0002_7ffa
const objectDataChunk = 0x0002_fffc
const unnamedChunk = 0x4000_8000

/** Sequential reader of an archive section. */
export class ChunkReader extends RecordCursor {
  readonly #hasLongLengths: boolean

  constructor(bytes: Uint8Array, hasLongLengths: boolean, at = 0) {
    super(bytes, at)
    this.#hasLongLengths = hasLongLengths
  }

  /** Reads the number of following items. */
  itemCount(maxCount: number): number {
    const count = this.i32()
    if (count < 0 || count > maxCount) throw new MalformedRecordError('count', this.at)
    return count
  }

  /** Skips a text with its length. */
  skipText(): void {
    this.skip(2 * this.i32())
  }

  /** Reads the next chunk and advances past it. A short one (its length is a value) is empty. */
  chunk(): { readonly type: number; readonly bytes: Uint8Array; readonly content: ChunkReader } {
    const start = this.at
    const type = this.u32()
    const length = this.#hasLongLengths ? this.i64() : this.i32()
    const content = new ChunkReader(this.take(type >= shortBit ? 0 : length), this.#hasLongLengths)
    return { type, bytes: this.bytes.subarray(start, this.at), content }
  }

  /** Reads the data of the next object: the content of its class's chunk. */
  objectData(): ChunkReader {
    const { type, content } = this.chunk()
    if (type !== objectChunk) throw new MalformedRecordError('no object')
    for (;;) {
      const part = content.chunk()
      if (part.type === objectDataChunk) return part.content
    }
  }

  /** Reads the content of an unnamed chunk after its two version numbers. */
  versioned(): ChunkReader {
    const { type, content } = this.chunk()
    if (type !== unnamedChunk) throw new MalformedRecordError('another chunk')
    content.skip(8)
    return content
  }
}
