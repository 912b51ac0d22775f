import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
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
    const [horizontal, vertical] = [text.i32(), text.i32()]
    text.skip(8)
    const isWrapped = text.u8() === 1
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
  return reading(encoded, (object) => {
    const hatch = object.objectData()
    hatch.skip(1 + planeNumbers * 8 + 16 + 4)
    return Array.from({ length: hatch.itemCount(maxLoops) }, () => {
      hatch.skip(1 + 4)
      const data = Buffer.from(hatch.chunk().bytes).toString('base64')
      const curve = rhino.CommonObject.decode({ ...encoded, data })
      if (curve === null) throw new MalformedRecordError('no curve')
      return curve as RhinoCurve
    })
  })
}

/** Runs a parser on an object's bytes; returns null when they are invalid. */
const reading = <Result>({ data }: EncodedObject, read: (object: ChunkReader) => Result): Result | null =>
  tryParse(() => read(new ChunkReader(Buffer.from(data, 'base64'), hasLongLengths)))
