import { readVector } from '../coordinates.js'
import type { IfcFile } from '../ifc-file.js'
import { AlignmentCurve, raiseCurve } from './alignment-curve.js'
import { CurveJoiner, type SampledSegment } from './curve-joiner.js'
import { readLength } from './lengths.js'
import {
  sampleCircle,
  sampleClothoid,
  sampleLine,
  type CurveRange,
  type CurveSamples,
  type Point2,
} from './parent-curves.js'

/**
 * Max points of all curves of a file, at 24 a segment; a clothoid costs 2,000 steps of integration. Rail models have
 * 500 segments.
 */
const maxPoints = 500_000
const pointsPerSegment = 24

/**
 * Reader of alignment curves: IfcGradientCurve over IfcCompositeCurve, and IfcCompositeCurve alone, of curve segments
 * on lines, circles and clothoids trimmed by lengths. Each curve is computed once per file. All others (cant, other
 * spirals, polynomials, offset curves) are left to the kernel.
 */
export class AlignmentCurves {
  readonly #file: IfcFile
  readonly #curves = new Map<number, AlignmentCurve | null>()
  readonly #planes = new Map<number, readonly Point2[] | null>()
  #remainingPoints = maxPoints

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** Returns the curve of a row, or null when only the kernel can compute it. */
  of(row: number): AlignmentCurve | null {
    const cached = this.#curves.get(row)
    if (cached !== undefined) return cached
    const curve = this.#computeCurve(row)
    this.#curves.set(row, curve)
    return curve
  }

  #computeCurve(row: number): AlignmentCurve | null {
    const isGradient = this.#file.typeOf(row) === 'IFCGRADIENTCURVE'
    const base = this.#plane(isGradient ? this.#file.rowAt(row, 2) : row)
    if (!base) return null
    const gradient = isGradient ? this.#joinSegments(row) : [origin]
    this.#remainingPoints -= base.length
    if (!gradient?.length || this.#remainingPoints < 0) return null
    const points = raiseCurve(base, gradient)
    if (!points.flat().every((value) => Number.isFinite(value))) return null
    const curve = new AlignmentCurve(points)
    return curve.points.length > 1 && Number.isFinite(curve.length) ? curve : null
  }

  /** Returns the points of a composite curve, each computed once however many gradient curves are based on it. */
  #plane(row: number): readonly Point2[] | null {
    const cached = this.#planes.get(row)
    if (cached !== undefined) return cached
    const points = this.#file.typeOf(row) === 'IFCCOMPOSITECURVE' ? this.#joinSegments(row) : null
    this.#planes.set(row, points)
    return points
  }

  #joinSegments(row: number): readonly Point2[] | null {
    const joiner = new CurveJoiner()
    for (const segmentRow of this.#file.rowsAt(row, 0)) {
      this.#remainingPoints -= pointsPerSegment
      const segment = this.#remainingPoints < 0 ? null : this.#readSegment(segmentRow)
      if (!segment) return null
      joiner.add(segment)
    }
    return joiner.points
  }

  #readSegment(row: number): SampledSegment | null {
    if (this.#file.typeOf(row) !== 'IFCCURVESEGMENT') return null
    const cursor = this.#file.at(row)
    const transition = cursor.enumeration() ?? ''
    const placement = cursor.row()
    const [start, length] = [readLength(cursor.value()), readLength(cursor.value())]
    const parent = cursor.row()
    const position = this.#readPosition(placement)
    if (start === null || length === null || !position) return null
    const samples = this.#sample(parent, { start, end: start + length })
    return samples && { samples, transition, ...position }
  }

  #sample(row: number, range: CurveRange): CurveSamples | null {
    const size = row < 0 ? null : this.#file.numberAt(row, 1)
    switch (this.#file.typeOf(row)) {
      case 'IFCLINE':
        return sampleLine(range)
      case 'IFCCIRCLE':
        return size !== null && size > 0 ? sampleCircle(size, range) : null
      case 'IFCCLOTHOID':
        return size !== null && size * size > minSquaredConstant ? sampleClothoid(size, range) : null
      default:
        return null
    }
  }

  /** Reads the location and direction of an IfcAxis2Placement2D. */
  #readPosition(row: number): Pick<SampledSegment, 'location' | 'direction'> | null {
    if (this.#file.typeOf(row) !== 'IFCAXIS2PLACEMENT2D') return null
    const [locationRow, directionRow] = [this.#file.rowAt(row, 0), this.#file.rowAt(row, 1)]
    const location = readVector(this.#file, locationRow)
    const [x, y] = readVector(this.#file, directionRow) ?? [1, 0]
    const length = Math.hypot(x, y)
    return location && { location: [location[0], location[1]], direction: [x / length, y / length] }
  }
}

const origin: Point2 = [0, 0]
/** The kernel rejects clothoids with a smaller constant. */
const minSquaredConstant = 1e-9
