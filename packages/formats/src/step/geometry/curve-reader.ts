import type { Polyline } from '../../kit/line-set.js'
import {
  axesMatrix,
  type Matrix,
  type Vector,
  getDomain,
  evenKnots,
  expandKnots,
  isSpline,
  pointAt,
  type Spline,
} from '@kamar/core/math'
import type { StepValue } from '@kamar/codecs/part21'
import { readVector } from '../model/placements.js'
import { WalkBudget } from '../model/walk-budget.js'
import { isReference, toNumber, toEnumeration, type Attributes, type StepFile } from '../step-file.js'

/** Units of the coordinates and angles of curves. */
export interface CurveUnits {
  readonly metres: number
  readonly radians: number
}

/** A parametric curve: its parameter range and the point at a parameter. */
interface Parametric {
  readonly from: number
  readonly to: number
  /** Parameters of possible sharp bends. */
  readonly breaks: readonly number[]
  /** Number of points between two breaks for a smooth appearance. */
  readonly steps: number
  /** Period of the parameter, or null. */
  readonly period: number | null
  at(parameter: number): readonly number[]
  /** Returns the parameter of a position on it, where a direct formula exists. */
  locate?(target: readonly number[]): number
}

const stepsOfCircle = 64
const stepsOfSpan = 12
const maxPoints = 100_000
const maxCurveDepth = 8

/** Reader of curves as polylines in metres. */
export class CurveReader {
  readonly #file: StepFile
  readonly #units: CurveUnits
  readonly #budget: WalkBudget

  constructor(file: StepFile, units: CurveUnits) {
    this.#file = file
    this.#units = units
    this.#budget = new WalkBudget(file)
  }

  /** Reads the polylines of a curve or an edge; returns null for an unsupported or infinite one. */
  curve(row: number, depth = 0): Polyline[] | null {
    if (row < 0 || depth > maxCurveDepth || !this.#budget.consume()) return null
    const file = this.#file
    if (file.typeOf(row) === 'EDGE_CURVE') return this.#edge(row)
    if (file.typeOf(row) === 'COMPOSITE_CURVE') return this.#composite(row, depth)
    if (file.typeOf(row) === 'TRIMMED_CURVE') return this.#trimmed(row)
    const parametric = this.#parametric(row)
    return parametric && this.#finished([sample(parametric, parametric.from, parametric.to)])
  }

  /** Reads the strips of an AP242 tessellated curve set. */
  strips(row: number): Polyline[] | null {
    const attributes = this.#file.attributes(row)
    const coordinates = this.#file.numbersAt(this.#file.rowOf(attributes[1]), 2)
    const strips = Array.isArray(attributes[2]) ? (attributes[2] as readonly StepValue[]) : []
    const lines = strips.map((strip) => {
      const points = Array.isArray(strip) ? (strip as readonly StepValue[]).map((point) => toNumber(point) ?? 0) : []
      return points.map((point) => coordinates.slice(3 * point - 3, 3 * point)).filter((point) => point.length === 3)
    })
    return this.#finished(lines)
  }

  /** Converts points to metres; drops lines of one point and invalid numbers, and returns null if nothing is left. */
  #finished(lines: readonly (readonly (readonly number[])[])[]): Polyline[] | null {
    const { metres } = this.#units
    const finished = lines
      .filter((line) => line.length > 1)
      .map((line) => line.map(([x = 0, y = 0, z = 0]): Vector => [x * metres, y * metres, z * metres]))
      .filter((line) => line.every((point) => point.every(Number.isFinite)))
    return finished.length > 0 ? finished : null
  }

