import { readAxisPlacement, readVector } from './coordinates.js'
import type { IfcFile } from './ifc-file.js'
import { mapAxes, type Matrix, type Vector } from '@kamar/core/math'
import type { StepValue } from '@kamar/codecs/part21'

/** Points of a line, in the file's unit. */
export type Polyline = readonly Vector[]

/** Segments of a full circle, as in the kernel. */
const circleSegments = 24
const maxCurveDepth = 8
const maxPoints = 100_000
const conicTypes: ReadonlySet<string> = new Set(['IFCCIRCLE', 'IFCELLIPSE'])
const setTypes: ReadonlySet<string> = new Set(['IFCGEOMETRICCURVESET', 'IFCGEOMETRICSET'])

/**
 * Converter of curves and edges of grids, annotations and structural members to polylines and points; unsupported kinds
 * give none.
 */
export class CurveReader {
  readonly #file: IfcFile
  readonly #angleRadians: number

  /** `angleRadians`: radians per angle unit of the file. */
  constructor(file: IfcFile, angleRadians: number) {
    this.#file = file
    this.#angleRadians = angleRadians
  }

  /** Returns the polylines of a curve or of a set of curves. */
  polylines(row: number, depth = 0): Polyline[] {
    const typeName = this.#file.typeOf(row)
    if (setTypes.has(typeName)) {
      return depth > maxCurveDepth
        ? []
        : this.#file.rowsAt(row, 0).flatMap((element) => this.polylines(element, depth + 1))
    }
    if (typeName === 'IFCANNOTATIONFILLAREA' && depth <= maxCurveDepth) {
      const boundaries = [this.#file.rowAt(row, 0), ...this.#file.rowsAt(row, 1)]
      return boundaries.flatMap((boundary) => this.polylines(boundary, depth + 1))
    }
    const points = this.#curve(row, depth)
    return points.length < 2 ? [] : [points]
  }

  /** Returns a point, or the points of a list or a set. */
  points(row: number, depth = 0): Vector[] {
    const typeName = this.#file.typeOf(row)
    if (setTypes.has(typeName)) {
      return depth > maxCurveDepth
        ? []
        : this.#file.rowsAt(row, 0).flatMap((element) => this.points(element, depth + 1))
    }
    if (typeName === 'IFCVERTEXPOINT')
      return depth > maxCurveDepth ? [] : this.points(this.#file.rowAt(row, 0), depth + 1)
    if (typeName.startsWith('IFCCARTESIANPOINTLIST')) return this.#listed(row).slice(0, maxPoints)
    const point = typeName === 'IFCCARTESIANPOINT' ? readVector(this.#file, row) : null
    return point ? [point] : []
  }

  #curve(row: number, depth: number): Polyline {
    if (depth > maxCurveDepth) return []
    switch (this.#file.typeOf(row)) {
      case 'IFCPOLYLINE':
        return this.#file
          .rowsAt(row, 0)
          .slice(0, maxPoints)
          .flatMap((point) => {
            const at = readVector(this.#file, point)
            return at ? [at] : []
          })
      case 'IFCINDEXEDPOLYCURVE':
        return this.#indexedCurve(row)
      case 'IFCCIRCLE':
      case 'IFCELLIPSE':
        return this.#conicArc(row, 0, 2 * Math.PI)
      case 'IFCTRIMMEDCURVE':
        return this.#trimmedCurve(row)
      case 'IFCCOMPOSITECURVE':
      case 'IFC2DCOMPOSITECURVE':
        return this.#compositeCurve(row, depth)
      case 'IFCEDGE':
      case 'IFCEDGECURVE':
        return this.#edge(row, depth)
      case 'IFCORIENTEDEDGE':
        return this.#orientedEdge(row, depth)
      case 'IFCEDGELOOP':
        return this.#file.rowsAt(row, 0).flatMap((edge) => this.#curve(edge, depth + 1))
      default:
        return []
    }
  }

  #compositeCurve(row: number, depth: number): Polyline {
    return this.#file.rowsAt(row, 0).flatMap((segment) => {
      const cursor = this.#file.at(segment, 1)
      const isForward = cursor.enumeration() !== 'F'
      const points = this.#curve(cursor.row(), depth + 1)
      return isForward ? points : points.toReversed()
    })
  }

