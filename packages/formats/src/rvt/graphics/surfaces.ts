import { MalformedRecordError } from '@kamar/codecs/records'
import { toVector, type RecordObject, type Vector3 } from '../container/record-object.js'
import { combined, readCurve, hermiteWeights, findSpan, type Curve } from './curves.js'

/** A surface evaluated at two parameters, in feet. */
export interface Surface {
  at(u: number, v: number): Vector3
  /** Maximum side length of a triangle along u and v; null along straight lines. */
  readonly step: readonly [u: number | null, v: number | null]
  /** Factors that bring both parameters to about the same length. */
  readonly scale: readonly [u: number, v: number]
  /** Period of u; 0 for a surface that is not periodic. */
  readonly period: number
}

const angleStep = Math.PI / 12
const splineStepsPerSpan = 4
const ruledSteps = 16
const minScale = 1e-6

/** Reads the surface that an object describes. Throws a fault for an unknown kind. */
export function readSurface(object: RecordObject): Surface {
  switch (object.className) {
    case 'Plane':
      return readPlane(object)
    case 'CylSurf':
      return readCylinder(object)
    case 'ConeSurf':
      return readCone(object)
    case 'SurfRev':
      return readRevolvedSurface(object)
    case 'RuledSurf':
      return readRuledSurface(object)
    case 'HermiteSurf':
      return readHermiteSurface(object)
    default:
      throw new MalformedRecordError(`surface ${object.className}`)
  }
}

function readPlane(object: RecordObject): Surface {
  const [origin, x, y] = [object.vector('m_origin'), object.vector('m_xVec'), object.vector('m_yVec')]
  return { at: (u, v) => combined(origin, [u, x], [v, y]), step: [null, null], scale: [1, 1], period: 0 }
}

interface Frame {
  readonly center: Vector3
  readonly x: Vector3
  readonly y: Vector3
  readonly z: Vector3
}

const readFrame = (object: RecordObject): Frame => ({
  center: object.vector('m_center'),
  x: object.vector('m_xVec'),
  y: object.vector('m_yVec'),
  z: object.vector('m_zVec'),
})

const inFrame = ({ center, x, y, z }: Frame, [a, b, c]: Vector3): Vector3 =>
  combined(combined(center, [a, x], [b, y]), [c, z], [0, z])

function readCylinder(object: RecordObject): Surface {
  const [frame, radius] = [readFrame(object), object.number('m_radius')]
  return {
    at: (u, v) => inFrame(frame, [radius * Math.cos(u), radius * Math.sin(u), v]),
    step: [angleStep, null],
    scale: [Math.max(radius, minScale), 1],
    period: 2 * Math.PI,
  }
}

function readCone(object: RecordObject): Surface {
  const [frame, halfAngle] = [readFrame(object), object.number('m_halfAngle')]
  const [sine, cosine] = [Math.sin(halfAngle), Math.cos(halfAngle)]
  return {
    at: (u, v) => inFrame(frame, [v * sine * Math.cos(u), v * sine * Math.sin(u), v * cosine]),
    step: [angleStep, null],
    scale: [1, 1],
    period: 2 * Math.PI,
  }
}

function readProfile(object: RecordObject | null): Curve {
  if (!object) throw new MalformedRecordError('a surface without its profile')
  return readCurve(object)
}

function readRevolvedSurface(object: RecordObject): Surface {
  const frame = readFrame(object)
  const pointer = object.target('m_pProfileCurve')
  const profile = readProfile(pointer)
  return {
    at: (u, v) => {
      const [x, y, z] = profile.at(v)
      return inFrame(frame, [x * Math.cos(u) - y * Math.sin(u), x * Math.sin(u) + y * Math.cos(u), z])
    },
    step: [angleStep, pointer?.className === 'GLine' ? null : angleStep],
    scale: [1, 1],
    period: 2 * Math.PI,
  }
}

/** Reads a surface between two curves, or a curve and a point: u from 0 to 1 along both, v from 0 to 1 across. */
function readRuledSurface(object: RecordObject): Surface {
  const sides = ([1, 2] as const).map((number) => {
    const curve = object.target(`m_pProfileCurve${number}`)
    if (!curve) return { object: null, at: pointAt(object.vector(`m_Point${number}`)) }
    const line = readCurve(curve)
    return { object: curve, at: (u: number): Vector3 => line.at(line.from + u * (line.to - line.from)) }
  })
  const isStraight = sides.every((side) => side.object === null || side.object.className === 'GLine')
  const [first, second] = sides
  return {
    at: (u, v) => {
      const [a, b] = [first.at(u), second.at(u)]
      return combined([0, 0, 0], [1 - v, a], [v, b])
    },
    // Between two straight lines that are not parallel the surface is still curved.
    step: isStraight ? [1 / ruledSteps, 1 / ruledSteps] : [1 / ruledSteps, null],
    scale: [1, 1],
    period: 0,
  }
}

const pointAt =
  (point: Vector3): (() => Vector3) =>
  () =>
    point

interface HermiteNode {
  readonly point: Vector3
  readonly alongU: Vector3
  readonly alongV: Vector3
  readonly mixed: Vector3
}

function readHermiteNode(object: RecordObject): HermiteNode {
  const [alongU, alongV] = object.list('m_iTangent').map((value) => toVector(value))
  if (!alongU || !alongV) throw new MalformedRecordError('a node without tangents')
  return { point: object.vector('m_iPoint'), alongU, alongV, mixed: object.vector('m_iMixedDer') }
}

/** Reads bicubic patches over a grid of nodes, each with its point, two tangents and the mixed derivative. */
function readHermiteSurface(object: RecordObject): Surface {
  const [us, vs] = (['m_uParams', 'm_vParams'] as const).map((name) =>
    object.list(name).filter((value) => typeof value === 'number'),
  )
  const nodes = object.parts('m_NodeArray').map(readHermiteNode)
  if (us.length < 2 || vs.length < 2 || nodes.length !== us.length * vs.length) {
    throw new MalformedRecordError('a grid of another size')
  }
  const at = (u: number, v: number): Vector3 => {
    const [alongU, alongV] = [findSpan(us, u), findSpan(vs, v)]
    const [u0, du0, u1, du1] = hermiteWeights(alongU.t, alongU.width)
    const [v0, dv0, v1, dv1] = hermiteWeights(alongV.t, alongV.width)
    let point: Vector3 = [0, 0, 0]
    for (const [row, weight, slope] of [
      [0, u0, du0],
      [1, u1, du1],
    ] as const) {
      for (const [column, across, slopeAcross] of [
        [0, v0, dv0],
        [1, v1, dv1],
      ] as const) {
        const node = nodes[(alongV.index + column) * us.length + alongU.index + row]
        point = combined(point, [weight * across, node.point], [slope * across, node.alongU])
        point = combined(point, [weight * slopeAcross, node.alongV], [slope * slopeAcross, node.mixed])
      }
    }
    return point
  }
  const computeStep = (knots: readonly number[]): number =>
    (knots[knots.length - 1] - knots[0]) / ((knots.length - 1) * splineStepsPerSpan)
  return { at, step: [computeStep(us), computeStep(vs)], scale: [1, 1], period: 0 }
}