  #edge(row: number): Polyline[] | null {
    const file = this.#file
    const [, startValue, endValue, curveValue, sense] = file.attributes(row)
    const getPointRow = (value: StepValue | undefined): number => file.rowAt(file.rowOf(value), 1)
    const parametric = this.#parametric(file.rowOf(curveValue))
    if (!parametric) return null
    const start = this.#computeParameter(parametric, readVector(file, getPointRow(startValue)))
    const end = this.#computeParameter(parametric, readVector(file, getPointRow(endValue)))
    if (start === null || end === null) return null
    return this.#between(parametric, { start, end, isForward: sense !== false })
  }

  #composite(row: number, depth: number): Polyline[] | null {
    const file = this.#file
    const lines: Polyline[] = []
    for (const segment of file.rowsIn(file.attributes(row)[1])) {
      const segmentLines = this.curve(file.rowOf(file.attributes(segment).at(-1)), depth + 1)
      if (!segmentLines) return null
      lines.push(...segmentLines)
    }
    return lines.length > 0 ? lines : null
  }

  #trimmed(row: number): Polyline[] | null {
    const file = this.#file
    const [, basis, first, second, sense, preference] = file.attributes(row)
    const basisRow = file.rowOf(basis)
    const parametric = this.#parametric(basisRow)
    if (!parametric) return null
    const isCircular = /CIRCLE|ELLIPSE/.test(file.typeOf(basisRow))
    const trim = (value: StepValue | undefined): number | null =>
      this.#trim(value, {
        parametric,
        scale: isCircular ? this.#units.radians : 1,
        preference: toEnumeration(preference),
      })
    const start = trim(first)
    const end = trim(second)
    if (start === null || end === null) return null
    return this.#between(parametric, { start, end, isForward: sense !== false })
  }

  /** Reads a trimming point as a parameter: stated as one, as a point on the curve, or as both. */
  #trim(
    value: StepValue | undefined,
    { parametric, scale, preference }: { parametric: Parametric; scale: number; preference: string },
  ): number | null {
    const choices = Array.isArray(value) ? (value as readonly StepValue[]) : []
    const trimParameter = choices.map((choice) => toNumber(choice)).find((number) => number !== null)
    const point = choices.find((choice) => isReference(choice))
    const byPoint =
      point === undefined ? null : this.#computeParameter(parametric, readVector(this.#file, this.#file.rowOf(point)))
    const byNumber = trimParameter === undefined || trimParameter === null ? null : trimParameter * scale
    return preference === 'PARAMETER' ? (byNumber ?? byPoint) : (byPoint ?? byNumber)
  }

  #between(
    parametric: Parametric,
    { start, end, isForward }: { readonly start: number; readonly end: number; readonly isForward: boolean },
  ): Polyline[] | null {
    const { period } = parametric
    let [from, to] = isForward ? [start, end] : [end, start]
    if (period !== null && to <= from + 1e-9 * period) to += period * Math.ceil((from - to) / period + 1e-9)
    if (period === null && to < from) [from, to] = [to, from]
    return this.#finished([sample(parametric, from, to)])
  }

  /** Computes the parameter of the point nearest to a position. */
  #computeParameter(parametric: Parametric, target: readonly number[] | null): number | null {
    if (!target) return null
    if (parametric.locate) return parametric.locate(target)
    const { from, to } = parametric
    const distance = (parameter: number): number => {
      const point = parametric.at(parameter)
      return Math.hypot(point[0] - target[0], point[1] - target[1], point[2] - target[2])
    }
    const coarse = 64 * Math.max(1, parametric.breaks.length - 1)
    let best = from
    for (let step = 0; step <= coarse; step++) {
      const parameter = from + ((to - from) * step) / coarse
      if (distance(parameter) < distance(best)) best = parameter
    }
    let width = (to - from) / coarse
    for (let round = 0; round < 40; round++) {
      for (const parameter of [best - width, best + width]) {
        const inside = Math.min(Math.max(parameter, from), to)
        if (distance(inside) < distance(best)) best = inside
      }
      width *= 0.6
    }
    return best
  }

  #parametric(row: number): Parametric | null {
    const file = this.#file
    const types = file.listTypes(row)
    const attributes = file.attributes(row)
    if (types.includes('LINE')) return this.#line(attributes)
    if (types.includes('POLYLINE')) return this.#polyline(attributes)
    if (types.includes('CIRCLE') || types.includes('ELLIPSE')) return this.#ellipse(attributes)
    if (types.some((name) => /^(SURFACE|SEAM|INTERSECTION)_CURVE$/.test(name))) {
      return this.#parametric(file.rowOf(attributes[1]))
    }
    const isSplineCurve = types.some(
      (name) => /^(B_SPLINE|BEZIER|UNIFORM|QUASI_UNIFORM)/.test(name) && name.includes('CURVE'),
    )
    return isSplineCurve ? this.#spline(row, types) : null
  }

  /** Reads a line. Parameter 1 is the length of the vector; only a trimmed part of the infinite line can be drawn. */
  #line(attributes: Attributes): Parametric | null {
    const file = this.#file
    const at = readVector(file, file.rowOf(attributes[1]))
    const vector = file.attributes(file.rowOf(attributes[2]))
    const direction = readVector(file, file.rowOf(vector[1]))
    const length = toNumber(vector[2]) ?? 1
    if (!at || !direction) return null
    const norm = Math.hypot(...direction) || 1
    const step = direction.map((value) => (value / norm) * length)
    return {
      from: Number.NEGATIVE_INFINITY,
      to: Number.POSITIVE_INFINITY,
      breaks: [],
      steps: 1,
      period: null,
      at: (parameter) => at.map((value, axis) => value + parameter * step[axis]),
      locate: (target) => {
        const along = step.reduce((sum, value, axis) => sum + value * (target[axis] - at[axis]), 0)
        return along / (step.reduce((sum, value) => sum + value * value, 0) || 1)
      },
    }
  }

  #polyline(attributes: Attributes): Parametric | null {
    const points = this.#file.rowsIn(attributes[1]).map((row) => readVector(this.#file, row))
    if (points.length < 2 || points.includes(null)) return null
    const last = points.length - 1
    return {
      from: 0,
      to: last,
      breaks: points.map((_, index) => index),
      steps: 1,
      period: null,
      at: (parameter) => {
        const index = Math.min(Math.floor(parameter), last - 1)
        const part = parameter - index
        const [one, other] = [points[index] ?? [0, 0, 0], points[index + 1] ?? [0, 0, 0]]
        return one.map((value, axis) => value + part * (other[axis] - value))
      },
    }
  }

  #ellipse(attributes: Attributes): Parametric | null {
    const frame = this.#frame(this.#file.rowOf(attributes[1]))
    const first = toNumber(attributes[2])
    const second = toNumber(attributes[3]) ?? first
    if (!frame || first === null || second === null) return null
    return {
      from: 0,
      to: 2 * Math.PI,
      breaks: [0, 2 * Math.PI],
      steps: stepsOfCircle,
      period: 2 * Math.PI,
      at: (parameter) => {
        const [x, y] = [first * Math.cos(parameter), second * Math.sin(parameter)]
        return [0, 1, 2].map((axis) => frame[axis] * x + frame[3 + axis] * y + frame[9 + axis])
      },
    }
  }

  #frame(row: number): Matrix | null {
    const file = this.#file
    const at = readVector(file, file.rowAt(row, 1))
    return at && axesMatrix(at, readVector(file, file.rowAt(row, 2)), readVector(file, file.rowAt(row, 3)))
  }

  #spline(row: number, types: readonly string[]): Parametric | null {
    const spline = readSpline(this.#file, row, types)
    if (!spline || !isSpline(spline)) return null
    const [from, to] = getDomain(spline)
    const breaks = [...new Set(spline.knots.filter((knot) => knot >= from && knot <= to))]
    return { from, to, breaks, steps: stepsOfSpan, period: null, at: (parameter) => pointAt(spline, parameter) }
  }
}

