import type { BlockClip } from '../../drawing/drawing.js'
import type { Point2 } from '../../drawing/entities.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { readObjectHead } from './object-head.js'

/** A clip, and the dictionary in which an inverted one keeps its outline. */
export interface SpatialFilter extends Omit<BlockClip, 'isInverted'> {
  readonly dictionaryHandle: number
  readonly isOn: boolean
}

/** Reads a SPATIAL_FILTER. */
export function readSpatialFilter(reader: ObjectReader): SpatialFilter {
  const { dictionaryHandle } = readObjectHead(reader)
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
  readObjectHead(reader)
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

const isTextCode = (code: number): boolean => code < 10 || code === 100 || code === 102 || (code >= 300 && code < 310)

/** Returns the number of bytes of a number by its group code; 0 for other types. */
function getNumberSize(code: number): number {
  if ((code >= 40 && code < 60) || (code >= 140 && code < 150)) return 8
  if ((code >= 60 && code < 80) || (code >= 170 && code < 180) || (code >= 270 && code < 280)) return 2
  if (code >= 90 && code < 100) return 4
  if (code >= 280 && code < 300) return 1
  return code >= 330 && code < 370 ? 8 : 0
}

function readRecordText(reader: ObjectReader): string {
  const length = reader.readRawShort()
  if (reader.release < 2007) reader.readByte()
  const width = reader.release >= 2007 ? 2 : 1
  const bytes = reader.readBytes(length * width)
  return new TextDecoder(width === 2 ? 'utf-16le' : 'latin1').decode(bytes)
}
