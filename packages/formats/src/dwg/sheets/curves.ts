import { arcSegments } from '@kamar/core'
import type { Ellipse, SplineEntity } from '@kamar/codecs/drawing'
import { cross, isSpline, normalized, pointAt, scale, type Spline, type Vector } from '@kamar/core/math'
import { sweepBetween, type Points } from './geometry.js'

/** Max turning angle of a spline chord, in radians. */
const chordTurn = 0.1
const maxSpanSteps = 32
const maxSplinePoints = 100_000

/** Computes the points of an ellipse or elliptical arc, in world coordinates; both ends included. */
export function ellipsePoints(ellipse: Ellipse): { readonly points: Points; readonly isClosed: boolean } {
  const { center, majorAxis: major, normal, radiusRatio, startParameter, endParameter } = ellipse
  const minor = scale(cross(normalized(normal) ?? [0, 0, 0], major), radiusRatio)
  const isClosed =
    Math.abs(Math.abs(endParameter - startParameter) - 2 * Math.PI) < 1e-6 || endParameter === startParameter
  const sweep = isClosed ? 2 * Math.PI : sweepBetween(startParameter, endParameter)
  const stepCount = arcSegments(sweep)
  const points: Points = []
  for (let step = 0; step <= stepCount - (isClosed ? 1 : 0); step++) {
    const angle = startParameter + (sweep * step) / stepCount
    const [along, across] = [Math.cos(angle), Math.sin(angle)]
    for (let axis = 0; axis < 3; axis++) points.push(center[axis] + along * major[axis] + across * minor[axis])
  }
  return { points, isClosed }
}

/**
 * Computes the points of a spline, or returns its fit points where it states no control points. Null for an invalid
 * spline.
 */
export function splinePoints(entity: SplineEntity): Points | null {
  const { controlPoints, degree, knots, weights } = entity
  const usable = weights.length === controlPoints.length && weights.every((weight) => weight > 0)
  const spline: Spline = {
    degree,
    points: controlPoints,
    knots,
    ...(usable && weights.some((weight) => weight !== 1) ? { weights } : {}),
  }
  if (controlPoints.length > 0 && isSpline(spline)) return sampled(spline)
  const through = entity.fitPoints.length > 1 ? entity.fitPoints : controlPoints
  return through.length > 1 ? curveThrough(through, entity.isClosed) : null
}

/** Samples a curve; the turning angle of the control polygon sets the density of each knot span. */
export function sampled(spline: Spline): Points {
  const { degree, points: control, knots } = spline
  const points: Points = []
  for (let span = degree; span < control.length && points.length < 3 * maxSplinePoints; span++) {
    const [from, to] = [knots[span], knots[span + 1]]
    if (!(to > from)) continue
    const turningAngle = degree === 1 ? 0 : computeTurningAngle(control.slice(span - degree, span + 1))
    const stepCount = Math.min(maxSpanSteps, Math.max(1, Math.ceil(turningAngle / chordTurn)))
    for (let step = 0; step < stepCount; step++)
      points.push(...pointAt(spline, from + ((to - from) * step) / stepCount))
  }
  points.push(...pointAt(spline, knots[control.length]))
  return points
}

/** Computes the total turning angle of consecutive polygon legs, in radians. */
function computeTurningAngle(control: readonly (readonly number[])[]): number {
  let turningAngle = 0
  for (let at = 2; at < control.length; at++) {
    const [a, b, c] = [control[at - 2], control[at - 1], control[at]]
    const [first, second] = [
      [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
      [c[0] - b[0], c[1] - b[1], c[2] - b[2]],
    ]
    const lengths = Math.hypot(...first) * Math.hypot(...second)
    if (!(lengths > 0)) continue
    const cosine = (first[0] * second[0] + first[1] * second[1] + first[2] * second[2]) / lengths
    turningAngle += Math.acos(Math.min(1, Math.max(-1, cosine)))
  }
  return turningAngle
}

const stepsPerSpan = 32

/** Interpolates points by a smooth curve of cubic segments; the directions follow from the neighbours. */
export function curveThrough(through: readonly Vector[], isClosed: boolean): Points {
  const count = through.length
  const at = (number: number): Vector =>
    isClosed ? through[(number + count) % count] : through[Math.min(Math.max(number, 0), count - 1)]
  const points: Points = []
  const spans = isClosed ? count : count - 1
  for (let span = 0; span < spans; span++) {
    const [before, from, to, after] = [at(span - 1), at(span), at(span + 1), at(span + 2)]
    for (let step = 0; step < stepsPerSpan; step++) {
      const t = step / stepsPerSpan
      const [t2, t3] = [t * t, t * t * t]
      const value = (axis: 0 | 1 | 2): number =>
        (2 * from[axis] +
          (to[axis] - before[axis]) * t +
          (2 * before[axis] - 5 * from[axis] + 4 * to[axis] - after[axis]) * t2 +
          (3 * from[axis] - before[axis] - 3 * to[axis] + after[axis]) * t3) /
        2
      points.push(value(0), value(1), value(2))
    }
  }
  points.push(...at(spans))
  return points
}
