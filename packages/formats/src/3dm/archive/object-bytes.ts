import { ChunkReader } from './chunk-reader.js'
import type { EncodedObject, RhinoCurve, RhinoKernel } from './kernel-types.js'

/** Alignment of a text relative to its point. */
export interface TextAlignment {
  readonly horizontal: 'left' | 'center' | 'right'
  readonly vertical: 'top' | 'middle' | 'bottom'
  /** Line-wrap width; 0 for none. */
  readonly width: number
}

const horizontals: readonly TextAlignment['horizontal'][] = ['left', 'center', 'right']
/** Top, middle of the first line, bottom of the first line, middle, middle of the last line, bottom, bottom of the box. */
const verticals: readonly TextAlignment['vertical'][] = ['top', 'top', 'top', 'middle', 'bottom', 'bottom', 'bottom']
const planeNumbers = 16
/** Encoded objects are archives of version 6. */
const hasLongLengths = true
const maxLoops = 10_000

/** Reads the alignment of a text, which the library does not expose, from the encoded object. */
export function readTextAlignment(encoded: EncodedObject): TextAlignment | null {
  return reading(encoded, (object) => {
    const text = object.objectData().versioned().versioned().versioned()
    text.skipText()
    text.skip(planeNumbers * 8)
    const [width] = text.doubles(2)
    const [horizontal, vertical] = [text.int(), text.int()]
    text.skip(8)
    const isWrapped = text.byte() === 1
    return {
      horizontal: horizontals[horizontal] ?? 'left',
      vertical: verticals[vertical] ?? 'top',
      width: isWrapped && width > 0 ? width : 0,
    }
  })
}

/**
 * Reads the boundaries of a hatch as curves in its plane, which the caller must delete; null when one of them cannot be
 * read.
 */
export function hatchLoops(encoded: EncodedObject, rhino: RhinoKernel): RhinoCurve[] | null {
  const bytes = decodeObject(encoded)
  return reading(encoded, (object) => {
    const hatch = object.objectData()
    hatch.skip(1 + planeNumbers * 8 + 16 + 4)
    const count = hatch.int()
    if (count < 0 || count > maxLoops) throw new RangeError('a hatch of too many borders')
    return Array.from({ length: count }, () => {
      hatch.skip(1 + 4)
      const { start, content } = hatch.chunk()
      const data = Buffer.from(bytes.subarray(start, content.end)).toString('base64')
      const curve = rhino.CommonObject.decode({ ...encoded, data })
      if (curve === null) throw new RangeError('no curve')
      return curve as RhinoCurve
    })
  })
}

const decodeObject = ({ data }: EncodedObject): Uint8Array => Buffer.from(data, 'base64')

/** Runs a parser on an object's bytes; returns null when they are invalid. */
function reading<Result>(encoded: EncodedObject, read: (object: ChunkReader) => Result): Result | null {
  const bytes = decodeObject(encoded)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return read(new ChunkReader(view, { start: 0, end: bytes.length, hasLongLengths }))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
