import type { Clip } from '@kamar/codecs/glyphs'
import type { W2dGlyph } from './state.js'
import { MalformedRecordError, TruncatedRecordError } from '@kamar/codecs/records'
import { W2dStream, isSpace } from './stream.js'
import { W2dDrawing, type W2dTools } from './w2d-drawing.js'

const openParenthesis = 0x28
const openBrace = 0x7b
const closeBrace = 0x7d
const maxStreamDepth = 8
/** Number of records between two yields. */
const recordsPerYield = 4096
/** Maximum depth of markers within markers; files are not known to nest them. */
const maxGlyphDepth = 2
/** Maximum total bytes of marker records, which run without yielding: more is damage. */
const maxGlyphBytes = 16_000_000

/** How a stream ended. */
export type W2dEnd = 'whole' | 'cut' | 'damaged'

/** How records are read after their first byte: passed to the interpreter, because records contain records. */
export interface RecordReaders {
  /** Record in parentheses. */
  readonly readAscii: (machine: W2dMachine) => void
  /** Record in braces. */
  readonly readBinary: (machine: W2dMachine) => Generator<number>
  /** Records of one byte, by it. */
  readonly singleBytes: ReadonlyMap<number, (machine: W2dMachine) => void>
}

/** Interpreter that reads records and draws them in turn. */
export class W2dMachine {
  readonly drawing: W2dDrawing
  /** Bytes that compressed runs may still inflate to. */
  inflatedLeft: number
  stream: W2dStream
  records = 0
  isEnded = false
  decode: (bytes: Uint8Array) => string
  #depth = 0
  #glyphDepth = 0
  #glyphBytesLeft = maxGlyphBytes
  readonly #readers: RecordReaders

  constructor(
    bytes: Uint8Array,
    tools: W2dTools,
    options: { decode: (bytes: Uint8Array) => string; readers: RecordReaders },
  ) {
    this.decode = options.decode
    this.#readers = options.readers
    this.drawing = new W2dDrawing(tools)
    this.inflatedLeft = tools.context.limits.inflatedBytes
    this.stream = this.#createStream(bytes)
  }

  /** Reads to the end; yields regularly to other work. */
  *run(): Generator<number, W2dEnd> {
    try {
      yield* this.#runStream()
      return this.isEnded ? 'whole' : 'cut'
    } catch (error) {
      if (error instanceof TruncatedRecordError) return 'cut'
      if (error instanceof MalformedRecordError) return 'damaged'
      throw error
    }
  }

  /** Reads another stream in place of the rest of this record, then continues. */
  *runNested(bytes: Uint8Array): Generator<number> {
    if (++this.#depth > maxStreamDepth) throw new MalformedRecordError('depth')
    const outer = this.stream
    this.stream = this.#createStream(bytes)
    try {
      yield* this.#runStream()
    } catch (error) {
      if (!(error instanceof TruncatedRecordError)) throw error
    } finally {
      this.stream = outer
      this.#depth--
    }
  }

  /** Draws a marker's shapes at a position. */
  drawGlyph(glyph: W2dGlyph, x: number, y: number): void {
    if (this.#glyphDepth >= maxGlyphDepth) return
    this.#glyphBytesLeft -= glyph.bytes.length
    if (this.#glyphBytesLeft < 0) {
      this.drawing.tools.skipped.add('marker', 'too-much-memory')
      return
    }
    const { drawing } = this
    const { state, matrix } = drawing
    const scale = glyph.unit > 0 ? state.markerSize / glyph.unit : 1
    const [a, b, c, d, e, f] = matrix
    const [dx, dy] = [x - glyph.x * scale, y - glyph.y * scale]
    drawing.matrix = [a * scale, b * scale, c * scale, d * scale, a * dx + c * dy + e, b * dx + d * dy + f]
    const clips: readonly Clip[] = drawing.tools.pen.clips
    const savedState = { x: state.x, y: state.y, color: state.color, alpha: state.alpha, isFilled: state.isFilled }
    this.#glyphDepth++
    for (const _ of this.runNested(glyph.bytes));
    this.#glyphDepth--
    Object.assign(state, savedState)
    drawing.matrix = matrix
    drawing.tools.pen.clips = clips
  }

  /** Creates a stream whose texts use the code page in effect when they are read. */
  #createStream(bytes: Uint8Array): W2dStream {
    return new W2dStream(bytes, (text) => this.decode(text))
  }

  *#runStream(): Generator<number> {
    while (!this.isEnded && this.stream.left > 0) {
      const opcode = this.stream.u8()
      if (isSpace(opcode) || opcode === 0 || opcode === closeBrace) continue
      if (++this.records % recordsPerYield === 0) yield this.stream.at / this.stream.bytes.length
      if (opcode === openParenthesis) this.#readers.readAscii(this)
      else if (opcode === openBrace) yield* this.#readers.readBinary(this)
      else {
        const read = this.#readers.singleBytes.get(opcode)
        if (!read) throw new MalformedRecordError(`opcode ${opcode}`)
        read(this)
      }
    }
  }
}