function readSpline(file: StepFile, row: number, types: readonly string[]): Spline | null {
  const isSimple = file.typeOf(row) !== ''
  const base = isSimple ? file.attributes(row).slice(1) : (file.part(row, 'B_SPLINE_CURVE') ?? [])
  const degree = toNumber(base[0])
  const points = file.rowsIn(base[1]).map((point) => readVector(file, point) ?? [0, 0, 0])
  if (degree === null || points.length === 0) return null
  const withKnots = isSimple ? base.slice(5) : file.part(row, 'B_SPLINE_CURVE_WITH_KNOTS')
  const numbers = (value: StepValue | undefined): number[] =>
    Array.isArray(value) ? (value as readonly StepValue[]).map((item) => toNumber(item) ?? 0) : []
  const isKnotted = types.includes('B_SPLINE_CURVE_WITH_KNOTS') && withKnots
  const knots = isKnotted
    ? expandKnots(numbers(withKnots[1]), numbers(withKnots[0]), points.length + degree + 1)
    : evenKnots(degree, points.length, !types.includes('UNIFORM_CURVE'))
  const rational = isSimple ? null : file.part(row, 'RATIONAL_B_SPLINE_CURVE')
  return { degree, points, knots, ...(rational ? { weights: numbers(rational[0]) } : {}) }
}

/** Samples a curve between two parameters, including all its breaks. */
function sample(curve: Parametric, from: number, to: number): (readonly number[])[] {
  const { breaks, steps } = curve
  if (!Number.isFinite(from) || !Number.isFinite(to)) return []
  const inside = breaks.filter((parameter) => parameter > from && parameter < to)
  const bounds = [from, ...inside, to]
  const perSpan = Math.max(1, Math.min(steps, Math.floor(maxPoints / bounds.length)))
  const points: (readonly number[])[] = [curve.at(from)]
  for (let span = 1; span < bounds.length; span++) {
    for (let step = 1; step <= perSpan; step++) {
      points.push(curve.at(bounds[span - 1] + ((bounds[span] - bounds[span - 1]) * step) / perSpan))
    }
  }
  return points
}
