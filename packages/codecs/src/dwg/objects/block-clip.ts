import type { BlockClip } from '../../drawing/drawing.js'
import type { Point2 } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { readObjectHeader } from './object-header.js'

/** A clip, and the dictionary in which an inverted one keeps its outline. */
export interface SpatialFilter extends Omit<BlockClip, 'isInverted'> {
  readonly dictionaryHandle: number
  readonly isOn: boolean
}

/** Reads a SPATIAL_FILTER. */
export function readSpatialFilter(reader: ObjectReader): SpatialFilter {
  const { dictionaryHandle } = readObjectHeader(reader)
  const outline = Array.from({ length: reader.checkCount(reader.readShort(), 128) }, () => reader.readRawPoint())
  reader.readPoint()
  reader.readPoint()
  const isOn = reader.readShort() !== 0
  for (let side = 0; side < 2; side++) if (reader.readShort() !== 0) reader.readDouble()
  const inverseInsertTransform = readMatrix(reader)
  return { dictionaryHandle, isOn, outline, inverseInsertTransform, insertTransform: readMatrix(reader) }
}

/** Reads a matrix of three rows and four columns. Returns its numbers by columns. */
function readMatrix(reader: ObjectReader): readonly number[] {
  const rows = Array.from({ length: 12 }, () => reader.readDouble())
  return Array.from({ length: 12 }, (_, at) => rows[(at % 3) * 4 + Math.floor(at / 3)])
}

const invertedMark = 'ACAD_INVERTEDCLIP_ROUNDTRIP'
const [markCode, pointCode] = [102, 10]

/**
 * Reads the outline that an inverted clip cuts away from an XRECORD; empty for other clips. The filter's own outline
 * runs around the block and in to this one, for programs that do not support inverted clips.
 */
export function readInvertedOutline(reader: ObjectReader): readonly Point2[] {
  readObjectHeader(reader)
  const end = reader.position + reader.checkCount(reader.readLong(), 8) * 8
  const outline: Point2[] = []
  let isOutline = false
  for (let entry = readRecordEntry(reader, end); entry !== null; entry = readRecordEntry(reader, end)) {
    if (entry.code === markCode) isOutline = entry.value === invertedMark
    else if (isOutline && entry.code === pointCode && typeof entry.value !== 'string') outline.push(entry.value)
  }
  return outline
}

interface RecordEntry {
  readonly code: number
  readonly value: string | Point2
}

const noValue = ''

/** Reads an entry of an XRECORD; null at its end, or at an entry of an unknown type. */
function readRecordEntry(reader: ObjectReader, end: number): RecordEntry | null {
  if (reader.position + 16 > end) return null
  const code = reader.readRawShort()
  if (isTextCode(code)) return { code, value: readRecordText(reader) }
  if (code >= 10 && code < 40) {
    const point = reader.readRawPoint()
    reader.readRawDouble()
    return { code, value: point }
  }
  const byteCount = getNumberSize(code)
  if (byteCount === 0) return null
  reader.skipBytes(byteCount)
  return { code, value: noValue }
}

/** Sizes of numbers by ranges of group codes (DXF reference, group code value types). */
const numberSizes: readonly { readonly from: number; readonly to: number; readonly byteCount: number }[] = [
  { from: 40, to: 60, byteCount: 8 },
  { from: 60, to: 80, byteCount: 2 },
  { from: 90, to: 100, byteCount: 4 },
  { from: 140, to: 150, byteCount: 8 },
  { from: 170, to: 180, byteCount: 2 },
  { from: 270, to: 280, byteCount: 2 },
  { from: 280, to: 300, byteCount: 1 },
  { from: 330, to: 370, byteCount: 8 },
]

const isTextCode = (code: number): boolean => code < 10 || code === 100 || code === 102 || (code >= 300 && code < 310)

/** Returns the number of bytes of a number by its group code; 0 for other types. */
function getNumberSize(code: number): number {
  return numberSizes.find(({ from, to }) => code >= from && code < to)?.byteCount ?? 0
}

function readRecordText(reader: ObjectReader): string {
  const length = reader.readRawShort()
  if (reader.release < 2007) reader.readByte()
  const width = reader.release >= 2007 ? 2 : 1
  const bytes = reader.readBytes(length * width)
  return new TextDecoder(width === 2 ? 'utf-16le' : 'latin1').decode(bytes)
}
