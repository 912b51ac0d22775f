/** Sequential reader of an archive section; throws `RangeError` at a premature end. */
export class ChunkReader {
  readonly #view: DataView
  readonly #hasLongLengths: boolean
  #at: number
  readonly end: number

  constructor(
    view: DataView,
    range: { readonly start: number; readonly end: number; readonly hasLongLengths: boolean },
  ) {
    this.#view = view
    this.#at = range.start
    this.end = range.end
    this.#hasLongLengths = range.hasLongLengths
  }

  get at(): number {
    return this.#at
  }
  get isAtEnd(): boolean {
    return this.#at >= this.end
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1))
  }
  int(): number {
    return this.#view.getInt32(this.#take(4), true)
  }
  double(): number {
    return this.#view.getFloat64(this.#take(8), true)
  }
  doubles(count: number): number[] {
    return Array.from({ length: count }, () => this.double())
  }
  /** Reads a list of doubles preceded by its length. */
  doubleList(maxCount: number): number[] {
    const count = this.int()
    if (count < 0 || count > maxCount) throw new RangeError('a list that is too long')
    return this.doubles(count)
  }
  /** Skips bytes, or a text with its length. */
  skip(bytes: number): void {
    this.#take(bytes)
  }
  skipText(): void {
    const characterCount = this.int()
    if (characterCount < 0) throw new RangeError('a text of no length')
    this.#take(characterCount * 2)
  }

  /** Reads the next chunk and advances past it. A short one (its length is a value) is empty. */
  chunk(): { readonly type: number; readonly start: number; readonly content: ChunkReader } {
    const start = this.#at
    const type = this.#view.getUint32(this.#take(4), true)
    const length = this.#hasLongLengths ? Number(this.#view.getBigInt64(this.#take(8), true)) : this.int()
    const size = type >= shortBit ? 0 : length
    if (size < 0) throw new RangeError('a chunk of no length')
    const from = this.#take(size)
    const range = { start: from, end: from + size, hasLongLengths: this.#hasLongLengths }
    return { type, start, content: new ChunkReader(this.#view, range) }
  }

  /** Reads the data of the next object: the content of its class's chunk. */
  objectData(): ChunkReader {
    const { type, content } = this.chunk()
    if (type !== objectChunk) throw new RangeError('no object')
    for (;;) {
      const part = content.chunk()
      if (part.type === objectDataChunk) return part.content
    }
  }

  /** Reads the content of an unnamed chunk after its two version numbers. */
  versioned(): ChunkReader {
    const { type, content } = this.chunk()
    if (type !== unnamedChunk) throw new RangeError('another chunk')
    content.skip(8)
    return content
  }

  #take(bytes: number): number {
    const start = this.#at
    if (bytes < 0 || start + bytes > this.end) throw new RangeError('the chunk ends too early')
    this.#at += bytes
    return start
  }
}

/** Chunk types; the number of a short one is a value. */
const shortBit = 0x8000_0000
const objectChunk = 0x0002_7ffa
const objectDataChunk = 0x0002_fffc
const unnamedChunk = 0x4000_8000
