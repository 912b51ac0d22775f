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
import type { Vector } from '@kamar/core/math'
import type { DxfRecord } from '../groups/group-table.js'

const thicknessCode = 39
const fullTurn = 2 * Math.PI

/** Reads a LINE. */
export const readLine = ({ groups }: DxfRecord, common: EntityCommon): Line =>
  extendEntity(common, {
    kind: 'line',
    start: groups.readPoint(10),
    end: groups.readPoint(11),
    thickness: groups.readNumber(thicknessCode),
    normal: groups.readNormal(),
  })

/** Reads a POINT. */
export const readPoint = ({ groups }: DxfRecord, common: EntityCommon): PointEntity =>
  extendEntity(common, {
    kind: 'point',
    location: groups.readPoint(10),
  })

/** Reads a CIRCLE. */
export const readCircle = ({ groups }: DxfRecord, common: EntityCommon): Circle =>
  extendEntity(common, {
    kind: 'circle',
    center: groups.readPoint(10),
    radius: groups.readNumber(40),
    thickness: groups.readNumber(thicknessCode),
    normal: groups.readNormal(),
  })

/** Reads an ARC. */
export const readArc = ({ groups }: DxfRecord, common: EntityCommon): Arc =>
  extendEntity(common, {
    kind: 'arc',
    center: groups.readPoint(10),
    radius: groups.readNumber(40),
    startAngle: groups.readAngle(50),
    endAngle: groups.readAngle(51),
    thickness: groups.readNumber(thicknessCode),
    normal: groups.readNormal(),
  })

/** Reads an ELLIPSE, whose angles are radians. */
export const readEllipse = ({ groups }: DxfRecord, common: EntityCommon): Ellipse =>
  extendEntity(common, {
    kind: 'ellipse',
    center: groups.readPoint(10),
    majorAxis: groups.readPoint(11),
    normal: groups.readNormal(),
    radiusRatio: groups.readNumber(40, 1),
    startParameter: groups.readNumber(41),
    endParameter: groups.readNumber(42, fullTurn),
  })

/** Reads a RAY. */
export const readRay = (record: DxfRecord, common: EntityCommon): InfiniteLine =>
  readInfiniteLine(record, common, 'ray')

/** Reads an XLINE. */
export const readXline = (record: DxfRecord, common: EntityCommon): InfiniteLine =>
  readInfiniteLine(record, common, 'xline')

const readInfiniteLine = ({ groups }: DxfRecord, common: EntityCommon, kind: InfiniteLine['kind']): InfiniteLine =>
  extendEntity(common, {
    kind,
    start: groups.readPoint(10),
    direction: groups.readPoint(11),
  })

/** Reads a SOLID or TRACE. */
export const readSolid = (record: DxfRecord, common: EntityCommon): SolidEntity =>
  extendEntity(common, {
    kind: 'solid',
    corners: readQuad(record),
    thickness: record.groups.readNumber(thicknessCode),
    normal: record.groups.readNormal(),
  })

/** Reads a 3DFACE. */
export const readFace = (record: DxfRecord, common: EntityCommon): Face =>
  extendEntity(common, {
    kind: 'face',
    corners: readQuad(record),
    hiddenEdges: record.groups.readInteger(70),
  })

/** Reads four points; without a fourth one it is the third. */
function readQuad({ groups }: DxfRecord): readonly [Vector, Vector, Vector, Vector] {
  const third = groups.readPoint(12)
  return [groups.readPoint(10), groups.readPoint(11), third, groups.readPoint(13, third)]
}

const splineFlag = { closed: 1, rational: 4 } as const

/** Reads a SPLINE, or the part of a HELIX that is one. */
export function readSpline({ groups }: DxfRecord, common: EntityCommon): SplineEntity {
  const part = groups.getPart('AcDbSpline')
  const flags = part.readInteger(70)
  const controlPoints = part.listPoints(10)
  const weights = (flags & splineFlag.rational) !== 0 ? part.listNumbers(41) : []
  return extendEntity(common, {
    kind: 'spline',
    degree: part.readInteger(71, 3),
    isClosed: (flags & splineFlag.closed) !== 0,
    knots: part.listNumbers(40),
    controlPoints,
    weights: weights.length === controlPoints.length ? weights : [],
    fitPoints: controlPoints.length === 0 ? part.listPoints(11) : [],
  })
}
