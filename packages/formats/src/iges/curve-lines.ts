import { isCoordinate, type Matrix, type Vector, getDomain, isSpline, pointAt, type Spline } from '@kamar/core/math'
import { conicPoints } from './conic.js'
import type { IgesEntity, IgesFile } from './iges-file.js'

/** Points of a line, in the entity's own frame. */
export type Polyline = readonly Vector[]

const stepsOfCircle = 64
const stepsOfSpan = 12
const maxPoints = 200_000
const maxFilePoints = 20_000_000
const maxCompositeDepth = 8
const pointSetForms = new Set([1, 2, 3])
const linePathForms = new Set([11, 12, 13, 40, 63])
const separateLineForms = new Set([20, 21, 31, 32, 33, 34, 35, 36, 37, 38])

/** Points that the curves of a file may still have: nested composites can repeat theirs without end. */
export interface PointBudget {
  points: number
}

/** Creates the point budget of all curves of a file. */
export const newPointBudget = (): PointBudget => ({ points: maxFilePoints })

interface Walk {
  readonly budget: PointBudget
  readonly depth: number
}

/**
 * Computes the lines of a curve with its own transformation applied; null when it cannot be read. Empty for point sets.
 */
export function curveLines(
  file: IgesFile,
  entity: IgesEntity,
  walk: Walk = { budget: newPointBudget(), depth: 0 },
): readonly Polyline[] | null {
  const { budget, depth } = walk
  if (depth > maxCompositeDepth || budget.points <= 0) return null
  const numbers = file.numbers(entity)
  if (!numbers) return null
  const lines = entity.type === 102 ? compositeLines(file, numbers, walk) : ownLines(entity, numbers)
  // An empty composite costs time as well.
  budget.points -= entity.type === 102 ? 1 : (lines ?? []).reduce((sum, line) => sum + line.length, 1)
  const placement = file.placement(entity)
  const transformedLines = lines?.map((line) => line.map((point) => movedPoint(placement, point)))
  return transformedLines?.every((line) => line.every((point) => point.every(isCoordinate))) ? transformedLines : null
}

/** Transforms a point by a matrix. */
export function movedPoint(matrix: Matrix, [x, y, z]: Vector): Vector {
  const at = (axis: number): number => matrix[axis] * x + matrix[3 + axis] * y + matrix[6 + axis] * z + matrix[9 + axis]
  return [at(0), at(1), at(2)]
}

function compositeLines(file: IgesFile, [count, ...parts]: readonly number[], walk: Walk): Polyline[] | null {
  const lines: Polyline[] = []
  for (const number of parts.slice(0, count)) {
    const part = file.entity(number)
    const partLines = part && curveLines(file, part, { ...walk, depth: walk.depth + 1 })
    if (!partLines) return null
    for (const line of partLines) lines.push(line)
  }
  return lines
}

function ownLines({ type, form }: IgesEntity, numbers: readonly number[]): readonly Polyline[] | null {
  if (type === 106) return copiousLines(form, numbers)
  const line = readers[type]?.(numbers, form)
  return line && line.length > 1 ? [line] : null
}

const readers: Readonly<Record<number, (numbers: readonly number[], form: number) => Polyline | null>> = {
  100: arcPoints,
  104: conicPoints,
  110: linePoints,
  112: polynomialPoints,
  126: splinePoints,
}

/** Computes the points of a circular arc in a plane of height z, counter-clockwise. */
function arcPoints([z, x, y, startX, startY, endX, endY]: readonly number[]): Polyline | null {
  if (endY === undefined) return null
  const radius = Math.hypot(startX - x, startY - y)
  const from = Math.atan2(startY - y, startX - x)
  const to = Math.atan2(endY - y, endX - x)
  const sweep = to - from > 1e-9 ? to - from : to - from + 2 * Math.PI
  const steps = Math.max(2, Math.ceil((stepsOfCircle * sweep) / (2 * Math.PI)))
  return Array.from({ length: steps + 1 }, (_, step): Vector => {
    const angle = from + (sweep * step) / steps
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z]
  })
}

function linePoints(numbers: readonly number[]): Polyline | null {
  return numbers.length < 6 ? null : [triple(numbers, 0), triple(numbers, 3)]
}

