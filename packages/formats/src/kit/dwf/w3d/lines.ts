import { arcSegments } from '@kamar/core'
import { cross, dot, mapAxes, normalized, type Vector } from '@kamar/core/math'
import { MalformedRecordError } from '@kamar/codecs/records'
import { SampleBits } from './samples.js'
import type { HsfReader } from './hsf-reader.js'

const curveSegments = 32
/** From this version on circles have a flags byte; one flag states that a centre follows. */
const circleFlagsVersion = 12.15

/** Reads polylines. */
export function readLineRecords(reader: HsfReader, count: number): void {
  const points = reader.stream.floats(3 * count)
  reader.add(count > 0 ? { kind: 'line', points } : null)
}

/** Curves with separate records. */
export type CurveKind = 'arc' | 'chord' | 'wedge' | 'nurbs'

/** Reads arcs through three points, and NURBS curves. */
export function readCurve(reader: HsfReader, kind: CurveKind): void {
  if (kind === 'nurbs') {
    readNurbsCurve(reader)
    return
  }
  const { stream } = reader
  const points = stream.floats(9)
  if (kind === 'arc' && reader.version >= circleFlagsVersion) readFlags(reader)
  const arc = arcThrough(points)
  if (kind === 'arc') reader.add({ kind: 'line', points: arc })
  else {
    reader.add(null)
    reader.options.skip('face of an arc', 'not-drawn')
  }
}

/** Reads a circle through three points. */
export function readCircle(reader: HsfReader): void {
  const points = reader.stream.floats(9)
  if (reader.version >= circleFlagsVersion) readFlags(reader)
  reader.add({ kind: 'line', points: arcThrough(points, true) })
}

function readFlags({ stream }: HsfReader): void {
  if ((stream.u8() & 1) !== 0) stream.skip(12)
}

const vectorAt = (points: ArrayLike<number>, at: number): Vector => [
  points[3 * at],
  points[3 * at + 1],
  points[3 * at + 2],
]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Computes points of an arc from the first through the second to the third, or of the full circle. */
function arcThrough(points: Float32Array, isCircle = false): Float32Array {
  const [a, b, c] = [vectorAt(points, 0), vectorAt(points, 1), vectorAt(points, 2)]
  const [u, v] = [minus(b, a), minus(c, a)]
  const normal = cross(u, v)
  const axis = normalized(normal)
  const square = dot(normal, normal)
  if (!axis || !(square > 0)) return points
  const toCenter = cross(
    mapAxes((at) => dot(u, u) * v[at] - dot(v, v) * u[at]),
    normal,
  ).map((value) => value / (2 * square))
  const center: Vector = [a[0] + toCenter[0], a[1] + toCenter[1], a[2] + toCenter[2]]
  const x = minus(a, center)
  const y = cross(axis, x)
  const end = minus(c, center)
  const sweep = isCircle ? 2 * Math.PI : (Math.atan2(dot(end, y), dot(end, x)) + 2 * Math.PI) % (2 * Math.PI)
  return ellipsePoints(center, [x, y], [0, sweep])
}

function ellipsePoints(
  center: Vector,
  [x, y]: readonly [Vector, Vector],
  [from, to]: readonly [number, number],
): Float32Array {
  const chunks = arcSegments(to - from)
  const points = new Float32Array(3 * (chunks + 1))
  for (let chunk = 0; chunk <= chunks; chunk++) {
    const angle = from + ((to - from) * chunk) / chunks
    for (let at = 0; at < 3; at++)
      points[3 * chunk + at] = center[at] + x[at] * Math.cos(angle) + y[at] * Math.sin(angle)
  }
  return points
}

/** Reads the centre, ends of the axes, and for an arc the fractions where it begins and ends. */
export function readEllipse(reader: HsfReader, isPart: boolean): void {
  const points = reader.stream.floats(9)
  const [start, end] = isPart ? reader.stream.floats(2) : [0, 1]
  const center = vectorAt(points, 0)
  const axes = [minus(vectorAt(points, 1), center), minus(vectorAt(points, 2), center)] as const
  const range = [start * 2 * Math.PI, end * 2 * Math.PI] as const
  const isUsable = Number.isFinite(start + end) && Math.abs(end - start) <= 2
  reader.add(isUsable ? { kind: 'line', points: ellipsePoints(center, axes, range) } : null)
}

function readNurbsCurve(reader: HsfReader): void {
  const { stream } = reader
  const options = stream.u8()
  const degree = stream.u8()
  const count = stream.count(12)
  const points = stream.floats(3 * count)
  const weights = (options & 1) !== 0 ? stream.floats(count) : new Float32Array(count).fill(1)
  const knots = (options & 2) !== 0 ? stream.floats(count + degree + 1) : null
  const start = (options & 4) !== 0 ? stream.f32() : 0
  const end = (options & 8) !== 0 ? stream.f32() : 1
  const used = knots ?? Float32Array.from({ length: count + degree + 1 }, (_, at) => at)
  const line = curvePoints({ points, weights, knots: used, degree, range: [start, end] })
  reader.add(line && { kind: 'line', points: line })
  if (!line) reader.options.skip('curve', 'damaged')
}

interface NurbsCurve {
  readonly points: Float32Array
  readonly weights: Float32Array
  readonly knots: Float32Array
  readonly degree: number
  readonly range: readonly [number, number]
}

const maxDegree = 20