  /** Returns an edge from vertex to vertex: along its curve where it has one, straight otherwise. */
  #edge(row: number, depth: number): Polyline {
    const file = this.#file
    const [start, end] = [0, 1].map((attribute) => this.points(file.rowAt(row, attribute)).at(0) ?? null)
    const isCurve = file.typeOf(row) === 'IFCEDGECURVE'
    const curve = isCurve ? file.rowAt(row, 2) : -1
    const isForward = !isCurve || file.at(row, 3).enumeration() !== 'F'
    if (conicTypes.has(file.typeOf(curve))) {
      const [from, to] = [start, end].map((point) => this.#conicParameter(curve, point))
      return this.#conicBetween(curve, { from, to, isForward })
    }
    const points = this.#curve(curve, depth + 1)
    if (points.length > 1) return isForward ? points : points.toReversed()
    return start && end ? [start, end] : []
  }

  #orientedEdge(row: number, depth: number): Polyline {
    const points = this.#curve(this.#file.rowAt(row, 2), depth + 1)
    return this.#file.at(row, 3).enumeration() === 'F' ? points.toReversed() : points
  }

  #indexedCurve(row: number): Polyline {
    const cursor = this.#file.at(row)
    const list = cursor.row()
    const segments = cursor.value()
    const points = this.#listed(list)
    if (!Array.isArray(segments)) return points
    return (segments as readonly StepValue[]).flatMap((segment) => this.#indexedSegment(segment, points))
  }

  /** Returns the points of a list, with two or three coordinates each. */
  #listed(list: number): Vector[] {
    const size = this.#file.typeOf(list) === 'IFCCARTESIANPOINTLIST3D' ? 3 : 2
    const numbers = list < 0 ? [] : this.#file.at(list).numbers()
    const points: Vector[] = []
    for (let at = 0; at + size <= numbers.length; at += size)
      points.push([numbers[at], numbers[at + 1], size === 3 ? numbers[at + 2] : 0])
    return points
  }

  #indexedSegment(segment: StepValue, points: readonly Vector[]): Polyline {
    if (segment === null || typeof segment !== 'object' || !('type' in segment) || !Array.isArray(segment.value))
      return []
    const picked = (segment.value as readonly StepValue[]).flatMap((index) =>
      typeof index === 'number' ? (points[index - 1] ? [points[index - 1]] : []) : [],
    )
    const [from, through, to] = picked
    return segment.type === 'IFCARCINDEX' && from && through && to ? arcThrough(from, through, to) : picked
  }

  #trimmedCurve(row: number): Polyline {
    const file = this.#file
    const cursor = file.at(row)
    const basis = cursor.row()
    const trims = [cursor.value(), cursor.value()]
    const isForward = cursor.enumeration() !== 'F'
    const [first, second] = trims.map((trim) => this.#trim(trim))
    if (file.typeOf(basis) === 'IFCLINE') {
      const ends = [first, second].map((trim) => trim.point ?? this.#linePoint(basis, trim.parameter))
      return ends[0] && ends[1] ? [ends[0], ends[1]] : []
    }
    const from = first.parameter ?? this.#conicParameter(basis, first.point)
    const to = second.parameter ?? this.#conicParameter(basis, second.point)
    return this.#conicBetween(basis, { from, to, isForward })
  }

  #conicBetween(basis: number, trim: { from: number | null; to: number | null; isForward: boolean }): Polyline {
    const { from, to, isForward } = trim
    if (from === null || to === null) return []
    const [start, end] = isForward ? [from, to] : [to, from]
    const fullTurn = (2 * Math.PI) / this.#angleRadians
    const points = this.#conicArc(
      basis,
      start,
      end > start ? end : end + Math.ceil((start - end) / fullTurn + 1e-12) * fullTurn,
    )
    return isForward ? points : points.toReversed()
  }

  /** Reads a trim: a point, a parameter, or both. */
  #trim(value: StepValue): { point: Vector | null; parameter: number | null } {
    let point: Vector | null = null
    let parameter: number | null = null
    for (const item of Array.isArray(value) ? (value as readonly StepValue[]) : [value]) {
      if (typeof item === 'number') parameter = item
      else if (item !== null && typeof item === 'object' && 'reference' in item)
        point = readVector(this.#file, this.#file.index.findRow(item.reference))
      else if (item !== null && typeof item === 'object' && 'type' in item && typeof item.value === 'number')
        parameter = item.value
    }
    return { point, parameter: parameter === null ? null : parameter }
  }

  #linePoint(line: number, parameter: number | null): Vector | null {
    const cursor = this.#file.at(line)
    const from = readVector(this.#file, cursor.row())
    const vector = this.#file.rowAt(line, 1)
    const direction = vector < 0 ? null : readVector(this.#file, this.#file.rowAt(vector, 0))
    const length = vector < 0 ? null : this.#file.numberAt(vector, 1)
    if (!from || !direction || parameter === null) return null
    // Only the ratios of a direction matter.
    const along = (parameter * (length ?? 1)) / (Math.hypot(...direction) || 1)
    return [from[0] + along * direction[0], from[1] + along * direction[1], from[2] + along * direction[2]]
  }

  #conic(row: number): { frame: Matrix; a: number; b: number } | null {
    const cursor = this.#file.at(row)
    const frame = readAxisPlacement(this.#file, cursor.row())
    const again = this.#file.at(row, 1)
    const a = again.number()
    const b = this.#file.typeOf(row) === 'IFCELLIPSE' ? again.number() : a
    return frame && a !== null && b !== null ? { frame, a, b } : null
  }

  #conicParameter(row: number, point: Vector | null): number | null {
    const conic = this.#conic(row)
    if (!conic || !point) return null
    const { frame, a, b } = conic
    const offset = [point[0] - frame[9], point[1] - frame[10], point[2] - frame[11]]
    const along = (column: number): number =>
      offset[0] * frame[column] + offset[1] * frame[column + 1] + offset[2] * frame[column + 2]
    return Math.atan2(along(3) / b, along(0) / a) / this.#angleRadians
  }

  /** Computes a conic arc; `from` and `to` are in angle units, except for a full turn. */
  #conicArc(row: number, from: number, to: number): Polyline {
    const conic = this.#conic(row)
    if (!conic) return []
    const { frame, a, b } = conic
    const isFull = from === 0 && to === 2 * Math.PI
    const factor = isFull ? 1 : this.#angleRadians
    const span = (to - from) * factor
    const steps = Math.max(
      2,
      Math.min(circleSegments * 4, Math.ceil((Math.abs(span) / (2 * Math.PI)) * circleSegments)),
    )
    return Array.from({ length: steps + 1 }, (_, step) => {
      const angle = from * factor + (span * step) / steps
      const [x, y] = [a * Math.cos(angle), b * Math.sin(angle)]
      return mapAxes((axis) => frame[axis] * x + frame[3 + axis] * y + frame[9 + axis])
    })
  }
}

