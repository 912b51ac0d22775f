import type { CurveSamples, Point2 } from './parent-curves.js'

/** Distance below which the kernel omits a point, in the file's unit. */
const coincidenceTolerance = 1e-9

/** A sampled curve segment and its position. */
export interface SampledSegment {
  readonly samples: CurveSamples
  /** IfcTransitionCode without its points. */
  readonly transition: string
  /** Location and unit direction of the segment's own placement. */
  readonly location: Point2
  readonly direction: Point2
}

/**
 * Joiner of curve segments (IfcCurveSegment, IFC 4.3, 8.9.3.28) to a polyline in the plane, with the rules of the kernel:
 * a segment with a continuous transition begins at the end of the previous one; with the same gradient it is also
 * rotated to the tangent there. Every other segment is at its own placement.
 */
export class CurveJoiner {
  readonly points: Point2[] = []
  #endTangent: Point2 = [0, 0]

  /** Adds a segment. */
  add({ samples, transition, location, direction }: SampledSegment): void {
    const previous = this.points.at(-1)
    const added = listDistinct(samples.points, previous)
    const [start] = added
    const isSameGradient = transition.startsWith('CONTSAMEGRADIENT')
    const isJoined = previous !== undefined && (isSameGradient || transition === 'CONTINUOUS')
    const isRotated = isJoined && isSameGradient && added.length > 1
    const rotation = isRotated ? this.#computeRotation(samples) : isJoined ? noRotation : direction
    this.#endTangent = rotate(samples.endTangent, rotation)
    if (start === undefined) return
    const [at, from] = isJoined ? [previous, start] : [location, origin]
    for (const [x, y] of added) {
      const [dx, dy] = rotate([x - from[0], y - from[1]], rotation)
      this.points.push([at[0] + dx, at[1] + dy])
    }
  }

  /** Returns cosine and sine of the angle from a segment's start tangent to the end tangent of the curve. */
  #computeRotation({ startTangent }: CurveSamples): Point2 {
    const angle = Math.atan2(this.#endTangent[1], this.#endTangent[0]) - Math.atan2(startTangent[1], startTangent[0])
    return [Math.cos(angle), Math.sin(angle)]
  }
}

const origin: Point2 = [0, 0]
const noRotation: Point2 = [1, 0]

const rotate = ([x, y]: Point2, [cos, sin]: Point2): Point2 => [cos * x - sin * y, sin * x + cos * y]

/** Omits points that coincide with their predecessor; the kernel compares the first with `previous` in its own frame. */
function listDistinct(points: readonly Point2[], previous: Point2 | undefined): Point2[] {
  const distinct: Point2[] = []
  for (const point of points) {
    const before = distinct.at(-1) ?? previous
    const isSame =
      before !== undefined &&
      Math.abs(point[0] - before[0]) <= coincidenceTolerance &&
      Math.abs(point[1] - before[1]) <= coincidenceTolerance
    if (!isSame) distinct.push(point)
  }
  return distinct
}
