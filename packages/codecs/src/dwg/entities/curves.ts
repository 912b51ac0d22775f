import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  type Arc,
  type Circle,
  type Ellipse,
  type EntityCommon,
  type Face,
  type InfiniteLine,
  type Line,
  type PointEntity,
  type SolidEntity,
  type SplineEntity,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'

/** Reads a LINE. */
export function readLine(reader: ObjectReader, common: EntityCommon): Line {
  if (reader.release <= 14) {
    const [start, end] = [reader.readPoint(), reader.readPoint()]
    return extendEntity(common, {
      kind: 'line',
      start,
      end,
      thickness: reader.readThickness(),
      normal: reader.readExtrusion(),
    })
  }
  const isFlat = reader.readFlag()
  const x = reader.readRawDouble()
  const endX = reader.readDoubleNear(x)
  const y = reader.readRawDouble()
  const endY = reader.readDoubleNear(y)
  const z = isFlat ? 0 : reader.readRawDouble()
  const endZ = isFlat ? 0 : reader.readDoubleNear(z)
  const thickness = reader.readThickness()
  const normal = reader.readExtrusion()
  return extendEntity(common, { kind: 'line', start: [x, y, z], end: [endX, endY, endZ], thickness, normal })
}

/** Reads a POINT. */
export function readPoint(reader: ObjectReader, common: EntityCommon): PointEntity {
  const location = reader.readPoint()
  reader.readThickness()
  reader.readExtrusion()
  reader.readDouble()
  return extendEntity(common, { kind: 'point', location })
}

/** Reads a CIRCLE. */
export const readCircle = (reader: ObjectReader, common: EntityCommon): Circle =>
  extendEntity(readRound(reader, common), { kind: 'circle' })

function readRound(reader: ObjectReader, common: EntityCommon): Omit<Circle, 'kind'> {
  const center = reader.readPoint()
  const radius = reader.readDouble()
  const thickness = reader.readThickness()
  return extendEntity(common, { center, radius, thickness, normal: reader.readExtrusion() })
}

/** Reads an ARC. */
export function readArc(reader: ObjectReader, common: EntityCommon): Arc {
  const round = readRound(reader, common)
  const startAngle = reader.readDouble()
  return extendEntity(round, { kind: 'arc', startAngle, endAngle: reader.readDouble() })
}

/** Reads an ELLIPSE. */
export function readEllipse(reader: ObjectReader, common: EntityCommon): Ellipse {
  const center = reader.readPoint()
  const majorAxis = reader.readPoint()
  const normal = reader.readPoint()
  const radiusRatio = reader.readDouble()
  const startParameter = reader.readDouble()
  const endParameter = reader.readDouble()
  return extendEntity(common, { kind: 'ellipse', center, majorAxis, normal, radiusRatio, startParameter, endParameter })
}

/** Reads a RAY. */
export const readRay = (reader: ObjectReader, common: EntityCommon): InfiniteLine =>
  readInfiniteLine(reader, common, 'ray')

/** Reads an XLINE. */
export const readXline = (reader: ObjectReader, common: EntityCommon): InfiniteLine =>
  readInfiniteLine(reader, common, 'xline')

function readInfiniteLine(reader: ObjectReader, common: EntityCommon, kind: InfiniteLine['kind']): InfiniteLine {
  const start = reader.readPoint()
  return extendEntity(common, { kind, start, direction: reader.readPoint() })
}

/** Reads a SOLID or TRACE. */
export function readSolid(reader: ObjectReader, common: EntityCommon): SolidEntity {
  const thickness = reader.readThickness()
  const elevation = reader.readDouble()
  const readPlanePoint = (): Vector => {
    const [x, y] = reader.readRawPoint()
    return [x, y, elevation]
  }
  const corners = [readPlanePoint(), readPlanePoint(), readPlanePoint(), readPlanePoint()] as const
  return extendEntity(common, { kind: 'solid', corners, thickness, normal: reader.readExtrusion() })
}

/** Reads a 3DFACE. */
export function readFace(reader: ObjectReader, common: EntityCommon): Face {
  if (reader.release <= 14) {
    const corners = [reader.readPoint(), reader.readPoint(), reader.readPoint(), reader.readPoint()] as const
    return extendEntity(common, { kind: 'face', corners, hiddenEdges: reader.readShort() })
  }
  const hasNoFlags = reader.readFlag()
  const isFlat = reader.readFlag()
  const [x, y] = reader.readRawPoint()
  const first: Vector = [x, y, isFlat ? 0 : reader.readRawDouble()]
  const second = readPointNear(reader, first)
  const third = readPointNear(reader, second)
  const corners = [first, second, third, readPointNear(reader, third)] as const
  return extendEntity(common, { kind: 'face', corners, hiddenEdges: hasNoFlags ? 0 : reader.readShort() })
}

function readPointNear(reader: ObjectReader, [x, y, z]: Vector): Vector {
  const [nearX, nearY] = reader.readPointNear([x, y])
  return [nearX, nearY, reader.readDoubleNear(z)]
}

const [byControlPoints, usesFitPoints, customKnots] = [1, 1, 15]

/** Reads a SPLINE, or the part of a HELIX that is one. */
export function readSpline(reader: ObjectReader, common: EntityCommon): SplineEntity {
  const form = readSplineForm(reader)
  const degree = reader.readLong()
  if (form === byControlPoints) return readControlPoints(reader, common, degree)
  reader.readDouble()
  reader.readPoint()
  reader.readPoint()
  const fitPoints = Array.from({ length: reader.readCount(6) }, () => reader.readPoint())
  const empty = { knots: [], controlPoints: [], weights: [] }
  return extendEntity(common, { kind: 'spline', degree, isClosed: false, fitPoints, ...empty })
}

function readSplineForm(reader: ObjectReader): number {
  const form = reader.readLong()
  if (reader.release < 2013) return form
  const flags = reader.readLong()
  const knotParameter = reader.readLong()
  return knotParameter === customKnots || (flags & usesFitPoints) === 0 ? byControlPoints : 2
}

function readControlPoints(reader: ObjectReader, common: EntityCommon, degree: number): SplineEntity {
  reader.readBit()
  const isClosed = reader.readFlag()
  reader.readBit()
  reader.readDouble()
  reader.readDouble()
  const knotCount = reader.readCount(2)
  const pointCount = reader.readCount(6)
  const hasWeights = reader.readFlag()
  const knots = Array.from({ length: knotCount }, () => reader.readDouble())
  const controlPoints: Vector[] = []
  const weights: number[] = []
  for (let at = 0; at < pointCount; at++) {
    controlPoints.push(reader.readPoint())
    if (hasWeights) weights.push(reader.readDouble())
  }
  return extendEntity(common, { kind: 'spline', degree, isClosed, knots, controlPoints, weights, fitPoints: [] })
}
