import type { Vector } from '@kamar/core/math'
import { extendEntity, type EntityCommon, type Leader, type Multiline, type Tolerance } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from './lookup.js'

/** Reads a LEADER. */
export function readLeader(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Leader {
  const { release } = reader
  reader.readBit()
  reader.readShort()
  const isSpline = reader.readShort() === 1
  const vertices = Array.from({ length: reader.readCount(6) }, () => reader.readPoint())
  for (let left = release >= 14 ? 5 : 4; left > 0; left--) reader.readPoint()
  if (release <= 14) reader.readDouble()
  if (release <= 2007) {
    reader.readDouble()
    reader.readDouble()
  }
  reader.readBit()
  const hasArrow = reader.readFlag()
  if (release <= 14) skipOldFields(reader)
  else {
    reader.readShort()
    reader.readBit()
    reader.readBit()
  }
  reader.skipHandles(1)
  const style = lookup.findDimensionStyle(reader.readHandle())
  return extendEntity(common, { kind: 'leader', vertices, isSpline, hasArrow, style })
}

function skipOldFields(reader: ObjectReader): void {
  reader.readShort()
  reader.readDouble()
  reader.readBit()
  reader.readBit()
  reader.readShort()
  reader.readShort()
  reader.readBit()
  reader.readBit()
}

/** Reads a TOLERANCE. */
export function readTolerance(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Tolerance {
  if (reader.release <= 14) {
    reader.readShort()
    reader.readDouble()
    reader.readDouble()
  }
  const insertPoint = reader.readPoint()
  const direction = reader.readPoint()
  reader.readPoint()
  const text = reader.readText()
  const style = lookup.findDimensionStyle(reader.readHandle())
  return extendEntity(common, { kind: 'tolerance', text, insertPoint, direction, style })
}

/** Flag of a closed multiline, as a DWG numbers it. */
const closedMultiline = 3

/** Reads an MLINE. */
export function readMultiline(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Multiline {
  reader.readDouble()
  reader.readByte()
  reader.readPoint()
  reader.readPoint()
  const isClosed = reader.readShort() === closedMultiline
  const elementCount = reader.readByte()
  const vertexCount = reader.checkCount(reader.readShort(), 18)
  const vertices = Array.from({ length: vertexCount }, () => {
    const position = reader.readPoint()
    reader.readPoint()
    const miter = reader.readPoint()
    const offsets = Array.from({ length: elementCount }, () => {
      const [offset] = readParameters(reader)
      readParameters(reader)
      return offset
    })
    return { position, miter, offsets }
  })
  const style = lookup.findMultilineStyle(reader.readHandle())
  return extendEntity(common, { kind: 'multiline', style, isClosed, vertices })
}

function readParameters(reader: ObjectReader): number[] {
  return Array.from({ length: reader.checkCount(reader.readShort(), 2) }, () => reader.readDouble())
}

/** Reads the points of a line. */
export const readPoints = (reader: ObjectReader): readonly Vector[] =>
  Array.from({ length: reader.readCount(6) }, () => reader.readPoint())
