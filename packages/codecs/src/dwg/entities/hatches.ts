import type { EntityColor } from '../../drawing/color.js'
import {
  extendEntity,
  type EntityCommon,
  type Hatch,
  type HatchEdge,
  type HatchGradient,
  type HatchPath,
  type PatternLine,
  type Point2,
} from '../../drawing/index.js'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { ObjectReader } from '../bits/object-reader.js'

const pathFlag = { polyline: 2, derived: 4 } as const

/** Reads a HATCH. */
export function readHatch(reader: ObjectReader, common: EntityCommon): Hatch {
  const gradient = reader.release >= 2004 ? readGradient(reader) : null
  const elevation = reader.readDouble()
  const normal = reader.readPoint()
  const patternName = reader.readText()
  const isSolid = reader.readFlag()
  reader.readBit()
  const paths: HatchPath[] = []
  let boundaryCount = 0
  for (let left = reader.readCount(2); left > 0; left--) {
    paths.push(readPath(reader))
    boundaryCount += reader.readCount(0)
  }
  const style = reader.readShort()
  reader.readShort()
  const patternLines = isSolid ? [] : readPattern(reader)
  if (paths.some(({ flags }) => (flags & pathFlag.derived) !== 0)) reader.readDouble()
  for (let left = reader.readCount(128); left > 0; left--) reader.readRawPoint()
  reader.skipHandles(boundaryCount)
  return extendEntity(common, {
    kind: 'hatch',
    patternName,
    isSolid,
    elevation,
    normal,
    style,
    paths,
    patternLines,
    gradient,
  })
}

function readGradient(reader: ObjectReader): HatchGradient | null {
  const isGradient = reader.readLong() !== 0
  reader.readLong()
  const angle = reader.readDouble()
  reader.readDouble()
  const isSingleColor = reader.readLong() !== 0
  const tint = reader.readDouble()
  const colors: EntityColor[] = []
  for (let left = reader.readCount(4); left > 0; left--) {
    reader.readDouble()
    colors.push(reader.readColor())
  }
  reader.readText()
  return isGradient ? { angle, isSingleColor, tint, colors } : null
}

function readPath(reader: ObjectReader): HatchPath {
  const flags = reader.readLong()
  if ((flags & pathFlag.polyline) !== 0) return { flags, edges: [readPolylineEdge(reader)] }
  return { flags, edges: Array.from({ length: reader.readCount(8) }, () => readEdge(reader)) }
}

function readPolylineEdge(reader: ObjectReader): HatchEdge {
  const hasBulges = reader.readFlag()
  reader.readBit()
  const vertices = Array.from({ length: reader.readCount(128) }, () => {
    const [x, y] = reader.readRawPoint()
    return { x, y, bulge: hasBulges ? reader.readDouble() : 0 }
  })
  return { kind: 'polyline', vertices }
}

const edgeKind = { line: 1, arc: 2, ellipse: 3, spline: 4 } as const

function readEdge(reader: ObjectReader): HatchEdge {
  const kind = reader.readByte()
  switch (kind) {
    case edgeKind.line: {
      const start = reader.readRawPoint()
      return { kind: 'line', start, end: reader.readRawPoint() }
    }
    case edgeKind.arc: {
      const center = reader.readRawPoint()
      const radius = reader.readDouble()
      return { kind: 'arc', center, radius, ...readAngles(reader) }
    }
    case edgeKind.ellipse: {
      const center = reader.readRawPoint()
      const majorAxis = reader.readRawPoint()
      const radiusRatio = reader.readDouble()
      return { kind: 'ellipse', center, majorAxis, radiusRatio, ...readAngles(reader) }
    }
    case edgeKind.spline:
      return readSplineEdge(reader)
    default:
      throw new MalformedRecordError(`edge of kind ${kind}`, reader.position)
  }
}

function readAngles(reader: ObjectReader): {
  readonly startAngle: number
  readonly endAngle: number
  readonly isCounterClockwise: boolean
} {
  const startAngle = reader.readDouble()
  const endAngle = reader.readDouble()
  return { startAngle, endAngle, isCounterClockwise: reader.readFlag() }
}

function readSplineEdge(reader: ObjectReader): HatchEdge {
  const degree = reader.readLong()
  const isRational = reader.readFlag()
  reader.readBit()
  const knotCount = reader.readCount(2)
  const pointCount = reader.readCount(128)
  const knots = Array.from({ length: knotCount }, () => reader.readDouble())
  const controlPoints: Point2[] = []
  const weights: number[] = []
  for (let at = 0; at < pointCount; at++) {
    controlPoints.push(reader.readRawPoint())
    if (isRational) weights.push(reader.readDouble())
  }
  if (reader.release >= 2010) skipFitPoints(reader)
  return { kind: 'spline', degree, knots, controlPoints, weights }
}

/** Skips fit points and the directions at their ends. */
function skipFitPoints(reader: ObjectReader): void {
  const count = reader.readCount(128)
  for (let left = count > 0 ? count + 2 : 0; left > 0; left--) reader.readRawPoint()
}

function readPattern(reader: ObjectReader): PatternLine[] {
  reader.readDouble()
  reader.readDouble()
  reader.readBit()
  const count = reader.checkCount(reader.readShort(), 10)
  return Array.from({ length: count }, () => {
    const angle = reader.readDouble()
    const base = readPoint2(reader)
    const offset = readPoint2(reader)
    const dashCount = reader.checkCount(reader.readShort(), 2)
    return { angle, base, offset, dashes: Array.from({ length: dashCount }, () => reader.readDouble()) }
  })
}

function readPoint2(reader: ObjectReader): Point2 {
  const x = reader.readDouble()
  return [x, reader.readDouble()]
}