const triple = (numbers: readonly number[], from: number): Vector => [
  numbers[from],
  numbers[from + 1],
  numbers[from + 2],
]

/** Reads points at one height, points in space, or points with a vector each. */
function copiousPoints([kind, count, ...numbers]: readonly number[]): Vector[] | null {
  const width = [0, 2, 3, 6][kind] ?? 0
  const from = kind === 1 ? 1 : 0
  if (width === 0 || count > maxPoints || numbers.length < from + count * width) return null
  return Array.from({ length: count }, (_, number): Vector => {
    const at = from + number * width
    return [numbers[at], numbers[at + 1], kind === 1 ? numbers[0] : numbers[at + 2]]
  })
}

/** Returns whether an entity is a set of unconnected points (copious data, 106, forms 1 to 3). */
export const isPointSet = ({ type, form }: IgesEntity): boolean => type === 106 && pointSetForms.has(form)

/** Returns the points of a set with its own transformation applied; null when they cannot be read. */
export function setPoints(file: IgesFile, entity: IgesEntity): readonly Vector[] | null {
  const placement = file.placement(entity)
  const points = copiousPoints(file.numbers(entity) ?? [])?.map((point) => movedPoint(placement, point))
  return points?.every((point) => point.every(isCoordinate)) ? points : null
}

function copiousLines(form: number, numbers: readonly number[]): readonly Polyline[] | null {
  const points = copiousPoints(numbers)
  if (points === null) return null
  if (separateLineForms.has(form)) return points.flatMap((point, at) => (at % 2 === 1 ? [[points[at - 1], point]] : []))
  if (!linePathForms.has(form) || points.length < 2) return []
  return [form === 63 ? [...points, points[0]] : points]
}

/** Computes the points of cubic segments, each stated by its coefficients. */
function polynomialPoints([, , , segmentCount, ...numbers]: readonly number[]): Polyline | null {
  if (!(segmentCount >= 1) || segmentCount * stepsOfSpan > maxPoints || numbers.length < segmentCount * 13 + 1)
    return null
  const points: Vector[] = []
  for (let segment = 0; segment < segmentCount; segment++) {
    const width = numbers[segment + 1] - numbers[segment]
    const at = segmentCount + 1 + segment * 12
    for (let step = segment === 0 ? 0 : 1; step <= stepsOfSpan; step++) {
      const s = (width * step) / stepsOfSpan
      const value = (from: number): number =>
        numbers[from] + s * (numbers[from + 1] + s * (numbers[from + 2] + s * numbers[from + 3]))
      points.push([value(at), value(at + 4), value(at + 8)])
    }
  }
  return points
}

function splinePoints([last, degree, , , isPolynomial, , ...numbers]: readonly number[]): Polyline | null {
  const count = last + 1
  const knotCount = count + degree + 1
  if (!(count > degree) || count > maxPoints || numbers.length < knotCount + 4 * count + 2) return null
  const weights = numbers.slice(knotCount, knotCount + count)
  const points = Array.from({ length: count }, (_, number) => triple(numbers, knotCount + count + 3 * number))
  const rational = isPolynomial === 1 ? {} : { weights }
  const spline: Spline = { degree, points, knots: numbers.slice(0, knotCount), ...rational }
  if (!isSpline(spline) || weights.some((weight) => weight <= 0)) return null
  const [first, end] = getDomain(spline)
  const [from, to] = numbers.slice(knotCount + 4 * count)
  const start = Math.max(Math.min(from, to), first)
  const stop = Math.min(Math.max(from, to), end)
  const isStated = stop > start
  return sampled(spline, isStated ? start : first, isStated ? stop : end)
}

/** Samples every knot span with the same number of points, including each knot, where the curve may have a kink. */
function sampled(spline: Spline, from: number, to: number): Polyline {
  const inner = [...new Set(spline.knots)].filter((knot) => knot > from && knot < to)
  const ends = [from, ...inner, to]
  const steps = spline.degree === 1 ? 1 : stepsOfSpan
  const parameters = ends.slice(1).flatMap((end, span) => {
    const start = ends[span]
    return Array.from({ length: steps }, (_, step) => start + ((end - start) * (step + 1)) / steps)
  })
  return [from, ...parameters].slice(0, maxPoints).map((parameter) => pointAt(spline, parameter))
}