function curvePoints({ points, weights, knots, degree, range }: NurbsCurve): Float32Array | null {
  const count = weights.length
  if (degree < 1 || degree > maxDegree || count <= degree) return null
  const [low, high] = [knots[degree], knots[count]]
  const chunks = Math.min(4096, curveSegments * (count - degree))
  const result = new Float32Array(3 * (chunks + 1))
  for (let chunk = 0; chunk <= chunks; chunk++) {
    const share = range[0] + ((range[1] - range[0]) * chunk) / chunks
    const t = low + (high - low) * share
    const span = findSpan(knots, t, [degree, count - 1])
    const work = Array.from({ length: degree + 1 }, (_, at) => {
      const from = span - degree + at
      const weight = weights[from]
      return [points[3 * from] * weight, points[3 * from + 1] * weight, points[3 * from + 2] * weight, weight]
    })
    reduceCurve(work, { knots, degree, span, t })
    for (let axis = 0; axis < 3; axis++) result[3 * chunk + axis] = work[degree][axis] / work[degree][3]
  }
  return result.every((value) => Number.isFinite(value)) ? result : null
}

/** Finds the last of some spans that begins no later than a parameter; knots never decrease. */
function findSpan(knots: Float32Array, t: number, [first, last]: readonly [number, number]): number {
  let [low, high] = [first, last]
  while (low < high) {
    const midpoint = Math.ceil((low + high) / 2)
    if (knots[midpoint] <= t) low = midpoint
    else high = midpoint - 1
  }
  return low
}

/** Applies de Boor's algorithm: the last row then holds the point. */
function reduceCurve(
  work: number[][],
  { knots, degree, span, t }: { knots: Float32Array; degree: number; span: number; t: number },
): void {
  for (let level = 1; level <= degree; level++)
    for (let at = degree; at >= level; at--) {
      const from = span - degree + at
      const width = knots[from + degree - level + 1] - knots[from]
      const share = width === 0 ? 0 : (t - knots[from]) / width
      for (let axis = 0; axis < 4; axis++) work[at][axis] = (1 - share) * work[at - 1][axis] + share * work[at][axis]
    }
}

const poly = { compressed: 1, hasCount: 2, isOne: 4, global: 8 } as const
/** Restriction of an axis for all points: none, zero, one value for all, one for each line. */
const restriction = { zero: 1, same: 2, each: 3 } as const

/** Reads many lines at once, with optionally omitted axes. */
export function readPolyPolyline(reader: HsfReader): void {
  const { stream } = reader
  const options = stream.u16()
  const total = stream.count(0)
  // A compressed number takes at least one bit.
  if (total > 8 * stream.left) throw new MalformedRecordError('lines')
  const declaredCount = (options & poly.hasCount) !== 0 ? stream.count(4) : null
  const lengths = readLengths(reader, { total, declaredCount, isOne: (options & poly.isOne) !== 0 })
  const kinds = [8, 10, 12].map((shift) => (options >> shift) & 3)
  const free = [0, 1, 2].filter((axis) => kinds[axis] === 0)
  const isCompressed = (options & poly.compressed) !== 0
  const values = isCompressed
    ? readPacked(reader, { total, axes: free.length, isGlobal: (options & poly.global) !== 0 })
    : stream.floats(total * free.length)
  if (values === null) {
    reader.options.skip('line', 'coding')
    reader.add(null)
  }
  const rest = kinds.map((kind) => {
    if (kind === restriction.same) return stream.floats(1)
    return kind === restriction.each ? stream.floats(lengths.length) : null
  })
  if (values === null) return
  let from = 0
  lengths.forEach((length, number) => {
    const points = new Float32Array(3 * length)
    for (let at = 0; at < length; at++)
      for (let axis = 0; axis < 3; axis++) {
        const column = free.indexOf(axis)
        const own = rest[axis]
        points[3 * at + axis] =
          column >= 0 ? values[(from + at) * free.length + column] : (own?.[own.length === 1 ? 0 : number] ?? 0)
      }
    from += length
    reader.add({ kind: 'line', points })
  })
}

function readLengths(
  { stream }: HsfReader,
  { total, declaredCount, isOne }: { total: number; declaredCount: number | null; isOne: boolean },
): number[] {
  if (isOne) return total > 0 ? [total] : []
  const lengths: number[] = []
  let sum = 0
  while (declaredCount === null ? sum < total : lengths.length < declaredCount) {
    const length = Math.max(1, stream.count(0))
    if (sum + length > total) throw new MalformedRecordError('lengths')
    lengths.push(length)
    sum += length
  }
  return lengths
}

/** Reads numbers quantised within a box; returns null for a global box, which is stated elsewhere. */
function readPacked(
  { stream }: HsfReader,
  { total, axes, isGlobal }: { total: number; axes: number; isGlobal: boolean },
): Float32Array | null {
  stream.u8()
  const bits = stream.u8()
  if (bits === 0) throw new MalformedRecordError('bits')
  const box = isGlobal ? null : stream.floats(2 * axes)
  const samples = new SampleBits(stream.take(Math.ceil((total * axes * bits) / 8)))
  if (!box) return null
  const steps = 2 ** bits - 1
  return Float32Array.from({ length: total * axes }, (_, at) => {
    const axis = at % axes
    return box[axis] + ((box[axes + axis] - box[axis]) * samples.next(bits)) / steps
  })
}
