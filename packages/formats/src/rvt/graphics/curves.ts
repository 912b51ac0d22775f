import { isCoordinate } from '@kamar/core/math'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { RecordObject, Vector3 } from '../container/record-object.js'

/** A curve evaluated at its own parameter, in feet. */
export interface Curve {
  readonly from: number
  readonly to: number
  at(parameter: number): Vector3
}

/** Returns `origin` + `a` × `first` + `b` × `second`. */
export const combined = (origin: Vector3, [a, first]: [number, Vector3], [b, second]: [number, Vector3]): Vector3 => [
  origin[0] + a * first[0] + b * second[0],
  origin[1] + a * first[1] + b * second[1],
  origin[2] + a * first[2] + b * second[2],
]

const none: Vector3 = [0, 0, 0]

/** Reads the curve that an object describes. Throws a fault for an unknown kind. */
export function readCurve(object: RecordObject): Curve {
  const [from, to] = object.list('m_endParams')
  if (typeof from !== 'number' || typeof to !== 'number') throw new MalformedRecordError('a curve without ends')
  return { from, to, at: createEvaluator(object) }
}

const segmentsOfCurve = 64

/** Returns points along a curve from end to end: two for a line, enough for a smooth appearance for a bent curve. */
export function pointsAlong(object: RecordObject): Vector3[] {
  const curve = readCurve(object)
  const { from, to } = curve
  const segments = object.className === 'GLine' ? 1 : segmentsOfCurve
  const points = Array.from({ length: segments + 1 }, (_, index) => curve.at(from + ((to - from) * index) / segments))
  if (!points.flat().every(isCoordinate)) throw new MalformedRecordError('a curve without an end')
  return points
}

function createEvaluator(object: RecordObject): (parameter: number) => Vector3 {
  switch (object.className) {
    case 'GLine': {
      const [origin, direction] = [object.vector('m_origin'), object.vector('m_dirVec')]
      return (t) => combined(origin, [t, direction], [0, none])
    }
    case 'GArc': {
      const [center, x, y] = [object.vector('m_center'), object.vector('m_xVec'), object.vector('m_yVec')]
      const radius = object.number('m_radius')
      return (t) => combined(center, [radius * Math.cos(t), x], [radius * Math.sin(t), y])
    }
    case 'GEllipse': {
      const [center, x, y] = [object.vector('m_center'), object.vector('m_xVec'), object.vector('m_yVec')]
      const [long, wide] = [object.number('m_xLen'), object.number('m_yLen')]
      return (t) => combined(center, [long * Math.cos(t), x], [wide * Math.sin(t), y])
    }
    case 'GHermiteSpline':
      return createHermiteEvaluator(object)
    default:
      throw new MalformedRecordError(`curve ${object.className}`)
  }
}

/** Returns the four weights of a cubic between two points with tangents; `t` is 0 to 1 over a span of `width`. */
export function hermiteWeights(t: number, width: number): readonly [number, number, number, number] {
  const [square, cube] = [t * t, t * t * t]
  return [2 * cube - 3 * square + 1, (cube - 2 * square + t) * width, 3 * square - 2 * cube, (cube - square) * width]
}

/** Finds the span of ascending knots that contains a parameter, and the position in it, 0 to 1. */
export function findSpan(knots: readonly number[], parameter: number): { index: number; t: number; width: number } {
  let index = 0
  while (index < knots.length - 2 && parameter >= knots[index + 1]) index++
  const width = knots[index + 1] - knots[index]
  if (!(width > 0)) throw new MalformedRecordError('knots that do not ascend')
  return { index, t: (parameter - knots[index]) / width, width }
}

function createHermiteEvaluator(object: RecordObject): (parameter: number) => Vector3 {
  const nodes = object.parts('m_NodeArray')
  const knots = nodes.map((node) => node.number('m_iParametr'))
  const points = nodes.map((node) => node.vector('m_iPoint'))
  const tangents = nodes.map((node) => node.vector('m_iTangent'))
  if (knots.length < 2) throw new MalformedRecordError('a spline of one point')
  return (parameter) => {
    const { index, t, width } = findSpan(knots, parameter)
    const [a, b, c, d] = hermiteWeights(t, width)
    const start = combined(none, [a, points[index]], [b, tangents[index]])
    return combined(start, [c, points[index + 1]], [d, tangents[index + 1]])
  }
}
