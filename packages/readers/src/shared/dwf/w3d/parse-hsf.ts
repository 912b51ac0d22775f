import { MalformedRecordError, HsfStream } from './hsf-stream.js'
import type { HsfImage, HsfModel, HsfSegment, HsfShape, HsfTexture } from './model.js'
import { opcodes } from './opcodes.js'

/** So many records are read before others have their turn. */
const recordsPerYield = 2000
const maxSegments = 2_000_000
const maxSegmentDepth = 500
const terminationOpcode = 0

/** What a stream is read with. */
export interface HsfOptions {
  readonly maxInflatedBytes: number
  /** Most triangles that all shells of a stream may have. */
  readonly maxTriangles: number
  /** Told of every record that is not shown. */
  readonly skip: (kind: string, reason: string) => void
}

/** Reads records into segments. */
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
  /** What ends with a termination before the stream does: coarser pictures of a shape, or the look of a shape. */
  readonly #nested: { readonly kind: 'picture' | 'look'; readonly segment: HsfSegment }[] = []
  readonly #tagged: (HsfSegment | HsfShape | null)[] = []
  /** Segments that are open around this one. */
  readonly #around: HsfSegment[] = []
  #last: HsfSegment | HsfShape | null = null
  #segments = 0
  #records = 0

  constructor(bytes: Uint8Array, options: HsfOptions) {
    this.options = options
    this.stream = new HsfStream(bytes, options.maxInflatedBytes)
  }

  /** Reads to the end; answers how it ended. Stops now and then, so that others have their turn. */
  *run(): Generator<number, 'whole' | 'cut' | 'damaged'> {
    try {
      while (!this.isEnded && this.stream.left > 0) {
        this.readRecord()
        if (++this.#records % recordsPerYield === 0) yield this.stream.fraction
      }
      return this.isEnded ? 'whole' : 'cut'
    } catch (error) {
      if (error instanceof MalformedRecordError) return error.kind
      throw error
    }
  }

  get model(): HsfModel {
    const { root, images, textures, up } = this
    return { root, images, textures, up }
  }

  readRecord(): void {
    const opcode = this.stream.byte()
    if (opcode === terminationOpcode) {
      const nested = this.#nested.pop()
      if (nested) this.segment = nested.segment
      else this.isEnded = true
      return
    }
    const read = opcodes.get(opcode)
    if (!read) throw new MalformedRecordError('damaged', `opcode ${opcode} at ${this.stream.position}`)
    read(this)
  }

  open(name: string): void {
    if (++this.#segments > maxSegments) throw new MalformedRecordError('damaged', 'segments')
    const segment = newSegment(name)
    this.segment.children.push(segment)
    this.#enter(segment)
    this.#last = segment
  }

  close(): void {
    const around = this.#around.pop()
    if (!around) throw new MalformedRecordError('damaged', 'close')
    this.#last = this.segment
    this.segment = around
  }

  /** Goes on within a segment that was tagged; what is read from now on is closed like any other. */
  reopen(tag: number): void {
    const tagged = this.#tagged[tag]
    if (!tagged || 'kind' in tagged) throw new MalformedRecordError('damaged', 'reopen')
    this.#enter(tagged)
  }

  #enter(segment: HsfSegment): void {
    if (this.#around.length >= maxSegmentDepth) throw new MalformedRecordError('damaged', 'segments')
    this.#around.push(this.segment)
    this.segment = segment
  }

  add(shape: HsfShape | null): void {
    this.#last = shape
    if (shape) this.segment.shapes.push(shape)
  }

  /** What follows up to a termination is a coarser picture of a shape: it is read and left out. */
  beginLevelOfDetail(): void {
    this.#nest('picture', newSegment(''))
  }

  /** What follows up to a termination is the look of the shape before it alone: the shape moves to a segment of its own. */
  beginGeometryAttributes(): void {
    const own = newSegment('')
    if (this.#last && 'kind' in this.#last && this.segment.shapes.at(-1) === this.#last) {
      this.segment.shapes.pop()
      own.shapes.push(this.#last)
      this.segment.children.push(own)
    }
    this.#nest('look', own)
  }

  /** Reads a look that stands within a shape; it is not kept. */
  readGeometryAttributes(): void {
    const depth = this.#nested.length
    this.#nest('look', newSegment(''))
    while (this.#nested.length > depth) this.readRecord()
  }

  #nest(kind: 'picture' | 'look', segment: HsfSegment): void {
    if (this.#nested.length > maxSegmentDepth) throw new MalformedRecordError('damaged', 'nested')
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

  /** Throws where so many triangles more would be too many. */
  checkTriangles(count: number): void {
    if (this.triangles + count > this.options.maxTriangles) throw new HsfTooLarge()
  }
}

/** Thrown where a stream has more triangles than may be. */
export class HsfTooLarge extends Error {}

function newSegment(name: string): HsfSegment {
  return { name, children: [], shapes: [], includes: [], styles: [], matrix: null, attributes: {} }
}
