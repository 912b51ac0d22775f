/** Coordinates or a direction in the plane of a curve. */
export type Point2 = readonly [x: number, y: number]

/** A part of a parent curve, sampled in the curve's own frame, in the file's unit. */
export interface CurveSamples {
  readonly points: readonly Point2[]
  /** Exact unit tangents at both ends. */
  readonly startTangent: Point2
  readonly endTangent: Point2
}

/** Signed distances along a parent curve, in the file's unit. */
export interface CurveRange {
  readonly start: number
  readonly end: number
}

/** Points of a sampled arc or clothoid: the circle segments of the kernel's settings. */
const sampleCount = 24
/** Steps of the kernel's numeric integration of a clothoid from its origin to an exact position. */
const integrationSteps = 1000

/** Samples an IfcLine (IFC 4.3, 8.9.3), whose origin and direction the placement of the segment replaces. */
export function sampleLine({ start, end }: CurveRange): CurveSamples {
  const ends = start === end ? [start] : [start, end]
  return { points: ends.map((x): Point2 => [x, 0]), startTangent: [1, 0], endTangent: [1, 0] }
}

/**
 * Samples an IfcCircle (IFC 4.3, 8.9.3) around the origin. The angle at a distance `s` is `s / radius`; as in the
 * kernel, each end is reduced to a full turn.
 */
export function sampleCircle(radius: number, { start, end }: CurveRange): CurveSamples {
  const [from, to] = [reduceAngle(start / radius), reduceAngle(end / radius)]
  const sign = to >= from ? 1 : -1
  const getTangent = (angle: number): Point2 => [-sign * Math.sin(angle), sign * Math.cos(angle)]
  const points = Array.from({ length: sampleCount }, (_, index): Point2 => {
    const angle = from + ((to - from) * index) / (sampleCount - 1)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return { points, startTangent: getTangent(from), endTangent: getTangent(to) }
}

const fullTurn = 2 * Math.PI
const reduceAngle = (angle: number): number => (Math.abs(angle) > fullTurn ? angle % fullTurn : angle)

/**
 * Samples an IfcClothoid (IFC 4.3, 8.9.3): its direction at a distance `s` from the inflection point is `s² / 2A²`,
 * negative for a negative constant A. As in the kernel, the samples always run towards the greater distance.
 */
export function sampleClothoid(constant: number, range: CurveRange): CurveSamples {
  const [start, end] = [Math.min(range.start, range.end), Math.max(range.start, range.end)]
  const curvatureRate = Math.sign(constant) / (constant * constant)
  const origin = computeClothoidPoint(curvatureRate, start)
  const offsets = integrateClothoid(curvatureRate, { start, end }, sampleCount - 1)
  const points = Array.from({ length: sampleCount - 1 }, (_, index): Point2 => [
    origin[0] + offsets[2 * index],
    origin[1] + offsets[2 * index + 1],
  ])
  points.push(computeClothoidPoint(curvatureRate, end))
  const getTangent = (distance: number): Point2 => {
    const angle = (curvatureRate * distance * distance) / 2
    return [Math.cos(angle), Math.sin(angle)]
  }
  return { points, startTangent: getTangent(start), endTangent: getTangent(end) }
}

function computeClothoidPoint(curvatureRate: number, distance: number): Point2 {
  if (distance === 0) return [0, 0]
  const [x, y] = integrateClothoid(curvatureRate, { start: 0, end: distance }, integrationSteps).slice(-2)
  return [x, y]
}

/**
 * Integrates a clothoid in equal steps, each in the direction between its ends; returns x y of the ends of the steps
 * relative to the first.
 */
function integrateClothoid(curvatureRate: number, { start, end }: CurveRange, count: number): Float64Array {
  const step = (end - start) / count
  let [x, y, distance] = [0, 0, start]
  let angle = (curvatureRate * start * start) / 2
  const points = new Float64Array(2 * count + 2)
  for (let index = 1; index <= count; index++) {
    const angleChange = curvatureRate * (distance * step + (step * step) / 2)
    x += step * Math.cos(angle + angleChange / 2)
    y += step * Math.sin(angle + angleChange / 2)
    angle += angleChange
    distance += step
    points[2 * index] = x
    points[2 * index + 1] = y
  }
  return points
}
