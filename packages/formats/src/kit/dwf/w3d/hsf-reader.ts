import { MalformedRecordError, TruncatedRecordError } from '@kamar/codecs/records'
import { type ReaderLimits, throwIfBeyond } from '@kamar/core'
import { HsfStream } from './hsf-stream.js'
import type { HsfImage, HsfModel, HsfSegment, HsfShape, HsfTexture } from './model.js'

/** Number of records between two yields. */
const recordsPerYield = 2000
const maxSegments = 2_000_000
const maxSegmentDepth = 500
const terminationOpcode = 0

/** Options for reading a stream. */
export interface HsfOptions {
  readonly limits: ReaderLimits
  /** Called for every record that is not shown. */
  readonly skip: (kind: string, reason: string) => void
}

/** Reads a record after its opcode. */
export type ReadRecord = (reader: HsfReader) => void

/** Reader of records into segments. */
export class HsfReader {
  readonly stream: HsfStream
  readonly options: HsfOptions
  readonly images = new Map<string, HsfImage>()
  readonly textures = new Map<string, HsfTexture>()
  readonly root: HsfSegment = newSegment('')
  segment: HsfSegment = this.root
  /** r g b each. */
  colorMap: Uint8Array = new Uint8Array(0)
  up: readonly [number, number, number] | null = null
  version = 0
  triangles = 0
  isEnded = false
  /**
   * Nested parts closed by a termination before the stream ends: coarser levels of detail, or the attributes of a
   * shape.
   */
  readonly #nested: { readonly kind: 'picture' | 'look'; readonly segment: HsfSegment }[] = []
  readonly #tagged: (HsfSegment | HsfShape | null)[] = []
  /** Open segments around this one. */
  readonly #around: HsfSegment[] = []
  #last: HsfSegment | HsfShape | null = null
  #segments = 0
  #records = 0
  readonly #opcodes: ReadonlyMap<number, ReadRecord>

  /** @param opcodes How to read each record: passed in, because records contain records. */
  constructor(bytes: Uint8Array, options: HsfOptions, opcodes: ReadonlyMap<number, ReadRecord>) {
    this.#opcodes = opcodes
    this.options = options
    this.stream = new HsfStream(bytes, options.limits.inflatedBytes)
  }

  /** Reads to the end and returns how it ended. Yields regularly to other work. */
  *run(): Generator<number, 'whole' | 'cut' | 'damaged'> {
    try {
      while (!this.isEnded && this.stream.left > 0) {
        this.readRecord()
        if (++this.#records % recordsPerYield === 0) yield this.stream.fraction
      }
      return this.isEnded ? 'whole' : 'cut'
    } catch (error) {
      if (error instanceof TruncatedRecordError) return 'cut'
      if (error instanceof MalformedRecordError) return 'damaged'
      throw error
    }
  }

  get model(): HsfModel {
    const { root, images, textures, up } = this
    return { root, images, textures, up }
  }

  readRecord(): void {
    const opcode = this.stream.u8()
    if (opcode === terminationOpcode) {
      const nested = this.#nested.pop()
      if (nested) this.segment = nested.segment
      else this.isEnded = true
      return
    }
    const read = this.#opcodes.get(opcode)
    if (!read) throw new MalformedRecordError(`opcode ${opcode} at ${this.stream.at}`)
    read(this)
  }

  open(name: string): void {
    if (++this.#segments > maxSegments) throw new MalformedRecordError('segments')
    const segment = newSegment(name)
    this.segment.children.push(segment)
    this.#enter(segment)
    this.#last = segment
  }

  close(): void {
    const around = this.#around.pop()
    if (!around) throw new MalformedRecordError('close')
    this.#last = this.segment
    this.segment = around
  }

  /** Reopens a tagged segment; the following records are closed as usual. */
  reopen(tag: number): void {
    const tagged = this.#tagged[tag]
    if (!tagged || 'kind' in tagged) throw new MalformedRecordError('reopen')
    this.#enter(tagged)
  }

  #enter(segment: HsfSegment): void {
    if (this.#around.length >= maxSegmentDepth) throw new MalformedRecordError('segments')
    this.#around.push(this.segment)
    this.segment = segment
  }

  add(shape: HsfShape | null): void {
    this.#last = shape
    if (shape) this.segment.shapes.push(shape)
  }

  /** Begins a coarser level of detail, up to a termination: it is read and dropped. */
  beginLevelOfDetail(): void {
    this.#nest('picture', newSegment(''))
  }

  /** Begins attributes of the preceding shape alone, up to a termination: the shape moves to a separate segment. */
  beginGeometryAttributes(): void {
    const own = newSegment('')
    if (this.#last && 'kind' in this.#last && this.segment.shapes.at(-1) === this.#last) {
      this.segment.shapes.pop()
      own.shapes.push(this.#last)
      this.segment.children.push(own)
    }
    this.#nest('look', own)
  }

  /** Reads attributes within a shape and drops them. */
  readGeometryAttributes(): void {
    const depth = this.#nested.length
    this.#nest('look', newSegment(''))
    while (this.#nested.length > depth) this.readRecord()
  }

  #nest(kind: 'picture' | 'look', segment: HsfSegment): void {
    if (this.#nested.length > maxSegmentDepth) throw new MalformedRecordError('nested')
    this.#nested.push({ kind, segment: this.segment })
    this.segment = segment
  }

  tag(): void {
    this.#tagged.push(this.#last)
  }

  countTriangles(count: number): void {
    this.triangles += count
    this.checkTriangles(0)
  }

  /** Throws if this many more triangles exceed the limit. */
  checkTriangles(count: number): void {
    throwIfBeyond('triangles', this.triangles + count, this.options.limits)
  }
}

function newSegment(name: string): HsfSegment {
  return { name, children: [], shapes: [], includes: [], styles: [], matrix: null, attributes: {} }
}
