import { type Vector, pointAt, type Spline } from '@kamar/core/math'

const steps = 64
const formOfEllipse = 1

/** Coefficients of A x² + B x y + C y² + D x + E y + F = 0, with the ends and plane of the arc. */
interface Conic {
  readonly coefficients: readonly number[]
  readonly start: readonly [number, number]
  readonly end: readonly [number, number]
  readonly height: number
}

/** Computes the points of a conic arc (104): counter-clockwise from its start to its end, in a plane of height z. */
export function conicPoints(numbers: readonly number[], form: number): readonly Vector[] | null {
  if (numbers.length < 11) return null
  const [height, startX, startY, endX, endY] = numbers.slice(6, 11)
  const conic: Conic = { coefficients: numbers.slice(0, 6), start: [startX, startY], end: [endX, endY], height }
  const [a, b, c] = conic.coefficients
  const isEllipse = form === formOfEllipse || (form === 0 && 4 * a * c - b * b > 0)
  return isEllipse ? ellipsePoints(conic) : openPoints(conic)
}

/** Computes the points of an ellipse, which is a scaled circle in the frame of its axes. */
function ellipsePoints({ coefficients, start, end, height }: Conic): readonly Vector[] | null {
  const [a, b, c, d, e, f] = coefficients
  const determinant = 4 * a * c - b * b
  const [x0, y0] = [(b * e - 2 * c * d) / determinant, (b * d - 2 * a * e) / determinant]
  const level = -(a * x0 * x0 + b * x0 * y0 + c * y0 * y0 + d * x0 + e * y0 + f)
  const rotation = 0.5 * Math.atan2(b, a - c)
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)]
  const first = Math.sqrt(level / (a * cosine * cosine + b * cosine * sine + c * sine * sine))
  const second = Math.sqrt(level / (a * sine * sine - b * cosine * sine + c * cosine * cosine))
  if (!(first > 0) || !(second > 0)) return null
  const computeAngle = ([x, y]: readonly [number, number]): number => {
    const [dx, dy] = [x - x0, y - y0]
    return Math.atan2((dy * cosine - dx * sine) / second, (dx * cosine + dy * sine) / first)
  }
  const [from, to] = [computeAngle(start), computeAngle(end)]
  const sweep = to - from > 1e-9 ? to - from : to - from + 2 * Math.PI
  return Array.from({ length: steps + 1 }, (_, step): Vector => {
    const angle = from + (sweep * step) / steps
    const [u, v] = [first * Math.cos(angle), second * Math.sin(angle)]
    return [x0 + u * cosine - v * sine, y0 + u * sine + v * cosine, height]
  })
}

/**
 * Computes a parabola's or hyperbola's arc as one rational span: its ends, the intersection of their tangents, and a
 * weight.
 */
function openPoints(conic: Conic): readonly Vector[] | null {
  const { start, end, height } = conic
  const controlPoint = computeTangentIntersection(conic)
  const weight = controlPoint && computeWeight(conic, controlPoint)
  if (!controlPoint || weight === null) return null
  const points = [start, controlPoint, end].map(([x, y]): Vector => [x, y, height])
  const spline: Spline = { degree: 2, points, knots: [0, 0, 0, 1, 1, 1], weights: [1, weight, 1] }
  return Array.from({ length: steps + 1 }, (_, step) => pointAt(spline, step / steps))
}

function computeTangentIntersection({
  coefficients: [a, b, c, d, e],
  start,
  end,
}: Conic): readonly [number, number] | null {
  const gradient = ([x, y]: readonly [number, number]): readonly [number, number] => [
    2 * a * x + b * y + d,
    b * x + 2 * c * y + e,
  ]
  const [one, other] = [gradient(start), gradient(end)]
  const determinant = one[0] * other[1] - one[1] * other[0]
  if (Math.abs(determinant) < 1e-12) return null
  const [p, q] = [one[0] * start[0] + one[1] * start[1], other[0] * end[0] + other[1] * end[1]]
  return [(p * other[1] - q * one[1]) / determinant, (q * one[0] - p * other[0]) / determinant]
}

/** Computes the weight from the point of the arc between the midpoint of the chord and the control point. */
function computeWeight({ coefficients, start, end }: Conic, controlPoint: readonly [number, number]): number | null {
  const [a, b, c, d, e, f] = coefficients
  const [x, y] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]
  const [u, v] = [controlPoint[0] - x, controlPoint[1] - y]
  const second = a * u * u + b * u * v + c * v * v
  const first = 2 * a * x * u + b * (x * v + y * u) + 2 * c * y * v + d * u + e * v
  const constant = a * x * x + b * x * y + c * y * y + d * x + e * y + f
  const root = Math.sqrt(first * first - 4 * second * constant)
  const parameters =
    Math.abs(second) < 1e-12 ? [-constant / first] : [root, -root].map((r) => (r - first) / (2 * second))
  const parameter = parameters.find((value) => value > 1e-9 && value < 1 - 1e-9)
  return parameter === undefined ? null : parameter / (1 - parameter)
}
