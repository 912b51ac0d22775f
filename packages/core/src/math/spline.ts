/** A B-spline curve; weights only when it is rational. */
export interface Spline {
  readonly degree: number
  /** x y z of each control point. */
  readonly points: readonly (readonly number[])[]
  readonly knots: readonly number[]
  readonly weights?: readonly number[]
}

/**
 * Computes default knots of a curve without stated ones: clamped and uniform (`BEZIER` is one span, `UNIFORM` is not
 * clamped).
 */
export function evenKnots(degree: number, pointCount: number, isClamped: boolean): number[] {
  const count = pointCount + degree + 1
  if (!isClamped) return Array.from({ length: count }, (_, index) => index - degree)
  const spans = pointCount - degree
  return Array.from({ length: count }, (_, index) => Math.min(Math.max(index - degree, 0), spans))
}

/** Repeats each knot by its multiplicity. */
export function expandKnots(knots: readonly number[], multiplicities: readonly number[], maxCount: number): number[] {
  const all: number[] = []
  for (const [index, knot] of knots.entries()) {
    for (let times = 0; times < (multiplicities[index] ?? 0) && all.length <= maxCount; times++) all.push(knot)
  }
  return all
}

/** Returns whether a curve is valid: enough ascending knots for the points. */
export function isSpline({ degree, points, knots, weights }: Spline): boolean {
  const isOrdered = knots.every((knot, index) => Number.isFinite(knot) && (index === 0 || knot >= knots[index - 1]))
  const fits = degree >= 1 && degree <= 25 && points.length > degree && knots.length === points.length + degree + 1
  return fits && isOrdered && (weights === undefined || weights.length === points.length)
}

/** Returns the first and last parameter. */
export function getDomain({ degree, points, knots }: Spline): readonly [number, number] {
  return [knots[degree], knots[points.length]]
}

function findSpan({ degree, points, knots }: Spline, parameter: number): number {
  let low = degree
  let high = points.length
  while (high - low > 1) {
    const midpoint = (low + high) >> 1
    if (parameter < knots[midpoint]) high = midpoint
    else low = midpoint
  }
  return low
}

/** Evaluates the point at a parameter, by de Boor's algorithm in homogeneous coordinates. */
export function pointAt(spline: Spline, parameter: number): readonly [number, number, number] {
  const { degree, points, knots, weights } = spline
  const span = findSpan(spline, parameter)
  const work = Array.from({ length: degree + 1 }, (_, index) => {
    const number = span - degree + index
    const weight = weights?.[number] ?? 1
    const [x = 0, y = 0, z = 0] = points[number] ?? []
    return [x * weight, y * weight, z * weight, weight]
  })
  for (let level = 1; level <= degree; level++) {
    for (let index = degree; index >= level; index--) {
      const left = knots[span - degree + index]
      const width = knots[span + 1 + index - level] - left
      const part = width > 0 ? (parameter - left) / width : 0
      for (let axis = 0; axis < 4; axis++)
        work[index][axis] = (1 - part) * work[index - 1][axis] + part * work[index][axis]
    }
  }
  const [x, y, z, weight] = work[degree]
  return [x / weight, y / weight, z / weight]
}