/**
 * Computes the arc from one point through a second to a third; a straight line when they are collinear. In the plane of
 * z = first z.
 */
function arcThrough(from: Vector, through: Vector, to: Vector): Polyline {
  const [ax, ay] = from
  const [bx, by] = [through[0] - ax, through[1] - ay]
  const [cx, cy] = [to[0] - ax, to[1] - ay]
  const doubled = 2 * (bx * cy - by * cx)
  if (Math.abs(doubled) < 1e-12 * (Math.hypot(bx, by) * Math.hypot(cx, cy) + 1e-300)) return [from, through, to]
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy]
  const [ux, uy] = [(cy * b2 - by * c2) / doubled, (bx * c2 - cx * b2) / doubled]
  const radius = Math.hypot(ux, uy)
  const computeAngle = (x: number, y: number): number => Math.atan2(y - uy, x - ux)
  const start = computeAngle(0, 0)
  const fullTurn = 2 * Math.PI
  const forward = (angle: number): number => (((angle - start) % fullTurn) + fullTurn) % fullTurn
  const end = forward(computeAngle(cx, cy))
  const span = forward(computeAngle(bx, by)) < end ? end : end - fullTurn
  const steps = Math.max(2, Math.ceil((Math.abs(span) / fullTurn) * circleSegments))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = start + (span * step) / steps
    return [
      ax + ux + radius * Math.cos(angle),
      ay + uy + radius * Math.sin(angle),
      from[2] + ((to[2] - from[2]) * step) / steps,
    ]
  })
}
